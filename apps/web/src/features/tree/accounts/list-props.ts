import type { AccountFilters } from './accounts-filters.ts'
import type { Level } from './level.ts'
import type { AccountRow, Action } from './row-actions.ts'

export type ListProps = {
  readonly rows: readonly AccountRow[]
  readonly filters: AccountFilters
  readonly level: Level
  /** Shows the trail of each row, for a search over several levels. */
  readonly deep: boolean
  /** null: no checkboxes. */
  readonly chosen: ReadonlySet<number> | null
  readonly onChoose: (ids: ReadonlySet<number>) => void
  /** The account that has just been made. */
  readonly made: number | null
  readonly onSort: (column: NonNullable<AccountFilters['sort']>['columnName']) => void
  readonly onAction: (action: Action, row: AccountRow) => void
}
