import type { ReactNode } from 'react'
import { serverNow } from '../../../api/clock.ts'
import { useLine } from '../../../api/live.ts'
import { formatClock } from '../../../lib/instant.ts'
import { boardText } from '../../../text/zh-CN/rooms/board.ts'
import { useSecond } from '../../../ui/hooks/use-second.ts'
import css from './live-dot.module.css'

/** Older figures are shown in grey. */
export const STALE_MS = 5_000

type Props = {
  readonly loadedAt: number
  readonly failing: boolean
  /** On a phone: without the time. */
  readonly short: boolean
}

/** Whether the figures are live, polled or disconnected, and their age. */
export const LiveDot = ({ loadedAt, failing, short }: Props): ReactNode => {
  useSecond()
  const state = useLine((line) => line.state)
  if (loadedAt === 0) return null
  const age = Math.max(0, Math.floor((Date.now() - loadedAt) / 1000))
  const cut = failing || age * 1000 > STALE_MS
  const kind = cut ? 'cut' : state === 'live' ? 'live' : 'polling'
  const words =
    kind === 'cut'
      ? boardText.cut(age)
      : kind === 'live'
        ? short
          ? boardText.live
          : `${boardText.live} · ${age < 2 ? boardText.justNow : boardText.secondsAgo(age)}`
        : `${boardText.polling} · ${boardText.secondsAgo(age)}`
  return (
    <span
      className={`${css.live} ${css[`live-${kind}`] ?? ''}`}
      data-live={kind}
      title={formatClock(serverNow() - age * 1000)}
    >
      <i aria-hidden="true" />
      {words}
    </span>
  )
}
