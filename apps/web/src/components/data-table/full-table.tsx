import { type ReactNode, useEffect, useRef, useState } from 'react'
import { appText } from '../../text/zh-CN/app/app.ts'
import css from './full-table.module.css'

/** The card of the table, with its filters, tools and pager. */
const partAround = (button: Element | null): HTMLElement | null =>
  button?.closest<HTMLElement>('.card') ?? button?.closest<HTMLElement>('main > *') ?? null

/** Something above the table is closed first by its own Escape. */
const isSomethingAbove = (): boolean =>
  document.querySelector('dialog[open], :popover-open, .ant-drawer-open, .ant-modal-mask:not([style*="none"])') !== null

/** A table over the whole window: its tools, rows and pager; Escape leaves. */
export const FullTable = (): ReactNode => {
  const button = useRef<HTMLButtonElement>(null)
  const [full, setFull] = useState(false)
  useEffect(() => {
    const part = full ? partAround(button.current) : null
    if (!part) return
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || isSomethingAbove()) return
      setFull(false)
      button.current?.focus()
    }
    part.dataset['full'] = ''
    document.addEventListener('keydown', onKey)
    return () => {
      delete part.dataset['full']
      document.removeEventListener('keydown', onKey)
    }
  }, [full])
  const name = full ? appText.leaveFull : appText.fullTable
  return (
    <button
      type="button"
      ref={button}
      className={`ghost-button ${css.full}`}
      aria-label={name}
      title={name}
      aria-pressed={full}
      onClick={() => setFull(!full)}
    >
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path d={full ? 'M6 2v4H2M10 2v4h4M6 14v-4H2M10 14v-4h4' : 'M2 6V2h4M14 6V2h-4M2 10v4h4M14 10v4h-4'} />
      </svg>
    </button>
  )
}
