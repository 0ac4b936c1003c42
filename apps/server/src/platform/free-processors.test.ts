import { expect, test } from 'vitest'
import { freeBetween, timesOf } from './free-processors.ts'

const NOTHING = { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 }
const BEFORE = { user: 1000, nice: 10, sys: 100, idle: 5000, irq: 1 }

/** A processor that has done this since. */
const after = (did: Partial<typeof NOTHING>) => {
  const { user, nice, sys, idle, irq } = { ...NOTHING, ...did }
  const times = {
    user: BEFORE.user + user,
    nice: BEFORE.nice + nice,
    sys: BEFORE.sys + sys,
    idle: BEFORE.idle + idle,
    irq: BEFORE.irq + irq,
  }
  return { times }
}

test.each([
  { what: 'idle', one: { idle: 100 }, two: { idle: 100 }, free: 2 },
  { what: 'one is busy', one: { user: 80, sys: 15, irq: 5 }, two: { idle: 100 }, free: 1 },
  { what: 'work of a lower priority gives way', one: { nice: 100 }, two: { idle: 100 }, free: 2 },
  { what: 'half of each', one: { user: 50, idle: 50 }, two: { sys: 50, nice: 50 }, free: 1 },
  { what: 'no time has passed', one: {}, two: {}, free: 2 },
])('$what: $free of two processors are free', ({ one, two, free }) => {
  expect(freeBetween(timesOf([after({}), after({})]), timesOf([after(one), after(two)]))).toBeCloseTo(free)
})
