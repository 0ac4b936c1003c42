import { afterEach, expect, test, vi } from 'vitest'
import { Pace } from './pace.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a turn is over after its time, and the clock is checked only every few steps', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const pace = new Pace()
  const steps = (): boolean[] => Array.from({ length: 16 }, () => pace.step())
  expect(steps()).not.toContain(true)
  vi.advanceTimersByTime(1)
  expect(pace.isOver).toBe(false)
  vi.advanceTimersByTime(1)
  expect(pace.isOver).toBe(true)
  expect(steps()).toEqual([...Array.from({ length: 15 }, () => false), true])
})

test('a rest lets all waiting work run first and begins a new turn', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const pace = new Pace()
  vi.advanceTimersByTime(5)
  const order: string[] = []
  setImmediate(() => order.push('waiting'))
  await pace.rest()
  order.push('rested')
  expect(order).toEqual(['waiting', 'rested'])
  expect(pace.isOver).toBe(false)
})
