import { expect, test } from 'vitest'
import { createPacer } from './pace.ts'

const clock = () => {
  let now = 0
  let waiting: { at: number; run: () => void }[] = []
  const runs: number[] = []
  const pacer = createPacer(250, () => void runs.push(now), {
    now: () => now,
    later: (ms, run) => {
      const one = { at: now + ms, run }
      waiting.push(one)
      return () => {
        waiting = waiting.filter((other) => other !== one)
      }
    },
  })
  const pass = (ms: number): void => {
    for (const end = now + ms; now < end; ) {
      now += 1
      const due = waiting.filter(({ at }) => at <= now)
      waiting = waiting.filter(({ at }) => at > now)
      for (const { run } of due) run()
    }
  }
  return { pacer, pass, runs }
}

test('the first push runs at once, later ones in the gap run once at its end', () => {
  const { pacer, pass, runs } = clock()
  pacer.ask()
  pass(10)
  pacer.ask()
  pacer.ask()
  pass(400)
  pacer.ask()
  expect(runs).toEqual([0, 250])
  pass(200)
  expect(runs).toEqual([0, 250, 500])
  pass(1_000)
  expect(runs).toEqual([0, 250, 500])
})

test('a stopped pacer runs nothing', () => {
  const { pacer, pass, runs } = clock()
  pacer.ask()
  pacer.ask()
  pacer.stop()
  pass(1_000)
  expect(runs).toEqual([0])
})
