import * as dropCalls from '@strata/contract/calls/odds-drops'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import '../../ui/page/table.css'
import { api } from '../../api/api.ts'
import type { Answer } from '../../api/client.ts'
import { serverNow } from '../../api/clock.ts'
import { repeatedQueryOf } from '../../api/queries.ts'
import type { GameType } from '../../api/shared-queries.ts'
import { refreshAfter } from '../../api/stale.ts'
import { Amount } from '../../components/amount.tsx'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { ListState } from '../../components/list-state.tsx'
import { newRequestId } from '../../lib/request-id.ts'
import { formatCountdown } from '../../lib/time.ts'
import { dropsText } from '../../text/zh-CN/rooms/odds-drops.ts'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
import { useSecond } from '../../ui/hooks/use-second.ts'
import { showToast } from '../../ui/pop-up/toast.ts'
import { useMayDrop } from './drop-steps.tsx'
import css from './drops.module.css'
import { quoteText } from './drops-model.ts'
import { useOddsNews } from './use-odds-news.ts'

const words = dropsText.now
const COLUMNS = ['item', 'held', 'byStake', 'byStreak', 'base', 'now', 'actions'] as const

type Now = Answer<'book.oddsDropNow'>
type Row = Now['items'][number]
type ListProps = {
  readonly items: readonly Row[]
  /** null: the operator may only read. */
  readonly ask: ((items: readonly Row[]) => void) | null
}

const nameOf = ({ playName, keyName }: Row): string => `${playName} ${keyName}`

const ResetButton = ({ row, ask }: { readonly row: Row; readonly ask: ListProps['ask'] }): ReactNode =>
  ask === null ? null : (
    <button type="button" className="link-button" aria-label={words.resetOf(nameOf(row))} onClick={() => ask([row])}>
      {words.reset}
    </button>
  )

const less = (drop: string): ReactNode => (drop === '0' ? '—' : <b className={css.less}>-{drop}</b>)
const Streak = ({ row }: { readonly row: Row }): ReactNode => (
  <>
    {row.byStreak === '0' ? null : <small>{words.streak(row.streak)} </small>}
    {less(row.byStreak)}
  </>
)

const NowTable = ({ items, ask }: ListProps): ReactNode => (
  <div className="table-scroll">
    <table className="table">
      <thead>
        <tr>
          {COLUMNS.map((head) => (
            <th key={head} scope="col" className={head === 'item' ? 'left' : ''}>
              {words.columns[head]}
              {head === 'base' || head === 'now' ? <small> {words.pankou}</small> : null}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((row) => (
          <tr key={`${row.playCode} ${row.key}`} data-drop={`${row.playCode} ${row.key}`}>
            <th scope="row" className="left">
              {nameOf(row)}
            </th>
            <td>
              <Amount value={row.held} />
            </td>
            <td>{less(row.byStake)}</td>
            <td>
              <Streak row={row} />
            </td>
            <td className={css.was}>{quoteText(row.base)}</td>
            <td className="strong">{quoteText(row.now)}</td>
            <td>
              <ResetButton row={row} ask={ask} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const NowCards = ({ items, ask }: ListProps): ReactNode => (
  <ul className="list-cards">
    {items.map((row) => (
      <li key={`${row.playCode} ${row.key}`} data-drop={`${row.playCode} ${row.key}`}>
        <p className="line">
          <b>{nameOf(row)}</b>
          <span>
            <span className={css.was}>{quoteText(row.base)}</span> <b>{quoteText(row.now)}</b>
          </span>
        </p>
        <p className="line">
          <span>
            {words.columns.held} <Amount value={row.held} />
          </span>
          <ResetButton row={row} ask={ask} />
        </p>
        <p className="line">
          <span>
            {words.columns.byStake} {less(row.byStake)}
          </span>
          <span>
            {words.columns.byStreak} <Streak row={row} />
          </span>
        </p>
      </li>
    ))}
  </ul>
)

type ResetProps = { readonly gameId: number; readonly items: readonly Row[]; readonly onClose: () => void }

const ResetDialog = ({ gameId, items, onClose }: ResetProps): ReactNode => {
  const client = useQueryClient()
  const [first] = items
  const periodNo = first?.periodNo ?? ''
  const reset = async (): Promise<void> => {
    const keys = items.map(({ playCode, key }) => ({ playCode, key }))
    try {
      await api.call(dropCalls.oddsDropReset, { gameId, periodNo, items: keys, requestId: newRequestId() })
      showToast('success', words.resetDone)
    } finally {
      await refreshAfter(client, dropCalls.oddsDropReset)
    }
  }
  return (
    <ConfirmDialog
      title={
        first && items.length === 1 ? words.resetTitle(nameOf(first)) : words.resetAllTitle(periodNo, items.length)
      }
      confirm={words.reset}
      onConfirm={reset}
      onClose={onClose}
    >
      <p>{words.resetText}</p>
    </ConfirmDialog>
  )
}

type PeriodProps = Pick<ListProps, 'ask'> & { readonly period: Now['periods'][number]; readonly items: readonly Row[] }

const MAX_ROWS = 500

const CloseIn = ({ at }: { readonly at: number }): ReactNode => {
  useSecond()
  return (
    <span className={css.note} role="timer">
      {words.toClose} {formatCountdown(at - serverNow())}
    </span>
  )
}

/** The price keys of one period that stand lower. */
const Period = ({ period, items, ask }: PeriodProps): ReactNode => {
  const List = useMedia(MOBILE) ? NowCards : NowTable
  const { periodNo, state, closeAt } = period
  return (
    <section data-period={periodNo} aria-label={periodNo}>
      <header className={css.periodBar}>
        <b>
          {periodNo}
          {words.issue}
        </b>
        {state === 'open' ? <CloseIn at={closeAt} /> : <span className="tag">{words.states[state]}</span>}
        {ask && items.length > 1 ? (
          <button type="button" className="ghost-button" onClick={() => ask(items.slice(0, MAX_ROWS))}>
            {words.resetAll}
          </button>
        ) : (
          <span />
        )}
      </header>
      <List items={items} ask={ask} />
    </section>
  )
}

/** What stands below its full odds now, why, and its reset. */
export const DropsNow = ({ game }: { readonly game: GameType }): ReactNode => {
  useOddsNews(game.id)
  const query = useQuery({ ...repeatedQueryOf(dropCalls.oddsDropNow, { gameId: game.id }), refetchInterval: 10_000 })
  const mayDrop = useMayDrop()
  const [asked, setAsked] = useState<readonly Row[] | null>(null)
  return (
    <>
      <ListState query={query} isEmpty={({ items }) => items.length === 0} empty={words.empty}>
        {({ periods, items }) =>
          periods.map((period) => {
            const own = items.filter(({ periodNo }) => periodNo === period.periodNo)
            return own.length === 0 ? null : (
              <Period key={period.periodNo} period={period} items={own} ask={mayDrop ? setAsked : null} />
            )
          })
        }
      </ListState>
      {asked === null ? null : <ResetDialog gameId={game.id} items={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
