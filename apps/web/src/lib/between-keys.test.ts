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
    askLarge: () => between.run(() => done.push(now), 'large'),
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

  test('begins one large work behind a key, and the second behind the next', () => {
    const { ask, askLarge, done, pass, press, draw } = setUp()
    press()
    draw()
    pass(100)
    askLarge()
    askLarge()
    ask()
    pass(90)
    press()
    draw()
    expect(done).toEqual([190, 190])
    pass(10)
    askLarge()
    pass(190)
    press()
    draw()
    pass(100)
    expect(done).toEqual([190, 190, 390])
    pass(90)
    press()
    draw()
    expect(done).toEqual([190, 190, 390, 580])
  })

  test('lets large work wait 500 ms at most', () => {
    const { askLarge, done, pass, press, draw } = setUp()
    press()
    draw()
    pass(100)
    askLarge()
    pass(499)
    expect(done).toEqual([])
    pass(1)
    expect(done).toEqual([600])
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
