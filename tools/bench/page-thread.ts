import type { Browser, Page } from '@playwright/test'
import { type TraceEvent, traced } from '../../e2e/support/traced.ts'
import { median } from './engine-world.ts'

type Timed = Omit<TraceEvent, 'args'>

const FRAME = 'ProxyMain::BeginMainFrame'
/** Shorter ones draw nothing that changed. */
const FRAME_US = 5_000

/** What a frame is made of, by the names that the browser gives its parts. */
const PARTS: Readonly<Record<string, string>> = {
  script: 'FunctionCall',
  style: 'UpdateLayoutTree',
  layout: 'Layout',
  'before paint': 'PrePaint',
  paint: 'Blink.Paint.UpdateTime',
  layers: 'Layerize',
}

const sumOf = (events: readonly Timed[]): number => events.reduce((sum, { dur = 0 }) => sum + dur / 1_000, 0)

/** Where the time of a page's thread goes, as one line: ms of each frame that draws a change. */
export function threadLine(events: readonly Timed[]): string {
  const whole = events.filter(({ ph }) => ph === 'X')
  const isFrame = ({ name, dur = 0 }: Timed): boolean => name === FRAME && dur > FRAME_US
  const first = whole.find(isFrame)
  if (!first) return 'page’s thread: no frame that draws a change'
  const own = whole.filter(({ pid, tid }) => pid === first.pid && tid === first.tid)
  const frames = own.filter(isFrame).map(({ dur = 0 }) => dur / 1_000)
  const parts = Object.entries(PARTS).map(([part, name]) => {
    const each = sumOf(own.filter((event) => event.name === name)) / frames.length
    return `${part} ${each.toFixed(1)}`
  })
  const [middle, longest] = [median(frames), Math.max(...frames)].map((ms) => ms.toFixed(0))
  return `page’s thread, ms of each of ${frames.length} frames: ${parts.join(', ')}; a frame p50 ${middle}, longest ${longest}`
}

/** The same of what a page does meanwhile. */
export const watchThread = async (browser: Browser, page: Page, meanwhile: () => Promise<unknown>): Promise<string> =>
  threadLine(await traced(browser, page, ['devtools.timeline', 'blink', 'cc'], meanwhile))
