import './board.css'
import { type ReactNode, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import type { GameType } from '../../api/shared-queries.ts'
import { Crumbs } from '../../components/crumbs.tsx'
import { OrdersDrawer } from '../../components/orders-drawer.tsx'
import { businessDay } from '../../lib/time.ts'
import { appText } from '../../text/zh-CN/app.ts'
import { boardText } from '../../text/zh-CN/board.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MOBILE, useMedia } from '../../ui/use-media.ts'
import { BoardBody } from './board-body.tsx'
import { type BoardFilters, useBoardFilters } from './board-filters.ts'
import { BoardFooter } from './board-footer.tsx'
import type { BoardRow } from './board-model.ts'
import { BoardSide } from './board-side.tsx'
import { BoardToolbar } from './board-toolbar.tsx'
import { GroupTabs } from './group-tabs.tsx'
import { MobileHead } from './mobile-head.tsx'
import { PeriodStrip } from './period-strip.tsx'
import { boardTargetOf, useBoard, useGroupRows, useGroups, usePinnedPeriod, useReplenishType } from './use-board.ts'

/** The instant board: one play group of one game in one period. */
export const BoardPage = (): ReactNode => {
  const { filters, setFilter } = useBoardFilters()
  const groups = useGroups(filters.gameType)
  if (groups.loading) return <Skeleton label={appText.loading} />
  if (groups.failed) return <Failed onRetry={() => void groups.retry()} />
  if (!groups.game) return <p className="message-line">{boardText.noGame}</p>
  return (
    <GameBoard key={groups.game.id} game={groups.game} games={groups.games} filters={filters} setFilter={setFilter} />
  )
}

export const Failed = ({ onRetry }: { readonly onRetry: () => void }): ReactNode => (
  <p className="message-line" role="alert">
    {appText.loadFailed}{' '}
    <button type="button" className="link-button" onClick={onRetry}>
      {appText.retry}
    </button>
  </p>
)

type GameBoardProps = {
  readonly game: GameType
  readonly games: readonly GameType[]
  readonly filters: BoardFilters
  readonly setFilter: ReturnType<typeof useBoardFilters>['setFilter']
}

const GameBoard = ({ game, games, filters, setFilter }: GameBoardProps): ReactNode => {
  const mobile = useMedia(MOBILE)
  const pinned = usePinnedPeriod(filters.gameType)
  const group = game.groups.find((one) => one.code === filters.group) ?? game.groups[0] ?? null
  const target = boardTargetOf(filters, { gameId: game.id, group, periodNo: pinned.periodNo })
  const board = useBoard(target)
  const groupRows = useGroupRows(target).data?.rows ?? []
  const [opened, setOpened] = useState<BoardRow | null>(null)
  const [explained, setExplained] = useState<BoardRow | null>(null)
  useReplenishType(game.id)
  // On a phone the worst results come first; on a desk the game's own layout does.
  const sort = filters.sort ?? (mobile ? 'result' : 'item')
  const data = board.data ?? null
  const now = explained ? (data?.rows.find((row) => row.itemCode === explained.itemCode) ?? explained) : null
  return (
    <div className="board-page">
      {mobile ? (
        <MobileHead
          games={games}
          gameType={filters.gameType}
          period={data?.period ?? null}
          totals={data?.totals ?? null}
          onGame={(type) => setFilter('game', type)}
        />
      ) : (
        <Crumbs range={businessDay(serverNow())} />
      )}
      <GroupTabs
        groups={game.groups}
        rows={groupRows}
        chosen={group?.code ?? null}
        mode={filters.mode}
        onChoose={(code) => setFilter('group', code)}
      />
      <PeriodStrip
        period={data?.period ?? null}
        gameType={filters.gameType}
        offered={pinned.offered}
        onFollow={pinned.follow}
      />
      <div className="board-columns">
        <section className="board card" aria-label={group?.name}>
          <BoardToolbar
            filters={filters}
            sort={sort}
            setFilter={setFilter}
            loadedAt={board.dataUpdatedAt}
            failing={board.isError || board.failureCount > 0}
          />
          <BoardBody
            board={data}
            filters={filters}
            sort={sort}
            failed={board.isError && !data}
            onRetry={() => void board.refetch()}
            onOrders={setOpened}
            onExplain={setExplained}
            loadedAt={board.dataUpdatedAt}
            game={game}
            group={group}
          />
          {data && !mobile ? <BoardFooter totals={data.totals} /> : null}
        </section>
        {data && data.rows.length > 0 && !mobile ? (
          <BoardSide board={data} gameType={filters.gameType} explained={now} game={game} />
        ) : null}
      </div>
      {opened ? (
        <OrdersDrawer
          subject={`${group?.name ?? ''} ${opened.itemName}`}
          source={{
            kind: 'item',
            gameId: game.id,
            periodNo: pinned.periodNo ?? '',
            playCode: opened.playCode,
            itemCode: opened.itemCode,
            pankou: filters.pankou,
          }}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </div>
  )
}
