import { formatCountdown } from '../lib/time.ts'
import { appText } from '../text/zh-CN/app/app.ts'

export type PeriodTimes = {
  readonly periodNo: string
  readonly state: string
  readonly openAt: number
  readonly closeAt: number
  readonly hedgeCloseAt: number
  readonly drawAt: number
}

/** Below this the countdown is coloured. */
const URGENT_MS = 10_000

export type CountdownView = { readonly label: string; readonly left: string; readonly urgent: boolean }

/** What a period waits for at an instant of the server's clock. */
export const countdownOf = (period: PeriodTimes | null, now: number): CountdownView => {
  const words = appText.countdown
  if (!period) return { label: words.none, left: '', urgent: false }
  const view = (label: string, until: number): CountdownView => ({
    label,
    left: formatCountdown(until - now),
    urgent: until - now <= URGENT_MS,
  })
  if (period.state === 'drawn' || period.state === 'settled') return { label: words.drawn, left: '', urgent: false }
  if (now < period.openAt) return { ...view(words.toOpen, period.openAt), urgent: false }
  if (period.state !== 'closed' && now < period.closeAt) return view(words.toClose, period.closeAt)
  return view(`${words.closed} ${words.toDraw}`, period.drawAt)
}
