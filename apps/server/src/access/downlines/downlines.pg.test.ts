import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { type PeopleServer, peopleServer } from '../testing/people-server.ts'
import type { Person } from '../testing/person.ts'

const { pool, url, raw } = await createTestDatabase()
let server: PeopleServer
beforeAll(async () => {
  server = await peopleServer({ pool, url })
})
afterAll(() => server.close())

const MINUTE = 60_000

describe('the downlines that are signed in', () => {
  beforeEach(async () => {
    await raw.query('delete from sessions')
  })
  const online = async (person: Person): Promise<[string, number][]> => {
    const { data } = await server.post(person, '/api/agent/downline/online', {})
    return (data as { items: { accountName: string; sessions: number }[] }).items.map((row) => [
      row.accountName,
      row.sessions,
    ])
  }

  it('are those below whose session is open, last seen first; nobody above, beside or gone', async () => {
    const { merchant, general, agent } = server.tree
    const top = await server.as(merchant, merchant.pathId)
    const middle = await server.as(general, general.pathId)
    expect(await online(middle)).toEqual([])
    server.now += MINUTE
    const low = await server.as(agent, agent.pathId)
    await server.as(agent, agent.pathId)
    const [name] = (await raw.query<{ name: string }>('select name from accounts where id = $1', [agent.accountId]))
      .rows
    expect(await online(middle)).toEqual([[name?.name, 2]])
    expect((await online(top)).map(([account]) => account)).toContain(name?.name)
    expect(await online(low)).toEqual([])
    // A session that idled away is not here, though nobody has ended it yet.
    await raw.query('update sessions set seen_at = $1 where account_id = $2', [
      server.now - 31 * MINUTE,
      agent.accountId,
    ])
    expect(await online(middle)).toEqual([])
    await raw.query('update sessions set seen_at = $1, looker_id = $3 where account_id = $2', [
      server.now,
      agent.accountId,
      merchant.accountId,
    ])
    expect(await online(middle)).toEqual([])
  })
})

describe('what others have changed', () => {
  it('is counted by action for the own path and below, without the own changes', async () => {
    const { merchant, general, agent } = server.tree
    const [top, middle, low] = [
      await server.as(merchant, merchant.pathId),
      await server.as(general, general.pathId),
      await server.as(agent, agent.pathId),
    ]
    const since = server.now
    server.now += MINUTE
    const rename = (person: Person, nickname: string) =>
      server.post(person, '/api/common/account/update-account-info', { nickname })
    expect((await rename(low, '一号')).code).toBe(200)
    expect((await rename(middle, '二号')).code).toBe(200)
    expect((await rename(top, '三号')).code).toBe(200)
    const read = async (person: Person, from = since) =>
      (await server.post(person, '/api/agent/downline/changes-since', { since: from })).data as {
        counts: { action: string; count: number }[]
        items: { operatorName: string; action: string }[]
        more: boolean
      }
    const seen = await read(middle)
    expect(seen.counts).toEqual([{ action: '修改资料', count: 1 }])
    expect(seen.items).toHaveLength(1)
    expect(seen.more).toBe(false)
    expect((await read(top)).counts).toEqual([{ action: '修改资料', count: 2 }])
    expect((await read(low)).counts).toEqual([])
    expect((await read(middle, server.now + 1)).counts).toEqual([])
  })
})
