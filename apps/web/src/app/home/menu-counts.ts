import { mayAskToday } from '../../api/early.ts'
import { useSession } from '../../api/session.ts'
import { useAlerts, useToday } from '../../api/shared-queries.ts'
import { addAmounts } from '../../lib/amount.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { hasHome } from '../menu.ts'

/** What the number beside a menu entry counts. */
export const COUNTED: string = appText.unread

/** Alerts are told wherever they are read. */
export const useCountNews = (): void => undefined

/** Counts by the path of their page: the overview shows the unread alerts. */
export const useMenuCounts = (): Readonly<Record<string, number>> => {
  const unread = useAlerts().data?.unread ?? 0
  return hasHome() ? { '/': unread } : {}
}

/** Today's result and open stake, for the head of every page; null: the caller may not read them. */
export const useTodaySums = (): { readonly result: string | null; readonly openStake: string | null } | null => {
  const allowed = useSession((session) => mayAskToday(session.permissionIds))
  const today = useToday(allowed)
  if (!allowed || today.isLoadingError) return null
  const games = today.data?.games
  const sum = (figure: 'result' | 'openStake'): string | null =>
    games ? addAmounts(games.map((game) => game[figure])) : null
  return { result: sum('result'), openStake: sum('openStake') }
}
