import { type ReactNode, useEffect, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { useSession } from '../../api/session.ts'
import { useAllGames } from '../../api/shared-queries.ts'
import type { TrailStep } from '../../components/crumbs.tsx'
import { formatInstant } from '../../lib/instant.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { reportText } from '../../text/zh-CN/rooms/report.ts'
import css from './delivery/delivery.module.css'
import type { DeliveryFilters } from './delivery/delivery-filters.ts'

/** Reads everything, shows it, prints it, and returns to the page on the screen. */
export const usePrint = <T,>(read: () => Promise<T>) => {
  const [printed, setPrinted] = useState<T | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (printed === null) return
    const done = (): void => setPrinted(null)
    window.addEventListener('afterprint', done)
    window.print()
    return () => window.removeEventListener('afterprint', done)
  }, [printed])
  const print = async (): Promise<void> => {
    setBusy(true)
    try {
      setPrinted(await read())
    } catch {
      // The client has already shown it.
    } finally {
      setBusy(false)
    }
  }
  return { printed, busy, print }
}

type ButtonProps = {
  readonly paper: { readonly busy: boolean; readonly print: () => Promise<void> }
  /** Why it cannot be printed; absent: it can. */
  readonly refused?: string | undefined
}

export const PrintButton = ({ paper, refused }: ButtonProps): ReactNode => (
  <button
    type="button"
    className={`ghost-button ${css.deskOnly}`}
    disabled={paper.busy || refused !== undefined}
    title={refused}
    onClick={() => void paper.print()}
  >
    {reportText.print}
  </button>
)

type HeadProps = {
  readonly title: string
  readonly range: string
  /** The filters in words. */
  readonly conditions: readonly string[]
  /** Absent: the signed-in path. */
  readonly trail?: readonly TrailStep[] | undefined
}

/** The filters of a report in words, without those that leave nothing out. */
export const useConditions = ({
  gameId,
  groupId,
  state,
  pankou,
  kind,
  settlingUp,
}: DeliveryFilters): readonly string[] => {
  const game = (useAllGames().data ?? []).find(({ id }) => id === gameId)
  const group = game?.groups.find(({ id }) => id === groupId)
  return [
    reportText.states[state],
    ...(game ? [game.gameName] : []),
    ...(group ? [group.name] : []),
    ...(pankou === null ? [] : [reportText.pankouOne(pankou)]),
    ...(kind === null ? [] : [reportText.kindOne[kind]]),
    ...(settlingUp === null ? [] : [reportText.printed.settling[settlingUp]]),
  ]
}

/** The heading on paper: the report, its account, days and filters, and when it was printed. */
export const PrintHead = ({ title, range, conditions, trail }: HeadProps): ReactNode => {
  const own = useSession(({ paths, currentPathId }) => paths.find((path) => path.agentPathsId === currentPathId))
  const roleId = useSession(({ account }) => account?.roleId)
  const words = reportText.printed
  const names = trail && trail.length > 0 ? trail.map(({ accountName }) => accountName) : [own?.pathName ?? '']
  return (
    <header className={css.printHead}>
      <h1>{title}</h1>
      <p>
        <span>{words.account(names.join(' › '), appText.roles[roleId ?? -1] ?? '')}</span>
        <span>{words.range(range)}</span>
        {conditions.length > 0 ? <span>{words.conditions(conditions.join('、'))}</span> : null}
        <span>{words.at(formatInstant(serverNow()))}</span>
      </p>
    </header>
  )
}
