import { expect, test } from 'vitest'
import { ANSWER_MS, createPeers } from './line-peers.ts'

type News = Parameters<Parameters<Parameters<typeof createPeers>[0]['channel']['listen']>[0]>[0]

/** Tabs of one browser; what one posts all others hear. */
const browser = () => {
  const hearers: ((news: News) => void)[] = []
  let timers: { readonly at: number; readonly run: () => void }[] = []
  let now = 0
  const open = (isOpen: () => boolean) => {
    const own = hearers.length
    let ids = 0
    return createPeers({
      channel: {
        post: (news) => {
          for (const [at, hear] of hearers.entries()) if (at !== own) hear(news)
        },
        listen: (hear) => void hearers.push(hear),
      },
      isOpen,
      newId: () => {
        ids += 1
        return `${own}-${ids}`
      },
      later: (ms, run) => {
        const timer = { at: now + ms, run }
        timers.push(timer)
        return () => {
          timers = timers.filter((one) => one !== timer)
        }
      },
    })
  }
  const pass = (ms: number): void => {
    now += ms
    for (const { at, run } of timers) if (at <= now) run()
  }
  return { open, pass, waits: () => timers.length }
}

test('a tab learns whether another has a stream', async () => {
  const { open, waits } = browser()
  const [first] = [open(() => true), open(() => false)]
  const second = open(() => true)
  expect(await first.anyOther()).toBe(true)
  expect(await second.anyOther()).toBe(true)
  expect(waits()).toBe(0)
})

test('a tab that nobody answers is alone', async () => {
  const { open, pass } = browser()
  const only = open(() => true)
  open(() => false)
  const asked = only.anyOther()
  pass(ANSWER_MS)
  expect(await asked).toBe(false)
})

test('an end that one tab hears is told to all', () => {
  const { open } = browser()
  const told: string[] = []
  const [hearing, hidden] = [open(() => true), open(() => false)]
  hidden.onEnded(() => told.push('ended'))
  hidden.onGone(() => told.push('gone'))
  hearing.ended()
  hearing.gone()
  expect(told).toEqual(['ended', 'gone'])
})
