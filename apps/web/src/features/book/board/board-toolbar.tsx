import type { ReactNode } from 'react'
import { boardText } from '../../../text/zh-CN/rooms/board.ts'
import { Choice } from '../../../ui/fields/choice.tsx'
import { ToggleGroup } from '../../../ui/fields/toggle-group.tsx'
import { MOBILE, useMedia } from '../../../ui/hooks/use-media.ts'
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

type Props = {
  readonly filters: BoardFilters
  readonly sort: BoardSort
  readonly setFilter: SetFilter
  /** The choice of a section, where the sections are too large to be shown together. */
  readonly sections: ReactNode
  /** Combinations have no layout of their own: the largest exposures come first. */
  readonly combinations: boolean
  /** Content at the end of the row. */
  readonly children?: ReactNode
}

export const BoardToolbar = ({ filters, sort, setFilter, sections, combinations, children }: Props): ReactNode => {
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
      {sections}
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
      <span className={css.boardToolsEnd}>{children}</span>
    </div>
  )
}
