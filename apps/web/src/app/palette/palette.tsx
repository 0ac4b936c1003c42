import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { toolsText } from '../../text/zh-CN/app/tools.ts'
import css from './palette.module.css'
import type { Hit } from './palette-model.ts'
import { useHits } from './use-hits.ts'

const words = toolsText.palette
const OPTION = 'palette-option'

type Props = {
  /** What was typed while this was loaded. */
  readonly first: () => string
  readonly onClose: () => void
}

/** Search for pages, accounts, orders, periods and actions: type, choose with arrows, open with Enter. */
export const Palette = ({ first, onClose }: Props): ReactNode => {
  const box = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [held, setAt] = useState(0)
  // At once with the end of what stood in, so that no key falls between.
  useLayoutEffect(() => {
    box.current?.showModal()
    setTyped((held) => held + first())
  }, [first])
  const found = useHits(typed)
  const at = Math.min(held, found.length - 1)
  const open = (hit: Hit | undefined): void => {
    if (!hit) return
    box.current?.close()
    onClose()
    if (hit.path === undefined) {
      hit.run?.()
      return
    }
    // Tab goes on in the page that was chosen, not at the top of the menu.
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
    void navigate(hit.path)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setAt((at + 1) % Math.max(1, found.length))
    else if (event.key === 'ArrowUp') setAt((at - 1 + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter') open(found[at])
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={box}
      className={css.palette}
      aria-label={words.title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className="palette-box">
        <input
          role="combobox"
          aria-label={words.title}
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={found.length > 0 ? `${OPTION}-${at}` : undefined}
          placeholder={words.hint}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <div id="palette-list" role="listbox" aria-label={words.title}>
          {found.map((hit, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above hears the keys
            <div
              key={hit.id}
              id={`${OPTION}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={index === at ? css.paletteOn : ''}
              onPointerMove={() => setAt(index)}
              onClick={() => open(hit)}
            >
              {hit.name}
              {hit.under === '' ? null : <small>{hit.under}</small>}
            </div>
          ))}
        </div>
        {found.length === 0 ? <p role="status">{words.none}</p> : <p>{words.keys}</p>}
      </div>
    </dialog>
  )
}
