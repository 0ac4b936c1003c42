import type { ReactNode } from 'react'
import { useLine } from '../../api/live.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { useSecond } from '../../ui/hooks/use-second.ts'
import css from './line-bar.module.css'

/** A shorter break is not shown. */
const QUIET_MS = 3_000

/** Shows that the stream is down and for how long; disappears when it is back. */
export const LineBar = (): ReactNode => {
  const downSince = useLine((line) => line.downSince)
  useSecond()
  const downMs = downSince === null ? 0 : Date.now() - downSince
  if (downMs < QUIET_MS) return null
  return (
    <p className={css.lineBar} role="status">
      {appText.offline(Math.floor(downMs / 1000))}
    </p>
  )
}
