import { type ReactNode, useEffect, useRef, useState } from 'react'
import { appText } from '../../text/zh-CN/app/app.ts'
import { undoText } from '../../text/zh-CN/shared/undo.ts'
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

/** Closes on Escape, and on a press or focus elsewhere. */
export const useClosing = (open: boolean, close: () => void) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open) return
    const away = (event: Event): void => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) close()
    }
    document.addEventListener('pointerdown', away)
    document.addEventListener('focusin', away)
    return () => {
      document.removeEventListener('pointerdown', away)
      document.removeEventListener('focusin', away)
    }
  }, [open, close])
  return box
}

/** The tools of a table: which columns are shown and in which order, saved at once, and the table over the window. */
export const ColumnsMenu = ({ table, full = true }: Props): ReactNode => (
  <>
    <ColumnsButton table={table} />
    {full ? <FullTable /> : null}
  </>
)

const ColumnsButton = ({ table }: Pick<Props, 'table'>): ReactNode => {
  const [open, setOpen] = useState(false)
  const box = useClosing(open, () => setOpen(false))
  const button = useRef<HTMLButtonElement>(null)
  const { all, choice, choose, ready } = table
  const shown = all.filter(({ name }) => !choice.hidden.includes(name)).length
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what the button opened
    <div
      className={css.columnsMenu}
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        event.stopPropagation()
        setOpen(false)
        button.current?.focus()
      }}
    >
      <button
        type="button"
        className="ghost-button"
        ref={button}
        aria-expanded={open}
        aria-haspopup="dialog"
        disabled={!ready}
        onClick={() => setOpen(!open)}
      >
        {appText.columns}
      </button>
      {open ? (
        <div className={css.columnsPanel} role="dialog" aria-label={appText.columns}>
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
      ) : null}
    </div>
  )
}
