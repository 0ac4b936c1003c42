import { memo, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { serverNow } from '../../../api/clock.ts'
import type { GameType } from '../../../api/shared-queries.ts'
import { Crumbs } from '../../../components/crumbs.tsx'
import { OrdersDrawer } from '../../../components/orders/orders-drawer.tsx'
import { StopSwitch } from '../../../components/replenish/stop-switch.tsx'
import { businessDay } from '../../../lib/day-starts.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { boardText } from '../../../text/zh-CN/rooms/board.ts'
import { MOBILE, useMedia } from '../../../ui/hooks/use-media.ts'
import { useEachSecond } from '../../../ui/hooks/use-second.ts'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { type BoardFilters, type SetFilter, useBoardFilters } from '../board-state/board-filters.ts'
import {
  type BoardRow,
  type BoardSort,
  isReplenishOver,
  rowKey,
  rowsOfPlays,
  totalsOf,
} from '../board-state/board-model.ts'
import { callOf, comboPlayOf, sectionOf, tabsOf } from '../board-state/board-tabs.ts'
import { useBetweenKeys } from '../board-state/use-between-keys.ts'
import {
  type GroupRow,
  useBoard,
  useGroupRows,
  useGroups,
  usePinnedPeriod,
  useReplenishType,
  useSeatLine,
} from '../board-state/use-board.ts'
import { useSender } from '../board-state/use-sender.ts'
import { CombinationCount, CombinationTools } from '../combinations/combination-tools.tsx'
import { BoardBody } from '../grid/board-body.tsx'
import gridCss from '../grid/grid.module.css'
import { OrderRoll } from '../order-roll/order-roll.tsx'
import { OutlookOpener } from '../outlook/outlook-opener.tsx'
import { ReplenishBar, usePicks } from '../replenish/replenish-bar.tsx'
import type { BoardChoice } from './board-choice.ts'
import { BoardExport } from './board-export.tsx'
import { BoardFooter } from './board-footer.tsx'
import css from './board-page.module.css'
import { BoardSide } from './board-side.tsx'
import { BoardToolbar } from './board-toolbar.tsx'
import { ExactTip } from './exact-tip.tsx'
import { GroupTabs } from './group-tabs.tsx'
import { ItemFigures } from './item-figures.tsx'
import { LiveDot } from './live-dot.tsx'
import { MobileHead } from './mobile-head.tsx'
import { PeriodStrip } from './period-strip.tsx'
import { SectionChoice } from './section-choice.tsx'
import { useBoardChoice } from './use-board-choice.ts'
import type { Replenishing } from './worst-list.tsx'

/** The instant board: one page of one game in one period. */
export const BoardPage = (): ReactNode => {
  const { filters, setFilter } = useBoardFilters()
  const groups = useGroups(filters.gameType)
  if (groups.loading) return <Skeleton label={appText.loading} />
  if (groups.failed)
    return (
      <p className="message-line" role="alert">
        {appText.loadFailed}{' '}
        <button type="button" className="link-button" onClick={() => void groups.retry()}>
          {appText.retry}
        </button>
      </p>
    )
  if (!groups.game) return <p className="message-line">{boardText.noGame}</p>
  return (
    <>
      {groups.isOff ? (
        <p className={css.off} role="status">
          {boardText.gameOff(groups.game.gameName)}
        </p>
      ) : null}
      <GameBoard key={groups.game.id} game={groups.game} games={groups.games} filters={filters} setFilter={setFilter} />
    </>
  )
}

type GameBoardProps = {
  readonly game: GameType
  readonly games: readonly GameType[]
  readonly filters: BoardFilters
  readonly setFilter: SetFilter
}

/** What of the board's last answer is shown around its figures. */
const useAnswer = (target: Parameters<typeof useBoard>[0]) => {
  const { data, dataUpdatedAt: loadedAt, isError, failureCount, refetch } = useBoard(target)
  return useMemo(
    () => ({ all: data, loadedAt, failed: isError, failing: isError || failureCount > 0, refetch }),
    [data, loadedAt, isError, failureCount, refetch],
  )
}

/**
 * Everything that a board shows, computed from the address and the two answers; the same object until one of them
 * changes.
 */
const useGameBoard = ({ game, filters }: GameBoardProps, sort: BoardSort) => {
  const { periodNo, offered, follow, known } = usePinnedPeriod(filters.gameType)
  const tabs = useMemo(() => tabsOf(game), [game])
  const tab = tabs.find((one) => one.code === filters.group) ?? tabs[0] ?? null
  const { parts, top, mode, pankou, under } = filters
  const section = useMemo(() => (tab ? sectionOf(tab, filters.section) : null), [tab, filters.section])
  const comboPlay = tab ? comboPlayOf(tab, filters.section) : null
  const combinations = tab?.call === 'multi' ? { play: comboPlay, parts, top, sort } : null
  const target = { gameId: game.id, tab, periodNo, mode, pankou, section, under, combinations }
  const answer = useAnswer(target)
  const groupRows = useGroupRows(target).data?.rows ?? NO_GROUPS
  const { all } = answer
  const shown = useMemo(() => (tab ? { ...tab, call: callOf(tab, section) } : null), [tab, section])
  const board = useMemo(() => {
    if (!all || !shown) return null
    if (shown.call !== 'common') return all
    const plays = section ? section.plays : shown.sections.flatMap((one) => one.plays)
    const rows = rowsOfPlays(all.rows, plays)
    return { ...all, rows, totals: totalsOf(rows) }
  }, [all, shown, section])
  const asked = JSON.stringify([tab?.code, filters.section, periodNo, known, mode, pankou, under, combinations])
  return useMemo(
    () => ({
      asked,
      pinned: { periodNo, offered, follow, known },
      tabs,
      tab: shown,
      answer,
      groupRows,
      allRows: all?.rows ?? NO_ROWS,
      section,
      comboPlay,
      board,
    }),
    [asked, periodNo, offered, follow, known, tabs, shown, answer, groupRows, all, section, comboPlay, board],
  )
}

const NO_GROUPS: readonly GroupRow[] = []
const NO_ROWS: readonly BoardRow[] = []

type ShownBoard = ReturnType<typeof useGameBoard>
type PartProps = { readonly props: GameBoardProps; readonly shown: ShownBoard }

type ToolbarProps = GameBoardProps &
  Pick<ShownBoard, 'tab' | 'section' | 'comboPlay'> & { readonly periodNo: string | null; readonly sort: BoardSort }

/** It shows no figure, so a newer answer does not draw it. */
const Toolbar = memo((props: ToolbarProps): ReactNode => {
  const { game, games, filters, setFilter, tab, section, comboPlay, periodNo, sort } = props
  return (
    <BoardToolbar
      filters={filters}
      sort={tab?.call === 'multi' && sort === 'item' ? 'amount' : sort}
      setFilter={setFilter}
      combinations={tab?.call === 'multi'}
      sections={
        tab && section ? (
          <SectionChoice tab={tab} chosen={section} onChoose={(play) => setFilter('section', play)} />
        ) : null
      }
    >
      <OrderRoll game={game} games={games} filters={filters} setFilter={setFilter} />
      <StopSwitch gameId={game.id} gameName={game.gameName} live />
      {tab && periodNo !== null ? (
        <BoardExport
          gameId={game.id}
          periodNo={periodNo}
          filters={filters}
          sort={sort}
          tab={tab}
          section={section}
          comboPlay={comboPlay}
        />
      ) : null}
    </BoardToolbar>
  )
})

/** What narrows the board above its rows: the seat's note and the tools of combinations. */
const Choices = ({ props, shown }: PartProps): ReactNode => {
  const { game, filters, setFilter } = props
  const { tab, comboPlay, board } = shown
  return (
    <>
      {filters.under?.seat ? <p className={gridCss.boardNote}>{boardText.seatNote(filters.under.name)}</p> : null}
      {tab && board?.combinations ? (
        <CombinationTools
          tab={tab}
          combinations={board.combinations}
          filters={filters}
          gameType={game.gameType}
          play={comboPlay}
          setFilter={setFilter}
        />
      ) : null}
    </>
  )
}

type CardProps = PartProps & {
  readonly sort: BoardSort
  readonly replenishing: ReturnType<typeof usePicks>
  /** What the lists of the worst may do. */
  readonly worst: Replenishing
  readonly onOrders: (row: BoardRow) => void
  readonly onExplain: (key: string) => void
}

/** The rows with everything around them: tools above, totals and replenishment below. */
const BoardCard = ({ props, shown, sort, replenishing, worst, onOrders, onExplain }: CardProps): ReactNode => {
  const { game, filters, setFilter } = props
  const { pinned, tab, section, comboPlay, answer, board } = shown
  const { openWith } = replenishing
  const mobile = useMedia(MOBILE)
  // The same function for every answer: a cell whose figures are the same is not drawn again.
  const explain = useCallback(
    (row: BoardRow): void => {
      onExplain(rowKey(row))
      openWith?.(row)
    },
    [onExplain, openWith],
  )
  return (
    <section className={`${css.board} card`} aria-label={tab?.name}>
      <Toolbar {...props} {...{ tab, section, comboPlay, sort }} periodNo={pinned.periodNo} />
      <Choices {...{ props, shown }} />
      <BoardBody
        board={board}
        hasPeriod={pinned.periodNo !== null || !pinned.known}
        filters={filters}
        sort={sort}
        failed={answer.failed && !board}
        loadedAt={answer.loadedAt}
        game={game}
        tab={tab}
        onRetry={() => void answer.refetch()}
        onOrders={onOrders}
        onExplain={explain}
        onType={replenishing.type}
        picks={replenishing.picks}
      />
      {board?.combinations ? <CombinationCount board={board} filters={filters} setFilter={setFilter} /> : null}
      {board && mobile ? (
        <OutlookOpener
          game={game}
          period={board.period}
          under={filters.under}
          rows={tab?.call === 'special' ? board.rows : null}
          replenishing={worst}
        />
      ) : null}
      {board && tab ? (
        <ReplenishBar
          key={`${tab.code}|${tab.call}|${board.period.periodNo}`}
          control={replenishing}
          gameId={game.id}
          tab={tab}
          board={board}
          filters={filters}
          loadedAt={answer.loadedAt}
          over={worst.over}
        />
      ) : null}
      {board ? <BoardFooter totals={board.totals} /> : null}
    </section>
  )
}

/** The orders behind one item, with the item's figures as the board shows them. */
const BehindItem = ({
  props,
  shown,
  opened,
  onClose,
}: PartProps & { readonly opened: BoardRow; readonly onClose: () => void }): ReactNode => {
  const { game, filters } = props
  const { pinned, tab, board } = shown
  const row = board?.rows.find((one) => rowKey(one) === rowKey(opened)) ?? opened
  const plays = tab?.call === 'special' ? (tab.groups[0]?.plays ?? []) : []
  return (
    <OrdersDrawer
      subject={`${tab?.name ?? ''} ${row.itemName}`}
      source={{
        kind: 'item',
        gameId: game.id,
        periodNo: pinned.periodNo ?? '',
        playCode: row.playCode,
        itemCode: row.itemCode,
        pankou: filters.pankou,
        under: filters.under?.agentPathsId ?? null,
      }}
      plays={plays}
      figures={(playCode) => <ItemFigures row={row} mode={filters.mode} plays={plays} playCode={playCode} />}
      onClose={onClose}
    />
  )
}

type HeadProps = PartProps & {
  readonly choice: BoardChoice
}

/** Above the board: where one is, what the period says, and how old the figures are. All of it has its place. */
const Head = ({ props, shown, choice }: HeadProps): ReactNode => {
  const { games, filters, setFilter } = props
  const { pinned, tabs, tab, groupRows, allRows, board, answer } = shown
  const mobile = useMedia(MOBILE)
  const choose = useCallback((code: string) => setFilter('group', code), [setFilter])
  const tabList = (
    <GroupTabs
      tabs={tabs}
      rows={groupRows}
      loaded={tab?.call === 'common' && tab.groups.length > 1 ? allRows : null}
      own={board?.rows ?? []}
      chosen={tab?.code ?? null}
      mode={filters.mode}
      moneyFirst={choice.moneyFirst}
      onChoose={choose}
    />
  )
  const strip = (
    <PeriodStrip
      period={board?.period ?? null}
      gameType={filters.gameType}
      offered={pinned.offered}
      onFollow={pinned.follow}
    />
  )
  const dot = <LiveDot loadedAt={answer.loadedAt} failing={answer.failing} short={mobile} />
  if (mobile)
    return (
      <>
        <MobileHead
          games={games}
          gameType={filters.gameType}
          period={board?.period ?? null}
          totals={board?.totals ?? null}
          tabs={tabList}
          onGame={(type) => setFilter('game', type)}
        />
        <div className={css.boardTop}>
          {strip}
          {dot}
        </div>
      </>
    )
  return (
    <>
      <div className={css.boardTop}>
        <Crumbs range={businessDay(serverNow())} />
        {strip}
        {dot}
      </div>
      {tabList}
    </>
  )
}

/**
 * While bets arrive the board changes several times a second, and drawing it takes longer than a key press may wait.
 * A newer answer of the same board is therefore drawn between keys, when nothing else is to do; another board at once.
 */
const GameBoard = ({ game, games, filters, setFilter }: GameBoardProps): ReactNode => {
  const mobile = useMedia(MOBILE)
  // On a phone the worst results come first; on a desktop the game's layout is the default.
  const sort = filters.sort ?? (mobile ? 'result' : 'item')
  const props = useMemo(() => ({ game, games, filters, setFilter }), [game, games, filters, setFilter])
  const latest = useGameBoard(props, sort)
  const later = useBetweenKeys(latest)
  return <ShownGameBoard props={props} sort={sort} shown={later.asked === latest.asked ? later : latest} />
}

const ShownGameBoard = memo(({ props, sort, shown }: PartProps & { readonly sort: BoardSort }): ReactNode => {
  const { game, filters } = props
  const mobile = useMedia(MOBILE)
  const { pinned, tab, board } = shown
  const [opened, setOpened] = useState<BoardRow | null>(null)
  const [explained, setExplained] = useState<string | null>(null)
  const { choice } = useBoardChoice()
  useReplenishType(game.id)
  useSeatLine(filters.under)
  const replenishing = usePicks(useSender(filters.under), `${game.id}|${pinned.periodNo ?? ''}`)
  const over = useEachSecond(() => board !== null && isReplenishOver(board.period, serverNow()))
  const worst = { picks: replenishing.picks, openWith: replenishing.openWith, over }
  // Never while something of this period is in hand.
  const follows = choice.follows && pinned.offered !== null && opened === null && replenishing.idle
  useEffect(() => {
    if (follows) pinned.follow()
  }, [follows, pinned])
  const asked = board?.rows.find((row) => rowKey(row) === explained) ?? null
  return (
    <div className={css.boardPage}>
      <Head {...{ props, shown, choice }} />
      <div className={css.boardColumns}>
        <BoardCard {...{ props, shown, sort, replenishing, worst }} onOrders={setOpened} onExplain={setExplained} />
        {mobile ? null : board && tab && board.rows.length > 0 ? (
          <BoardSide board={board} tab={tab} game={game} filters={filters} explained={asked} replenishing={worst} />
        ) : (
          <span />
        )}
      </div>
      <ExactTip />
      {opened ? <BehindItem {...{ props, shown, opened }} onClose={() => setOpened(null)} /> : null}
    </div>
  )
})
