import type { ReactNode } from 'react'
import { fourEyesText } from '../../text/zh-CN/rooms/four-eyes.ts'
import css from './results.module.css'

const words = fourEyesText.result

/** The void of a period without a result. `isProposed`: the server refuses a second proposal beside the one that waits. */
export const VoidButton = ({
  isProposed,
  onVoid,
}: {
  readonly isProposed: boolean
  readonly onVoid: () => void
}): ReactNode =>
  isProposed ? (
    <p data-part="void-waits">{words.voidWaits}</p>
  ) : (
    <button type="button" className={`ghost-button ${css.bad}`} onClick={onVoid}>
      {words.voidPeriod}
    </button>
  )
