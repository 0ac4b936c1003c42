import { expect, test } from 'vitest'
import { ANSWER_MS, createPeers } from './line-peers.ts'

type News = Parameters<Parameters<Parameters<typeof createPeers>[0]['channel']['listen']>[0]>[0]

/** Tabs of one browser; what one posts all others hear: at once, or when `deliver` is called. */
const browser = ({ atOnce = true } = {}) => {
  const posted: (() => void)[] = []
  const hearers: ((news: News) => void)[] = []
  let timers: { readonly at: number; readonly run: () => void }[] = []
  let now = 0
  const open = (isOpen: () => boolean) => {
    const own = hearers.length
    let ids = 0
    return createPeers({
      channel: {
        post: (news) => {
          for (const [at, hear] of hearers.entries()) if (at !== own) posted.push(() => hear(news))
          if (atOnce) deliver()
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
  const deliver = (): void => {
    for (let next = posted.shift(); next; next = posted.shift()) next()
  }
  const pass = (ms: number): void => {
    now += ms
    for (const { at, run } of timers) if (at <= now) run()
  }
  return { open, pass, deliver, waits: () => timers.length }
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

test.each([2, 3])(
  'of %d tabs that would give their streams up at the same moment, one keeps its own',
  async (count) => {
    const { open, pass, deliver } = browser({ atOnce: false })
    const tabs = Array.from({ length: count }, () => open(() => true))
    const asked = tabs.map((tab) => tab.otherKeeps())
    deliver()
    pass(ANSWER_MS)
    const given = await Promise.all(asked)
    expect(given).toContain(false)
    expect(given).toContain(true)
  },
)

test('a tab gives its stream up while another one stays open', async () => {
  const { open } = browser()
  const [hidden] = [open(() => true), open(() => true)]
  expect(await hidden.otherKeeps()).toBe(true)
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
