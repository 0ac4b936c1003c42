import { expect, test } from 'vitest'
import { resumePlays, stopPlays, stopsAdded } from './stops.ts'

const first = { reason: '赔率有误', at: 1, by: 'headco01' }
const second = { reason: '停售整组', at: 2, by: 'oper0001' }

test('a play that is stopped again keeps its first reason', () => {
  const one = stopPlays({}, ['TMA'], first)
  const two = stopPlays(one, ['TMA', 'TMB'], second)
  expect(two).toEqual({ TMA: first, TMB: second })
  expect(stopsAdded(one, two)).toEqual(['TMB'])
  expect(stopsAdded(two, stopPlays(two, ['TMB'], first))).toEqual([])
})

test('resuming lifts only the named ones', () => {
  const stopped = stopPlays({}, ['TMA', 'TMB'], first)
  expect(resumePlays(stopped, ['TMA', 'ZM'])).toEqual({ TMB: first })
  expect(stopsAdded(resumePlays(stopped, ['TMA']), stopped)).toEqual(['TMA'])
})
