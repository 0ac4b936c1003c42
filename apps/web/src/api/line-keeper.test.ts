import { describe, expect, test } from 'vitest'
import { createLineKeeper, HIDDEN_PAUSE_MS, pollEveryMs } from './line-keeper.ts'

/** A tab with a clock of its own: what happens to its line, in order. */
const tab = () => {
  const told: string[] = []
  const world = { hidden: false, signedIn: true, now: 0 }
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
    later: (ms, run) => {
      const one = { at: world.now + ms, run }
      waiting.push(one)
      return () => {
        waiting = waiting.filter((other) => other !== one)
      }
    },
  })
  const pass = (ms: number): void => {
    world.now += ms
    const due = waiting.filter(({ at }) => at <= world.now)
    waiting = waiting.filter(({ at }) => at > world.now)
    for (const { run } of due) run()
  }
  const show = (hidden: boolean): void => {
    world.hidden = hidden
    keeper.follow()
  }
  return { told, world, keeper, pass, show }
}

describe('a tab', () => {
  test('hidden for ten seconds gives its line back, and opens one when it is shown again', () => {
    const { told, pass, show } = tab()
    show(false)
    show(true)
    pass(HIDDEN_PAUSE_MS - 1)
    expect(told).toEqual(['start'])
    pass(1)
    expect(told).toEqual(['start', 'pause'])
    show(false)
    expect(told).toEqual(['start', 'pause', 'start'])
  })

  test('hidden for less keeps it', () => {
    const { told, pass, show } = tab()
    show(true)
    pass(HIDDEN_PAUSE_MS - 1)
    show(false)
    pass(HIDDEN_PAUSE_MS)
    expect(told).toEqual(['start'])
  })

  test('where nobody is signed in has none', () => {
    const { told, world, show } = tab()
    world.signedIn = false
    show(false)
    expect(told).toEqual([])
  })

  test('without a network says so at once and comes back with it, unless it is hidden', () => {
    const { told, keeper, show, pass } = tab()
    show(false)
    keeper.cut()
    expect(told).toEqual(['start', 'pause', 'cut'])
    keeper.follow()
    expect(told.at(-1)).toBe('start')
    show(true)
    keeper.stop()
    pass(HIDDEN_PAUSE_MS)
    expect(told.slice(3)).toEqual(['start', 'stop'])
  })
})

test('without a living line pages poll twice as often', () => {
  expect(pollEveryMs('live')).toBe(4_000)
  for (const state of ['connecting', 'down', 'paused', 'ended'] as const) expect(pollEveryMs(state)).toBe(2_000)
})
