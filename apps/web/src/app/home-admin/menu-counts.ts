import { mayAskToday } from '../../api/early.ts'
import { useSession } from '../../api/session.ts'
import { useToday } from '../../api/shared-queries.ts'
import { addAmounts } from '../../lib/amount.ts'
import { homeAdminText } from '../../text/zh-CN/rooms/home-admin.ts'
import { pageOfNeed } from './needs-model.ts'
import { useHome } from './use-needs.ts'
import { useProposalNews } from './use-proposal-news.ts'

/** What the number beside a menu entry counts. */
export const COUNTED: string = homeAdminText.counted

/** What one operator proposes changes the counts of all others at once. */
export const useCountNews = useProposalNews

/** Counts by the path of the page where a need is done; the first page counts all of them. */
export const useMenuCounts = (): Readonly<Record<string, number>> => {
  const { data } = useHome()
  if (!data) return {}
  const counts: Record<string, number> = { '/': data.needs.length + data.more }
  for (const { kind } of data.needs) {
    const page = pageOfNeed(kind)
    if (page !== null) counts[page] = (counts[page] ?? 0) + 1
  }
  return counts
}

/**
 * Today's result and open stake, for the head of every page; null: the caller may not read them. Who sees the merchants
 * gets their sums: the head of the first page and its table are one answer, and never differ.
 */
export const useTodaySums = (): { readonly result: string | null; readonly openStake: string | null } | null => {
  const home = useHome()
  const merchants = home.data?.merchants ?? null
  const allowed = useSession((session) => mayAskToday(session.permissionIds))
  const today = useToday(allowed && merchants === null && !home.isPending)
  const lines = merchants ?? today.data?.games ?? null
  if (lines === null && (!allowed || today.isLoadingError)) return null
  const sum = (figure: 'result' | 'openStake'): string | null =>
    lines === null ? null : addAmounts(lines.map((line) => line[figure]))
  return { result: sum('result'), openStake: sum('openStake') }
}
