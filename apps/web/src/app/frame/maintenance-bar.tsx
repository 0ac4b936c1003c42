import * as signInCalls from '@strata/contract/calls/sign-in'
import { type ReactNode, useEffect, useRef } from 'react'
import { api } from '../../api/api.ts'
import { serverNow } from '../../api/clock.ts'
import { useSession } from '../../api/session.ts'
import { useAllGames } from '../../api/shared-queries.ts'
import { formatInstant } from '../../lib/instant.ts'
import { formatCountdown } from '../../lib/time.ts'
import { maintenanceText } from '../../text/zh-CN/rooms/maintenance.ts'
import { useSecond } from '../../ui/hooks/use-second.ts'
import { showToast } from '../../ui/pop-up/toast.ts'
import { leaveForMaintenance } from '../on-maintenance.ts'
import css from './maintenance-bar.module.css'
import { begunAt, type MaintenanceWindow, windowsAt } from './maintenance-windows.ts'
import { useMaintenance } from './use-maintenance.ts'

type Shown = MaintenanceWindow
const words = maintenanceText.bar
const OPERATOR = 1

const Line = ({
  item,
  what,
  now,
}: {
  readonly item: Shown
  readonly what: string
  readonly now: number
}): ReactNode => {
  const parts = [
    item.state === 1
      ? words.coming(what, formatInstant(item.from).slice(5, 16), formatCountdown(item.from - now))
      : words.on(what),
    item.until === null ? '' : words.until(formatInstant(item.until).slice(5, 16)),
    item.message,
    item.state === 2 && item.gameId === null && item.reading ? words.open : '',
  ]
  return <b>{parts.filter((part) => part !== '').join(' · ')}</b>
}

/** The whole platform's maintenance takes agents to its page. */
const useLeaving = (leaves: boolean): void => {
  useEffect(() => {
    if (leaves) void api.call(signInCalls.platformStatus, {}, { automatic: true }).then(leaveForMaintenance, () => {})
  }, [leaves])
}

/** Says once that a window began, when its name is known. */
const useBeginnings = (begun: readonly Shown[], nameOf: (item: Shown) => string | undefined): void => {
  const said = useRef(new Set<string>())
  const named = begun.flatMap((item) => {
    const what = nameOf(item)
    return what === undefined ? [] : [{ key: `${item.gameId} ${item.from}`, what }]
  })
  useEffect(() => {
    const fresh = named.filter(({ key }) => !said.current.has(key))
    if (fresh.length === 0) return
    for (const { key } of fresh) said.current.add(key)
    showToast('warning', words.began(fresh.map(({ what }) => what).join('、')))
  })
}

/** Counts down to every announced maintenance and names those that run. */
export const MaintenanceBar = (): ReactNode => {
  const items = useMaintenance()
  const games = useAllGames().data ?? []
  const isOperator = useSession((session) => session.account?.accountType) === OPERATOR
  useSecond()
  const now = serverNow()
  const shown = windowsAt(items, now)
  const running = shown.filter(({ state }) => state === 2)
  const nameOf = ({ gameId }: Shown): string | undefined =>
    gameId === null ? maintenanceText.platform : games.find(({ id }) => id === gameId)?.gameName
  useBeginnings(begunAt(shown, now), nameOf)
  useLeaving(!isOperator && running.some(({ gameId, reading }) => gameId === null && !reading))
  if (shown.length === 0) return null
  return (
    <div
      className={running.length > 0 ? `${css.bar} ${css.running}` : css.bar}
      data-part="maintenance-bar"
      role="status"
      aria-live={running.length > 0 ? 'polite' : 'off'}
    >
      {shown.map((item) => (
        <Line key={item.gameId ?? 0} item={item} what={nameOf(item) ?? ''} now={now} />
      ))}
    </div>
  )
}
