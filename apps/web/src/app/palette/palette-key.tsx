import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react'
import { toolsText } from '../../text/zh-CN/app/tools.ts'
import { isSheetKey } from '../tools/keys-model.ts'
import css from '../tools/tools.module.css'
import { show, showKeys, useOpen } from './open-tool.ts'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const KeysSheet = lazy(async () => ({ default: (await import('../tools/keys-sheet.tsx')).KeysSheet }))

const close = (): void => show(null)

/** Opens the search; says its key. On the board the place belongs to the games: an icon alone. */
export const SearchButton = ({ small }: { readonly small: boolean }): ReactNode => (
  <button
    type="button"
    className={small ? `${css.search} ${css.searchSmall}` : css.search}
    title={`${toolsText.palette.title}（${toolsText.searchKey}）`}
    aria-haspopup="dialog"
    aria-keyshortcuts="Control+K"
    onClick={() => show('palette')}
  >
    <svg
      viewBox="0 0 20 20"
      width="14"
      height="14"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
    >
      <path d="M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12zM13.5 13.5 17 17" strokeLinecap="round" />
    </svg>
    <span className={small ? 'visually-hidden' : ''}>{toolsText.search}</span>
    <kbd>{toolsText.searchKey}</kbd>
  </button>
)

const isPaletteKey = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k'

/** What was typed after the search was asked for and before its code is here; it begins with that. */
let early = ''

const takeEarly = (): string => {
  const typed = early
  early = ''
  return typed
}

/** A key that belongs to the search, which is on its way: nothing behind it may hear it. */
const typeEarly = (event: KeyboardEvent): void => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (event.key === 'Escape') close()
  else if (event.key.length === 1) early += event.key
  else if (event.key === 'Backspace') early = early.slice(0, -1)
  else if (event.key !== 'Enter') return
  event.preventDefault()
  event.stopPropagation()
}

/** Stands in while the code of the search is loaded, which is once per visit. */
const Coming = (): ReactNode => {
  useLayoutEffect(() => {
    early = ''
    window.addEventListener('keydown', typeEarly, { capture: true })
    return () => window.removeEventListener('keydown', typeEarly, { capture: true })
  }, [])
  return null
}

/** Ctrl+K or Cmd+K anywhere opens the search, ? the sheet of keys; their code is loaded then. */
export const PaletteKey = (): ReactNode => {
  const open = useOpen((state) => state.open)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isPaletteKey(event)) show(useOpen.getState().open === 'palette' ? null : 'palette')
      else if (event.target instanceof HTMLElement && isSheetKey(event, event.target)) showKeys()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  if (open === null) return null
  return (
    <Suspense fallback={open === 'palette' ? <Coming /> : null}>
      {open === 'palette' ? <Palette first={takeEarly} onClose={close} /> : <KeysSheet onClose={close} />}
    </Suspense>
  )
}
