import { expect, test } from 'vitest'
import { threadLine } from './page-thread.ts'

const event = (name: string, dur: number, tid = 1) => ({ name, ph: 'X', pid: 7, tid, dur })

test('parts of the thread that draws, by frame', () => {
  const events = [
    event('ProxyMain::BeginMainFrame', 40_000),
    event('Layout', 20_000),
    event('Layout', 90_000, 2),
    event('ProxyMain::BeginMainFrame', 400),
    event('ProxyMain::BeginMainFrame', 60_000),
    event('Layout', 10_000),
    event('FunctionCall', 7_000),
  ]
  expect(threadLine(events)).toBe(
    'page’s thread, ms of each of 2 frames: script 3.5, style 0.0, layout 15.0, before paint 0.0, paint 0.0, layers 0.0; a frame p50 60, longest 60',
  )
})

test('a page at rest', () => {
  expect(threadLine([event('Layout', 20_000)])).toBe('page’s thread: no frame that draws a change')
})
