import { LIVE_EVENTS } from '@strata/contract/live'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callApp, headersOf, type Person, signedIn } from '../access/testing/person.ts'
import { growSmallTree, TREE_AT } from '../access/testing/small-tree.ts'
import { wholeServer } from '../access/testing/whole-server.ts'
import { createPool } from '../platform/db.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'

/** Two processes on one database, each with what it remembers of the settings. */
const { pool, url } = await createTestDatabase()
const own = createPool({ url, max: 4 })
const now = TREE_AT + 3_600_000
const here = await wholeServer({ pool, url }, () => now)
const there = await wholeServer({ pool: own, url }, () => now)
await here.platform.live.fanOut(pool, url)
await there.platform.live.fanOut(own, url)
afterAll(async () => {
  for (const { app, platform } of [here, there]) {
    platform.streams.closeAll()
    await app.close()
    await platform.live.stop()
  }
  await own.end()
})

let operator: Person
let agent: Person
beforeAll(async () => {
  const tree = await growSmallTree(pool)
  operator = await signedIn(pool, { ...tree.head, roleType: 1, now })
  agent = await signedIn(pool, { ...tree.agent, now })
})

const nameThere = async (): Promise<string> => {
  const { data } = await callApp(there.app, { method: 'GET', path: '/api/common/status', input: {}, headers: {} })
  return (data as { platformName: string }).platformName
}

it('tells every screen at once that the platform has another name, also at another process', async () => {
  const headers = headersOf(agent)
  const listening = { method: 'GET', url: '/api/agent/realtime/stream', headers, payloadAsStream: true } as const
  const stream = await there.app.inject(listening)
  const told = new Promise<{ readonly data: unknown; readonly name: string }>((resolve) => {
    let text = ''
    stream.stream().on('data', (part: Buffer) => {
      text += part.toString()
      const found = /event: platform\ndata: (.*)/.exec(text)
      if (found) void nameThere().then((name) => resolve({ data: JSON.parse(found[1] ?? ''), name }))
    })
  })
  // Remembered there for a second.
  expect(await nameThere()).toBe('')
  const input = { version: 0, items: [{ key: 'platform.name', value: '星河' }] }
  const path = '/api/admin/system-config/set'
  expect(await callApp(here.app, { method: 'POST', path, input, headers: headersOf(operator) })).toMatchObject({
    code: 200,
  })
  const { data, name } = await told
  expect([LIVE_EVENTS.platform.parse(data), name]).toEqual([{}, '星河'])
})
