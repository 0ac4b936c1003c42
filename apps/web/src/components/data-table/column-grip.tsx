import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { appText } from '../../text/zh-CN/app/app.ts'
import css from './column-grip.module.css'
import { boundedWidth, MAX_WIDTH_PX, MIN_WIDTH_PX } from './columns-model.ts'

const KEY_STEP_PX = 16

type Props = {
  readonly title: string
  /** Called while dragging. */
  readonly onDrag: (px: number) => void
  /** Called at the end; null: as wide as its content again. */
  readonly onWidth: (px: number | null) => void
}

const widthOf = (grip: HTMLElement): number => grip.closest('th')?.offsetWidth ?? MIN_WIDTH_PX

/** The right edge of a head: dragged, or moved by Shift and an arrow, it sets the column's width; a double click resets it. */
export const ColumnGrip = ({ title, onDrag, onWidth }: Props): ReactNode => {
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null)
  const widthAt = ({ clientX }: PointerEvent): number => {
    const start = from.current
    return boundedWidth(start === null ? 0 : start.width + clientX - start.x)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLSpanElement>): void => {
    const step = event.key === 'ArrowRight' ? KEY_STEP_PX : event.key === 'ArrowLeft' ? -KEY_STEP_PX : 0
    // Without Shift an arrow leads to the next control of the head.
    if (step === 0 || !event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    onWidth(boundedWidth(widthOf(event.currentTarget) + step))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule between columns that can be moved is no line of a text
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={appText.columnWidth(title)}
      aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
      aria-valuemin={MIN_WIDTH_PX}
      aria-valuemax={MAX_WIDTH_PX}
      aria-valuenow={MIN_WIDTH_PX}
      tabIndex={0}
      className={css.grip}
      onPointerDown={(event) => {
        event.preventDefault()
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { x: event.clientX, width: widthOf(event.currentTarget) }
      }}
      onPointerMove={(event) => {
        if (from.current !== null) onDrag(widthAt(event))
      }}
      onPointerUp={(event) => {
        if (from.current === null) return
        const moved = event.clientX !== from.current.x
        const px = widthAt(event)
        from.current = null
        if (moved) onWidth(px)
      }}
      onDoubleClick={() => onWidth(null)}
      onKeyDown={onKeyDown}
    />
  )
}
