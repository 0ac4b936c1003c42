import type { ReactNode } from 'react'
import { serverNow } from '../../../api/clock.ts'
import { useLine } from '../../../api/live.ts'
import { formatClock } from '../../../lib/instant.ts'
import { boardText } from '../../../text/zh-CN/rooms/board.ts'
import { Choice } from '../../../ui/fields/choice.tsx'
import { ToggleGroup } from '../../../ui/fields/toggle-group.tsx'
import { MOBILE, useMedia } from '../../../ui/hooks/use-media.ts'
import { useSecond } from '../../../ui/hooks/use-second.ts'
import { type BoardFilters, isNode, type SetFilter } from '../board-state/board-filters.ts'
import type { AmountMode, BoardSort } from '../board-state/board-model.ts'
import css from './board-toolbar.module.css'
import { SubtreeChoice } from './subtree-choice.tsx'

const MODES = (Object.keys(boardText.modes) as AmountMode[]).map((value) => ({ value, label: boardText.modes[value] }))
const SORTS = (Object.keys(boardText.sorts) as BoardSort[]).map((value) => ({ value, label: boardText.sorts[value] }))
const PANKOU = [
  { value: '', label: boardText.pankouAll },
  ...['A', 'B', 'C', 'D'].map((letter) => ({ value: letter, label: boardText.pankouOne(letter) })),
]

const VIEWS = (['orders', 'seat'] as const).map((value) => ({ value, label: boardText.views[value] }))

/** Older figures are shown in grey. */
export const STALE_MS = 5_000

type Props = {
  readonly filters: BoardFilters
  readonly sort: BoardSort
  readonly setFilter: SetFilter
  readonly loadedAt: number
  readonly failing: boolean
  /** Combinations have no layout of their own: the largest exposures come first. */
  readonly combinations: boolean
  /** Content at the end of the row. */
  readonly children?: ReactNode
}

export const BoardToolbar = ({
  filters,
  sort,
  setFilter,
  loadedAt,
  failing,
  combinations,
  children,
}: Props): ReactNode => {
  const mobile = useMedia(MOBILE)
  const sorts = combinations ? SORTS.filter(({ value }) => value !== 'item') : SORTS
  const usual = combinations ? 'amount' : 'item'
  return (
    <div className={css.boardTools} data-part="board-tools">
      <ToggleGroup
        name="amount"
        label={boardText.amountMode}
        options={MODES}
        value={filters.mode}
        onChange={(mode) => setFilter('amount', mode === 'net' ? null : mode)}
      />
      <Choice
        label={boardText.pankou}
        value={filters.pankou ?? ''}
        options={PANKOU}
        onChange={(pankou) => setFilter('pankou', pankou === '' ? null : pankou)}
      />
      <SubtreeChoice under={filters.under} setFilter={setFilter} />
      {filters.under && isNode(filters.under.role) ? (
        <ToggleGroup
          name="view"
          label={boardText.view}
          options={VIEWS}
          value={filters.under.seat ? 'seat' : 'orders'}
          onChange={(view) => setFilter('view', view === 'seat' ? 'seat' : null)}
        />
      ) : null}
      {mobile ? (
        <Choice label={boardText.sortShort} value={sort} options={sorts} onChange={(next) => setFilter('sort', next)} />
      ) : (
        <ToggleGroup
          name="sort"
          label={boardText.sort}
          options={sorts}
          value={sort}
          onChange={(next) => setFilter('sort', next === usual ? null : next)}
        />
      )}
      {children}
      <LiveDot loadedAt={loadedAt} failing={failing} short={mobile} />
    </div>
  )
}

type LiveDotProps = {
  readonly loadedAt: number
  readonly failing: boolean
  /** On a phone: without the time. */
  readonly short: boolean
}

/** Whether the figures are live, polled or disconnected, and their age. */
const LiveDot = ({ loadedAt, failing, short }: LiveDotProps): ReactNode => {
  useSecond()
  const state = useLine((line) => line.state)
  if (loadedAt === 0) return null
  const age = Math.max(0, Math.floor((Date.now() - loadedAt) / 1000))
  const cut = failing || age * 1000 > STALE_MS
  const kind = cut ? 'cut' : state === 'live' ? 'live' : 'polling'
  const words =
    kind === 'cut'
      ? boardText.cut(age)
      : kind === 'live'
        ? short
          ? boardText.live
          : `${boardText.live} · ${age < 2 ? boardText.justNow : boardText.secondsAgo(age)}`
        : `${boardText.polling} · ${boardText.secondsAgo(age)}`
  return (
    <span
      className={`${css.live} ${css[`live-${kind}`] ?? ''}`}
      data-live={kind}
      title={formatClock(serverNow() - age * 1000)}
    >
      <i aria-hidden="true" />
      {words}
    </span>
  )
}
