import * as gamesCalls from '@strata/contract/calls/games'
import { DRAW_LABELS } from '@strata/contract/words'
import { keyOf } from '../../api/queries.ts'
import '../../ui/page/table.css'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { api } from '../../api/api.ts'
import { serverNow } from '../../api/clock.ts'
import { onLive } from '../../api/live.ts'
import { type GameType, useGameTypes } from '../../api/shared-queries.ts'
import { Ball } from '../../components/ball/ball.tsx'
import { Crumbs } from '../../components/crumbs.tsx'
import { ColumnsMenu } from '../../components/data-table/columns-menu.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListFoot, type PageSize } from '../../components/data-table/list-foot.tsx'
import { useAddress } from '../../components/data-table/use-address.ts'
import { usePageSize } from '../../components/data-table/use-page-size.ts'
import { type Column, useTable } from '../../components/data-table/use-table.ts'
import { Day } from '../../components/days/days.tsx'
import { ExportButton } from '../../components/exports/export-button.tsx'
import { CorrectedMark, VoidMark } from '../../components/marks.tsx'
import { businessDay } from '../../lib/day-starts.ts'
import { formatClock } from '../../lib/instant.ts'
import { formatShort, isDay, shiftDay } from '../../lib/time.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { resultsText } from '../../text/zh-CN/rooms/results.ts'
import { marksText } from '../../text/zh-CN/shared/marks.ts'
import { ToggleGroup } from '../../ui/fields/toggle-group.tsx'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { readRunFilters, VIEWS } from './long-run-model.ts'
import css from './results.module.css'
import { animalsOf, asDrawn, labelColumns, type PeriodRow, pageOfNow, readResultFilters } from './results-model.ts'

const words = resultsText

const LongRunView = lazy(async () => ({ default: (await import('./long-run-view.tsx')).LongRunView }))
const CheckDialog = lazy(async () => ({ default: (await import('./check-dialog.tsx')).CheckDialog }))

const requestOf = (gameId: number, date: string) =>
  ({ gameId, date, sortInfo: { columnName: 'drawAt', direction: 1 } }) as const

type Paging = {
  /** null: the page of the current period. */
  readonly pageIndex: number | null
  readonly pageSize: PageSize
}
type Asked = { readonly gameId: number; readonly date: string; readonly page: number; readonly pageSize: PageSize }

const askPage = ({ gameId, date, page, pageSize }: Asked, signal: AbortSignal) =>
  api.call(gamesCalls.periodHistories, { ...requestOf(gameId, date), pageIndex: page, pageSize }, { signal })

/** One page of a day; by default the page of the current period. */
const useHistories = (game: GameType | null, date: string, { pageIndex, pageSize }: Paging) => {
  const client = useQueryClient()
  const gameId = game?.id ?? 0
  useEffect(
    () =>
      onLive('period', (event) => {
        if (event.gameId !== gameId) return
        // A new draw changes both views of the page.
        void client.invalidateQueries({ queryKey: keyOf(gamesCalls.periodHistories, gameId) })
        void client.invalidateQueries({ queryKey: keyOf(gamesCalls.longRun, { gameId }) })
      }),
    [client, gameId],
  )
  return useQuery({
    queryKey: keyOf(gamesCalls.periodHistories, gameId, date, pageIndex, pageSize),
    enabled: game !== null,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const ask = (page: number) => askPage({ gameId, date, page, pageSize }, signal)
      const answer = await ask(pageIndex ?? 1)
      const page = pageIndex ?? pageOfNow(answer.items, serverNow(), pageSize)
      return page === answer.pageIndex ? answer : await ask(page)
    },
  })
}

type Runs = ReturnType<typeof readRunFilters>
type ExportProps = { readonly game: GameType; readonly date: string; readonly today: string; readonly runs: Runs }

const Export = ({ game, date, today, runs }: ExportProps): ReactNode =>
  runs.view === 'draws' ? (
    <ExportButton call={gamesCalls.periodHistories} input={requestOf(game.id, date)} />
  ) : (
    <ExportButton
      call={gamesCalls.longRun}
      input={{ gameId: game.id, periods: runs.count, ...(date === today ? {} : { date }) }}
    />
  )

type ToolsProps = Omit<ExportProps, 'game'> & {
  readonly games: readonly GameType[]
  readonly game: GameType | null
  readonly set: (change: Readonly<Record<string, string | null>>) => void
  /** The place of the table's own tools. */
  readonly onBar: (bar: HTMLElement | null) => void
}

/** Game, view and day; all of them are in the address. */
const Tools = ({ games, game, date, today, runs, set, onBar }: ToolsProps): ReactNode => {
  const setDate = (day: string): void => {
    if (isDay(day) && day <= today) set({ date: day === today ? null : day })
  }
  return (
    <div className={css.resultsTools}>
      <ToggleGroup
        name="game"
        label={words.games}
        options={games.map(({ gameType, gameName }) => ({ value: gameType, label: gameName }))}
        value={game?.gameType ?? null}
        onChange={(gameType) => set({ game: gameType, place: null })}
      />
      <ToggleGroup
        name="view"
        label={words.viewsLabel}
        options={VIEWS.map((view) => ({ value: view, label: words.views[view] }))}
        value={runs.view}
        onChange={(view) => set({ view: view === 'draws' ? null : view })}
      />
      <span className={css.resultsDays}>
        <button
          type="button"
          className="ghost-button"
          aria-label={words.previousDay}
          onClick={() => setDate(shiftDay(date, -1))}
        >
          ‹
        </button>
        <Day label={words.date} value={date} today={today} onChange={(day) => setDate(day ?? today)} />
        <button
          type="button"
          className="ghost-button"
          aria-label={words.nextDay}
          disabled={date >= today}
          onClick={() => setDate(shiftDay(date, 1))}
        >
          ›
        </button>
        <button type="button" className="ghost-button" disabled={date === today} onClick={() => setDate(today)}>
          {words.today}
        </button>
        {game ? <Export {...{ game, date, today, runs }} /> : null}
      </span>
      <span className={css.resultsColumns} ref={onBar} />
    </div>
  )
}

type DrawsProps = Pick<ListProps, 'bar'> & {
  readonly game: GameType | null
  readonly results: ReturnType<typeof useHistories>
  readonly onCheck: (row: PeriodRow) => void
  readonly onPage: (page: string) => void
  readonly onPageSize: (pageSize: PageSize) => void
}

/** The draws of a day: a table, or cards on a phone. */
const Draws = ({ game, bar, results, onCheck, onPage, onPageSize }: DrawsProps): ReactNode => {
  const mobile = useMedia(MOBILE)
  if (results.isPending || !game) return <Skeleton label={appText.loading} rows={12} />
  if (results.isLoadingError)
    return (
      <p className="message-line" role="alert">
        {words.failed}{' '}
        <button type="button" className="link-button" onClick={() => void results.refetch()}>
          {appText.retry}
        </button>
      </p>
    )
  const { data } = results
  if (data.items.length === 0)
    return (
      <p className="message-line">
        {words.empty}
        <br />
        {words.emptyHint}
      </p>
    )
  const List = mobile ? ResultCards : ResultTable
  return (
    <>
      <List {...{ bar, onCheck }} gameType={game.gameType} rows={data.items} dim={results.isPlaceholderData} />
      <ListFoot
        pageIndex={data.pageIndex}
        pageSize={data.pageSize}
        total={data.total}
        more={data.more ?? false}
        onPage={(page) => onPage(String(page))}
        onPageSize={onPageSize}
      />
    </>
  )
}

/** Draws of one game on one business day. */
export const ResultsPage = (): ReactNode => {
  const today = businessDay(serverNow())
  const { search, change } = useAddress()
  const filters = readResultFilters(search, today)
  const [pageSize, setPageSize] = usePageSize()
  const games = useGameTypes()
  const game = games.data?.find(({ gameType }) => gameType === filters.gameType) ?? games.data?.[0] ?? null
  const results = useHistories(game, filters.date, { pageIndex: filters.pageIndex, pageSize })
  const runs = readRunFilters(search)
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const [checked, setChecked] = useState<PeriodRow | null>(null)
  return (
    <div className={css.results}>
      <Crumbs range={filters.date} />
      <section className={`card ${css.resultsCard}`}>
        <Tools {...{ games: games.data ?? [], game, date: filters.date, today, runs, set: change, onBar: setBar }} />
        {game && runs.view !== 'draws' ? (
          <Suspense fallback={<Skeleton label={appText.loading} rows={12} />}>
            <LongRunView
              game={game}
              date={filters.date === today ? null : filters.date}
              filters={runs}
              onSet={change}
            />
          </Suspense>
        ) : (
          <Draws
            game={game}
            bar={bar}
            results={results}
            onCheck={(row) => setChecked(asDrawn(row))}
            onPage={(page) => change({ page })}
            onPageSize={setPageSize}
          />
        )}
      </section>
      {checked && game ? (
        <Suspense fallback={null}>
          <CheckDialog gameType={game.gameType} row={checked} onClose={() => setChecked(null)} />
        </Suspense>
      ) : null}
    </div>
  )
}

type ListProps = {
  /** Where the tools of the table stand, in the bar above: a line of their own would cost the draws a row. */
  readonly bar: HTMLElement | null
  readonly gameType: string
  readonly rows: readonly PeriodRow[]
  readonly dim: boolean
  readonly onCheck: (row: PeriodRow) => void
}

/** Balls in the order drawn; for Mark Six with their animals, and the special number separate. */
const Balls = ({ gameType, row }: { readonly gameType: string; readonly row: PeriodRow }): ReactNode => {
  if (row.result.length === 0)
    return <span className={css.resultsWaiting}>{row.state === 'void' ? words.noBalls : words.waiting}</span>
  const animals = animalsOf(gameType, row)
  return (
    <span className={css.resultsBalls}>
      {row.result.map((ball, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a drawn number is known by its place
          key={at}
          className={gameType === '6HC' && at === 6 ? `${css.resultsBall} ${css.resultsSpecial}` : css.resultsBall}
        >
          <Ball gameType={gameType} number={ball} />
          {animals[at] === undefined ? null : <small>{animals[at]}</small>}
        </span>
      ))}
      {gameType === 'PC' && row.labels['sum'] !== undefined ? (
        <span className={`${css.resultsBall} ${css.resultsSum}`}>
          = <Ball gameType="PC" number={Number(row.labels['sum'])} sum />
        </span>
      ) : null}
    </span>
  )
}

/** Replaced results, struck through, and the reason for the one in force. */
const Replaced = ({ row }: { readonly row: PeriodRow }): ReactNode => {
  const versions = row.versions ?? []
  const last = versions.at(-1)
  if (!last || last.kind === 'draw') return null
  return (
    <span className={css.resultsReplaced}>
      {versions.slice(0, -1).map((one) => (
        <del key={one.version} title={marksText.old}>
          {one.kind === 'void' ? marksText.kinds.void : one.result.join(' ')}
        </del>
      ))}
      {last.kind === 'void' ? <VoidMark /> : <CorrectedMark />}
      <small>{marksText.why({ ...last, at: formatShort(last.at) })}</small>
    </span>
  )
}

const Check = ({ row, onCheck }: { readonly row: PeriodRow; readonly onCheck: ListProps['onCheck'] }): ReactNode => {
  if (row.commitment === undefined) return <small>{words.noCommitment}</small>
  return (
    <button type="button" className="link-button" onClick={() => onCheck(row)}>
      {row.seed === undefined ? words.committed : words.check}
    </button>
  )
}

type Context = { readonly gameType: string; readonly onCheck: ListProps['onCheck'] }

const FIRST = { title: words.columns.period, left: true, cell: (row: PeriodRow) => row.periodNo } as const

const FRONT: readonly Column<PeriodRow, Context>[] = [
  { name: 'drawAt', title: words.columns.drawAt, left: true, cell: (row) => formatShort(row.drawAt) },
  {
    name: 'balls',
    title: words.columns.balls,
    left: true,
    edge: true,
    cell: (row, { gameType }) => (
      <>
        <Balls gameType={gameType} row={row} />
        <Replaced row={row} />
      </>
    ),
  },
]

const REST: readonly Column<PeriodRow, Context>[] = [
  {
    name: 'state',
    title: words.columns.state,
    left: true,
    cell: (row) => <span className={css[`results-${row.state}`]}>{words.states[row.state]}</span>,
  },
  {
    name: 'check',
    title: words.columns.check,
    left: true,
    cell: (row, { onCheck }) => <Check row={row} onCheck={onCheck} />,
  },
]

/** Each game has derived columns of its own, and so an arrangement of its own. */
const ResultTable = ({ bar, gameType, rows, dim, onCheck }: ListProps): ReactNode => {
  const labels = labelColumns(DRAW_LABELS[gameType] ?? {}, rows).map(
    ({ code, name }): Column<PeriodRow, Context> => ({
      name: `label-${code}`,
      title: name,
      left: true,
      cell: (row) => row.labels[code] ?? '',
    }),
  )
  const table = useTable(`results-${gameType}`, [...FRONT, ...labels, ...REST])
  return (
    <>
      {bar === null ? null : createPortal(<ColumnsMenu table={table} />, bar)}
      <DataTable
        label={words.views.draws}
        className={css.resultsScroll}
        table={table}
        first={FIRST}
        rows={rows}
        context={{ gameType, onCheck }}
        keyOf={(row) => row.periodNo}
        dataOf={(row) => ({ 'data-period': row.periodNo })}
        dim={dim}
      />
    </>
  )
}

const ResultCards = ({ gameType, rows, dim, onCheck }: ListProps): ReactNode => {
  const columns = labelColumns(DRAW_LABELS[gameType] ?? {}, rows)
  return (
    <ul className={css.resultsCards} data-dim={dim || undefined}>
      {rows.map((row) => (
        <li key={row.periodNo} data-period={row.periodNo}>
          <p>
            <b>{row.periodNo}</b>
            <span>{formatClock(row.drawAt)}</span>
            <span className={css[`results-${row.state}`]}>{words.states[row.state]}</span>
            <Check row={row} onCheck={onCheck} />
          </p>
          <Balls gameType={gameType} row={row} />
          <Replaced row={row} />
          <dl>
            {columns.map(({ code, name }) =>
              row.labels[code] === undefined ? null : (
                <div key={code}>
                  <dt>{name}</dt>
                  <dd>{row.labels[code]}</dd>
                </div>
              ),
            )}
          </dl>
        </li>
      ))}
    </ul>
  )
}
