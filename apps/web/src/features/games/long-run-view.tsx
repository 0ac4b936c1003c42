import * as gamesCalls from '@strata/contract/calls/games'
import { queryOf } from '../../api/queries.ts'
import '../../ui/page/table.css'
import { type GameCode, gameByCode } from '@strata/domain/games/catalogue'
import { omissionsOf, type Place } from '@strata/domain/games/long-run'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { GameType } from '../../api/shared-queries.ts'
import { Ball } from '../../components/ball/ball.tsx'
import { ballText } from '../../components/ball/ball-colour.ts'
import { ColumnsMenu } from '../../components/data-table/columns-menu.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { type Column, useTable } from '../../components/data-table/use-table.ts'
import { ListState } from '../../components/list-state.tsx'
import { resultsText } from '../../text/zh-CN/rooms/results.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { ToggleGroup } from '../../ui/fields/toggle-group.tsx'
import css from './long-run.module.css'
import { COUNTS, type LongRuns, placeOf, placesOf, type RunFilters, runRows, trendRows } from './long-run-model.ts'

const words = resultsText
/** Number of shown rows of a trend; the counts use all loaded draws. */
const TREND_ROWS = 30
const SHORT = 2

const useLongRuns = (gameId: number, date: string | null, periods: RunFilters['count']) =>
  useQuery({
    ...queryOf(gamesCalls.longRun, { gameId, periods, ...(date === null ? {} : { date }) }),
    placeholderData: keepPreviousData,
  })

type Props = {
  readonly game: GameType
  /** The last day; null: up to the latest draw. */
  readonly date: string | null
  readonly filters: RunFilters
  readonly onSet: (change: Readonly<Record<string, string | null>>) => void
}

/** 长龙, 遗漏 and trend of the latest draws, computed in the browser. */
export const LongRunView = ({ game, date, filters, onSet }: Props): ReactNode => {
  const runs: UseQueryResult<LongRuns> = useLongRuns(game.id, date, filters.count)
  const code = gameByCode(game.gameType)?.code
  const place = placeOf(game.gameType, filters.place)
  if (!code || !place) return null
  const names = words.places[game.gameType] ?? {}
  return (
    <div className="long-run">
      <div className={css.longRunBar}>
        <Choice
          label={words.periods}
          value={String(filters.count)}
          options={COUNTS.map((count) => ({ value: String(count), label: words.periodsOf(count) }))}
          onChange={(count) => onSet({ n: count === '100' ? null : count })}
        />
        <ToggleGroup
          name="place"
          label={words.place}
          options={placesOf(game.gameType).map((one) => ({ value: one.code, label: names[one.code] ?? one.code }))}
          value={place.code}
          onChange={(next) => onSet({ place: next })}
        />
      </div>
      <ListState query={runs} isEmpty={({ draws }) => draws.length === 0} empty={words.noDraws}>
        {(data) => (
          <>
            <p className={css.longRunNote}>{words.counted(data.draws.length, data.draws[0]?.periodNo ?? '')}</p>
            {filters.view === 'trend' ? (
              <Trend code={code} place={place} name={names[place.code] ?? place.code} draws={data.draws} />
            ) : (
              <div className={css.longRunColumns}>
                <Runs data={data} />
                <Omissions code={code} place={place} draws={data.draws} name={names[place.code] ?? place.code} />
              </div>
            )}
          </>
        )}
      </ListState>
    </div>
  )
}

type Run = ReturnType<typeof runRows>[number]

const RUN_FIRST = { title: words.runColumns.play, left: true, cell: (row: Run) => row.playName } as const
const RUN_COLUMNS: readonly Column<Run, null>[] = [
  { name: 'side', title: words.runColumns.side, left: true, cell: (row) => <b>{row.name ?? words.noRun}</b> },
  {
    name: 'length',
    title: words.runColumns.length,
    strong: true,
    cell: (row) => <span className={row.length >= 5 ? css.longRunLong : undefined}>{words.inRow(row.length)}</span>,
  },
  {
    name: 'longest',
    title: words.runColumns.longest,
    cell: (row) => words.longest(row.longestName ?? words.noRun, row.longest),
  },
]

const Runs = ({ data }: { readonly data: LongRuns }): ReactNode => {
  const [all, setAll] = useState(false)
  const rows = runRows(data).filter(({ length }) => all || length >= SHORT)
  const table = useTable('long-runs', RUN_COLUMNS)
  return (
    <div>
      <h2>
        {words.runs}
        <label className={css.longRunAll}>
          <input type="checkbox" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />{' '}
          {words.runsAll}
        </label>
        <ColumnsMenu table={table} />
      </h2>
      <p className={css.longRunNote}>{words.runsNote}</p>
      {rows.length === 0 ? (
        <p className="message-line">{words.noRuns}</p>
      ) : (
        <DataTable
          label={words.runs}
          className={css.longRunScroll}
          table={table}
          first={RUN_FIRST}
          rows={rows}
          context={null}
          keyOf={(row) => row.market}
          dataOf={(row) => ({ 'data-market': row.market })}
        />
      )}
    </div>
  )
}

/** A number in the game's style: sums are not balls. */
const Shown = ({ code, place, number }: { readonly code: GameCode; readonly place: Place; readonly number: number }) =>
  place.as === 'sum' ? <b>{number}</b> : <Ball gameType={code} number={number} />

type PlaceProps = {
  readonly code: GameCode
  readonly place: Place
  readonly name: string
  readonly draws: LongRuns['draws']
}

type Omission = ReturnType<typeof omissionsOf>[number]
type OmissionContext = { readonly code: GameCode; readonly place: Place; readonly most: number }

const OMISSION_FIRST = {
  title: words.omissionColumns.number,
  left: true,
  cell: (row: Omission, { code, place }: OmissionContext) => <Shown code={code} place={place} number={row.number} />,
} as const
const OMISSION_COLUMNS: readonly Column<Omission, OmissionContext>[] = [
  {
    name: 'current',
    title: words.omissionColumns.current,
    left: true,
    cell: (row, { most }) => (
      <>
        <span className={css.longRunCount}>{row.current}</span>
        <i
          className={css.longRunLength}
          aria-hidden="true"
          style={{ width: most === 0 ? 0 : Math.round((row.current * 120) / most) }}
        />
      </>
    ),
  },
  { name: 'longest', title: words.omissionColumns.longest, cell: (row) => row.longest },
  { name: 'seen', title: words.omissionColumns.seen, cell: (row) => row.seen },
]

const Omissions = ({ code, place, name, draws }: PlaceProps): ReactNode => {
  const rows = omissionsOf(
    code,
    place,
    draws.map(({ result }) => result),
  ).toSorted((a, b) => b.current - a.current || a.number - b.number)
  const most = rows[0]?.current ?? 0
  const table = useTable('omissions', OMISSION_COLUMNS)
  return (
    <div>
      <h2>
        {words.omissions} <small>{name}</small>
        <span className={css.longRunTools}>
          <ColumnsMenu table={table} />
        </span>
      </h2>
      <p className={css.longRunNote}>{words.omissionsNote}</p>
      <DataTable
        label={words.omissions}
        className={css.longRunScroll}
        table={table}
        first={OMISSION_FIRST}
        rows={rows}
        context={{ code, place, most }}
        keyOf={(row) => String(row.number)}
        dataOf={(row) => ({ 'data-number': String(row.number) })}
      />
    </div>
  )
}

/** 走势图: one row per draw, one column per number. */
const Trend = ({ code, place, name, draws }: PlaceProps): ReactNode => {
  const rows = trendRows(code, place, draws, TREND_ROWS)
  const numbers = rows[0]?.cells.map(({ number }) => number) ?? []
  return (
    <>
      <p className={css.longRunNote}>{words.trendNote}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key */}
      <section className={`table-scroll ${css.trendScroll}`} tabIndex={0} aria-label={words.trendLabel(name)}>
        <table className={`table ${css.trend}`}>
          <thead>
            <tr>
              <th scope="col" className="left pin edge">
                {words.columns.period}
              </th>
              {numbers.map((number) => (
                <th key={number} scope="col">
                  {ballText(code, number)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ periodNo, cells }) => (
              <tr key={periodNo}>
                <th scope="row" className="left pin edge">
                  {periodNo}
                </th>
                {cells.map(({ number, hit, away }) => (
                  <td key={number} data-hit={hit || undefined}>
                    {hit ? <Shown code={code} place={place} number={number} /> : away}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
