import * as adminCalls from '@strata/contract/calls/admin'
import * as settlementCalls from '@strata/contract/calls/settlement'
import { PERMISSION } from '@strata/contract/permissions'
import { PERIOD_STATE_WORDS } from '@strata/contract/words'
import { useFirstGame } from '../../api/first-game.ts'
import '../../ui/page/list-page.css'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { onLive } from '../../api/live.ts'
import { keyOf, queryOf, repeatedQueryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import type { PageSize } from '../../components/data-table/list-foot.tsx'
import { ListTools, PagedList } from '../../components/data-table/paged-list.tsx'
import { type Address, useAddress } from '../../components/data-table/use-address.ts'
import { usePageSize } from '../../components/data-table/use-page-size.ts'
import { useTable } from '../../components/data-table/use-table.ts'
import { Day } from '../../components/days/days.tsx'
import { ExportButton } from '../../components/exports/export-button.tsx'
import { LogLink } from '../../components/logs/log-link.tsx'
import { businessDay } from '../../lib/day-starts.ts'
import { formatClock } from '../../lib/instant.ts'
import { isDay, shiftDay } from '../../lib/time.ts'
import { periodsText as words } from '../../text/zh-CN/rooms/periods.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { useSecond } from '../../ui/hooks/use-second.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { GameTabs } from './game-tabs.tsx'
import { Actions, Balls, CloseTime, COLUMNS, type Context, FIRST, Left, Stage } from './period-cells.tsx'
import css from './periods.module.css'
import { BY_HAND, type Game, type PeriodRow, readPeriodFilters, STATES, stageOfRow } from './periods-model.ts'

const SETTLING_MS = 2_000
const IDLE_MS = 30_000

type Filters = ReturnType<typeof readPeriodFilters>
type Change = Address['change']

/** A game's periods of a day. Events of the stream and, while a period settles, a timer read them again. */
const usePeriods = (game: Game | null, { day, state, pageIndex }: Filters, pageSize: PageSize) => {
  const client = useQueryClient()
  const gameId = game?.gameId ?? 0
  const request = { gameId, from: day, to: day, ...(state === null ? {} : { state }) }
  useEffect(
    () =>
      onLive('period', (event) => {
        if (event.gameId === gameId) void client.invalidateQueries({ queryKey: keyOf(settlementCalls.gamePeriodQuery) })
      }),
    [client, gameId],
  )
  const query = useQuery({
    ...repeatedQueryOf(settlementCalls.gamePeriodQuery, { ...request, pageIndex, pageSize }),
    enabled: game !== null,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: held }) =>
      held.data?.items.some((row) => stageOfRow(row, serverNow()) === 'settling') ? SETTLING_MS : IDLE_MS,
  })
  return { query, request }
}

const DayTools = ({
  day,
  today,
  change,
}: {
  readonly day: string
  readonly today: string
  readonly change: Change
}): ReactNode => {
  const set = (next: string): void => change({ day: !isDay(next) || next === today ? null : next })
  return (
    <span className={css.days}>
      <button
        type="button"
        className="ghost-button"
        aria-label={words.previousDay}
        onClick={() => set(shiftDay(day, -1))}
      >
        ‹
      </button>
      <Day label={words.day} value={day} onChange={(next) => set(next ?? today)} />
      <button type="button" className="ghost-button" aria-label={words.nextDay} onClick={() => set(shiftDay(day, 1))}>
        ›
      </button>
      <button type="button" className="ghost-button" disabled={day === today} onClick={() => set(today)}>
        {words.today}
      </button>
    </span>
  )
}

const StateChoice = ({ state, change }: Pick<Filters, 'state'> & { readonly change: Change }): ReactNode => (
  <Choice
    label={words.state}
    value={state ?? ''}
    options={[
      { value: '', label: words.allStates },
      ...STATES.map((one) => ({ value: one, label: PERIOD_STATE_WORDS[one] })),
    ]}
    onChange={(value) => change({ state: value })}
  />
)

const emptyText = (game: Game | null): string => {
  if (game?.gameType === BY_HAND) return words.emptyByHand
  return game?.enabled === false ? words.emptyOff : words.empty
}

/** The periods of a game on a day, live, with what an operator may do to each. */
export const PeriodsPage = (): ReactNode => {
  useSecond()
  const today = businessDay(serverNow())
  const { search, change } = useAddress()
  const filters = readPeriodFilters(search, today, isDay)
  const games = useQuery(queryOf(adminCalls.gameQuery, {})).data ?? []
  const first = useFirstGame(games)
  const game = games.find(({ gameType }) => gameType === filters.game) ?? first
  const [pageSize, setPageSize] = usePageSize()
  const { query, request } = usePeriods(game, filters, pageSize)
  const table = useTable('operators-periods', COLUMNS)
  const mayClose = useSession(({ permissionIds }) => permissionIds.includes(PERMISSION.openPeriods))
  const mayPropose = useSession(({ permissionIds }) => permissionIds.includes(PERMISSION.correctResults))
  const [closing, setClosing] = useState<PeriodRow | null>(null)
  const [changing, setChanging] = useState<PeriodRow | null>(null)
  const context: Context = {
    gameType: game?.gameType ?? '',
    close: mayClose ? setClosing : null,
    change: mayClose && game?.gameType === BY_HAND ? setChanging : null,
    mayPropose,
  }
  return (
    <div className="list-page">
      <section className="card list-card">
        <div className="list-bar">
          <GameTabs games={games} game={game} onChange={(gameType) => change({ game: gameType })} />
          <DayTools day={filters.day} today={today} change={change} />
          <StateChoice state={filters.state} change={change} />
          <span className="end" />
          {game ? <LogLink of={{ target: game.gameName }} /> : null}
          <ListTools table={table}>
            <ExportButton call={settlementCalls.gamePeriodQuery} input={request} />
          </ListTools>
        </div>
        <PagedList
          query={query}
          empty={emptyText(game)}
          pageIndex={filters.pageIndex}
          pageSize={pageSize}
          onPageSize={setPageSize}
          onPage={(page) => change({ page: String(page) })}
          cards={(rows) => <Cards rows={rows} context={context} />}
          desk={(rows) => (
            <DataTable
              label={words.label}
              className="list-scroll"
              table={table}
              first={FIRST}
              rows={rows}
              context={context}
              keyOf={(row) => row.periodNo}
              dataOf={(row) => ({ 'data-period': row.periodNo })}
            />
          )}
        />
      </section>
      {changing === null || game === null ? null : (
        <ChangeDialog gameId={game.gameId} period={changing} onClose={() => setChanging(null)} />
      )}
      {closing === null ? null : (
        <CloseDialog
          row={closing}
          name={`${game?.gameName ?? ''} ${closing.periodNo}`}
          onClose={() => setClosing(null)}
        />
      )}
    </div>
  )
}

const Cards = ({ rows, context }: { readonly rows: readonly PeriodRow[]; readonly context: Context }): ReactNode => (
  <ul className="list-cards">
    {rows.map((row) => (
      <li key={row.periodNo} data-period={row.periodNo}>
        <p className="line">
          <b>{row.periodNo}</b>
          <Stage row={row} />
        </p>
        <p className="line">
          <span>
            {words.columns.closeAt} <CloseTime row={row} />
          </span>
          <span>
            {words.columns.drawAt} {formatClock(row.drawAt)}
          </span>
        </p>
        <p className="line">
          <span>{row.result.length > 0 ? <Balls row={row} gameType={context.gameType} /> : <Left row={row} />}</span>
          <Actions row={row} {...context} />
        </p>
      </li>
    ))}
  </ul>
)
