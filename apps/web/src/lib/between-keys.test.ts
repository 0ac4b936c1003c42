import { describe, expect, test } from 'vitest'
import { createBetweenKeys } from './between-keys.ts'

const setUp = () => {
  let now = 0
  const timers: { at: number; run: () => void }[] = []
  const frames: (() => void)[] = []
  const between = createBetweenKeys({
    now: () => now,
    later: (ms, run) => {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
    drawn: (run) => void frames.push(run),
  })
  const done: number[] = []
  return {
    done,
    pass: (ms: number): void => {
      now += ms
      for (const timer of timers.filter(({ at }) => at <= now)) {
        timers.splice(timers.indexOf(timer), 1)
        timer.run()
      }
    },
    press: () => between.pressed(),
    draw: (): void => {
      for (const run of frames.splice(0)) run()
    },
    ask: () => between.run(() => done.push(now)),
  }
}

describe('work between keys', () => {
  test('begins at once while no key is pressed', () => {
    const { ask, done, pass } = setUp()
    pass(10)
    ask()
    expect(done).toEqual([10])
  })

  test('waits while a key is answered, and begins behind its frame', () => {
    const { ask, done, pass, press, draw } = setUp()
    press()
    pass(5)
    ask()
    expect(done).toEqual([])
    pass(10)
    draw()
    expect(done).toEqual([15])
  })

  test('begins at once just behind a frame, and later waits for the next key', () => {
    const { ask, done, pass, press, draw } = setUp()
    press()
    pass(16)
    draw()
    ask()
    expect(done).toEqual([16])
    pass(134)
    ask()
    expect(done).toEqual([16])
    pass(40)
    press()
    draw()
    expect(done).toEqual([16, 190])
  })

  test('waits 250 ms at most, and not at all 300 ms behind the last key', () => {
    const { ask, done, pass, press, draw } = setUp()
    press()
    draw()
    pass(100)
    ask()
    pass(249)
    expect(done).toEqual([])
    pass(1)
    expect(done).toEqual([350])
    ask()
    expect(done).toEqual([350, 350])
  })

  test('runs nothing that was called off', () => {
    const { ask, done, pass, press, draw } = setUp()
    press()
    ask()()
    draw()
    pass(1000)
    expect(done).toEqual([])
  })
})
