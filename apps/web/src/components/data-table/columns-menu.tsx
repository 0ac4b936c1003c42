import type { ReactNode } from 'react'
import { appText } from '../../text/zh-CN/app/app.ts'
import { undoText } from '../../text/zh-CN/shared/undo.ts'
import { PanelButton } from '../../ui/pop-up/panel-button.tsx'
import { offerUndo } from '../forms/offer-undo.ts'
import css from './columns-menu.module.css'
import { moved, NO_CHOICE, toggled } from './columns-model.ts'
import { FullTable } from './full-table.tsx'
import type { Table } from './use-table.ts'

type Props = {
  readonly table: Pick<Table<never, never>, 'all' | 'choice' | 'choose' | 'ready'>
  /** Whether the table can fill the window; not where it stands over a page already. */
  readonly full?: boolean
}

/** The tools of a table: which columns are shown and in which order, saved at once, and the table over the window. */
export const ColumnsMenu = ({ table, full = true }: Props): ReactNode => (
  <>
    <ColumnsButton table={table} />
    {full ? <FullTable /> : null}
  </>
)

const ColumnsButton = ({ table }: Pick<Props, 'table'>): ReactNode => (
  <PanelButton name={appText.columns} disabled={!table.ready}>
    {() => <Columns table={table} />}
  </PanelButton>
)

const Columns = ({ table: { all, choice, choose } }: Pick<Props, 'table'>): ReactNode => {
  const shown = all.filter(({ name }) => !choice.hidden.includes(name)).length
  return (
    <div className={css.columns}>
      <ul>
        {all.map(({ name, title, group }, at) => {
          const on = !choice.hidden.includes(name)
          return (
            <li key={name}>
              <label>
                <input
                  type="checkbox"
                  checked={on}
                  disabled={on && shown === 1}
                  onChange={() => choose(toggled(choice, name))}
                />
                {title}
                {group === undefined ? null : <small>{group}</small>}
              </label>
              <button
                type="button"
                aria-label={appText.columnUp(title)}
                disabled={at === 0}
                onClick={() => choose(moved(all, choice, name, -1))}
              >
                ↑
              </button>
              <button
                type="button"
                aria-label={appText.columnDown(title)}
                disabled={at === all.length - 1}
                onClick={() => choose(moved(all, choice, name, 1))}
              >
                ↓
              </button>
            </li>
          )
        })}
      </ul>
      <button
        type="button"
        className="link-button"
        onClick={() => {
          choose(NO_CHOICE)
          offerUndo(undoText.columns, () => choose(choice))
        }}
      >
        {appText.resetColumns}
      </button>
    </div>
  )
}
