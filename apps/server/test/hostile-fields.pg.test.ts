import type { WriteCallId } from '@strata/contract/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../src/platform/testing/test-database.ts'
import { CHANGES, ChangeWorld } from './testing/changes.ts'

/** A valid request of each changing call with one hostile value in one field: most of them get as far as SQL. */

const database = await createTestDatabase()
let world: ChangeWorld
beforeAll(async () => {
  world = await ChangeWorld.open(database)
})
afterAll(() => world.app.close())

const HOSTILE: readonly unknown[] = ['a\0b', '\ud800', 2_147_483_647, -1, 1e308, '10000000000000000000', {}, []]

test('no hostile field of a valid request makes a changing call fail', async () => {
  const faults: string[] = []
  for (const id of Object.keys(CHANGES) as WriteCallId[]) {
    const { by, input } = await CHANGES[id](world)
    for (const field of Object.keys(input)) {
      for (const value of HOSTILE) {
        const answer = await world.send(id, { by, input: { ...input, [field]: value } })
        if (answer.status >= 500 || answer.code === 500) faults.push(`${id}.${field} ${JSON.stringify(value)}`)
      }
    }
  }
  expect(faults).toEqual([])
}, 180_000)
