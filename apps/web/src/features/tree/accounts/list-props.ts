import type { AccountFilters } from './accounts-filters.ts'
import type { Level } from './level.ts'
import type { AccountRow, Action } from './row-actions.ts'

export type ListProps = {
  readonly rows: readonly AccountRow[]
  readonly filters: AccountFilters
  readonly level: Level
  /** The trail of each row: only in a search, which goes deeper than one level. */
  readonly deep: boolean
  /** null: nothing to choose for. */
  readonly chosen: ReadonlySet<number> | null
  readonly onChoose: (ids: ReadonlySet<number>) => void
  readonly onSort: (column: NonNullable<AccountFilters['sort']>['columnName']) => void
  readonly onAction: (action: Action, row: AccountRow) => void
}
