import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { appText } from '../../text/zh-CN/app/app.ts'
import { hasHome, useMenu } from '../menu.ts'
import css from './palette.module.css'
import { matching, palettePages } from './palette-model.ts'

const words = appText.palette
const OPTION = 'palette-option'

/** Search for a page by name: type, choose with arrows, open with Enter. */
export const Palette = ({ onClose }: { readonly onClose: () => void }): ReactNode => {
  const box = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const entries = useMenu((menu) => menu.entries)
  const [typed, setTyped] = useState('')
  const [held, setAt] = useState(0)
  useEffect(() => box.current?.showModal(), [])
  const home = hasHome() ? [{ name: appText.home, path: '/', under: '' }] : []
  const found = matching([...home, ...palettePages(entries)], typed)
  const at = Math.min(held, found.length - 1)
  const open = (path: string | undefined): void => {
    if (path === undefined) return
    onClose()
    void navigate(path)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setAt((at + 1) % Math.max(1, found.length))
    else if (event.key === 'ArrowUp') setAt((at - 1 + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter') open(found[at]?.path)
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
          {found.map(({ name, path, under }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above hears the keys
            <div
              key={path}
              id={`${OPTION}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={index === at ? css.paletteOn : ''}
              onPointerMove={() => setAt(index)}
              onClick={() => open(path)}
            >
              {name}
              {under === '' ? null : <small>{under}</small>}
            </div>
          ))}
        </div>
        {found.length === 0 ? <p role="status">{words.none}</p> : <p>{words.keys}</p>}
      </div>
    </dialog>
  )
}
