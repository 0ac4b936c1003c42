import { describe, expect, test } from 'vitest'
import { createLineKeeper, HIDDEN_PAUSE_MS, pollEveryMs } from './line-keeper.ts'

/** A tab with its own clock; records what happens to its stream, in order. */
const tab = () => {
  const told: string[] = []
  const world = { hidden: false, signedIn: true, now: 0, other: true }
  let gone = (): void => {}
  let waiting: { at: number; run: () => void }[] = []
  const stream = {
    start: () => void told.push('start'),
    pause: () => void told.push('pause'),
    stop: () => void told.push('stop'),
  }
  const keeper = createLineKeeper({
    stream,
    isSignedIn: () => world.signedIn,
    isHidden: () => world.hidden,
    onCut: () => void told.push('cut'),
    peers: {
      anyOther: () => Promise.resolve(world.other),
      otherKeeps: () => Promise.resolve(world.other),
      gone: () => void told.push('gone'),
      onGone: (run) => {
        gone = run
      },
    },
    later: (ms, run) => {
      const one = { at: world.now + ms, run }
      waiting.push(one)
      return () => {
        waiting = waiting.filter((other) => other !== one)
      }
    },
  })
  const pass = async (ms: number): Promise<void> => {
    world.now += ms
    const due = waiting.filter(({ at }) => at <= world.now)
    waiting = waiting.filter(({ at }) => at > world.now)
    for (const { run } of due) run()
    await Promise.resolve()
    await Promise.resolve()
  }
  const otherGone = async (): Promise<void> => {
    world.other = false
    gone()
    await Promise.resolve()
    await Promise.resolve()
  }
  const show = (hidden: boolean): void => {
    world.hidden = hidden
    keeper.follow()
  }
  return { told, world, keeper, pass, show, otherGone }
}

describe('a tab', () => {
  test('hidden for ten seconds closes its stream, and opens one when it is shown again', async () => {
    const { told, pass, show } = tab()
    show(false)
    show(true)
    await pass(HIDDEN_PAUSE_MS - 1)
    expect(told).toEqual(['start'])
    await pass(1)
    expect(told).toEqual(['start', 'pause'])
    show(false)
    expect(told).toEqual(['start', 'pause', 'start'])
  })

  test('hidden, but the only one with a stream, keeps it: somebody must hear that the session has ended', async () => {
    const { told, world, pass, show } = tab()
    world.other = false
    show(false)
    show(true)
    await pass(10 * HIDDEN_PAUSE_MS)
    expect(told).toEqual(['start'])
  })

  test('hidden takes the stream over when the tab that had one is gone', async () => {
    const { told, pass, show, otherGone } = tab()
    show(false)
    show(true)
    await pass(HIDDEN_PAUSE_MS)
    await otherGone()
    expect(told).toEqual(['start', 'pause', 'start'])
  })

  test('shown again while it asks the others keeps its stream', async () => {
    const { told, pass, show } = tab()
    show(false)
    show(true)
    const passing = pass(HIDDEN_PAUSE_MS)
    show(false)
    await passing
    expect(told).toEqual(['start', 'start'])
  })

  test('hidden for less keeps its stream', async () => {
    const { told, pass, show } = tab()
    show(true)
    await pass(HIDDEN_PAUSE_MS - 1)
    show(false)
    await pass(HIDDEN_PAUSE_MS)
    expect(told).toEqual(['start'])
  })

  test('without a signed-in account has none', () => {
    const { told, world, show } = tab()
    world.signedIn = false
    show(false)
    expect(told).toEqual([])
  })

  test('without a network reports it at once and reconnects with it, unless it is hidden', async () => {
    const { told, keeper, show, pass } = tab()
    show(false)
    keeper.cut()
    expect(told).toEqual(['start', 'pause', 'cut'])
    keeper.follow()
    expect(told.at(-1)).toBe('start')
    show(true)
    keeper.stop()
    await pass(HIDDEN_PAUSE_MS)
    expect(told.slice(3)).toEqual(['start', 'stop', 'gone'])
  })
})

test('without a live stream pages poll twice as often', () => {
  expect(pollEveryMs('live')).toBe(3_500)
  for (const state of ['connecting', 'down', 'paused', 'ended'] as const) expect(pollEveryMs(state)).toBe(2_000)
})
