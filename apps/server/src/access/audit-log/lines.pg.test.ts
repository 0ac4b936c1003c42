import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertAlerts } from '../../notices/store.ts'
import { runTx } from '../../platform/db.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { type PeopleServer, peopleServer } from '../testing/people-server.ts'

const { pool, url, raw } = await createTestDatabase()
let server: PeopleServer
beforeAll(async () => {
  server = await peopleServer({ pool, url })
})
afterAll(() => server.close())

const actions = async (): Promise<string[]> =>
  (
    await raw.query('select action from change_log where action <> all($1) order by id', [['create', 'terms']])
  ).rows.map(({ action }) => action)

describe('the change log', () => {
  it('has a line for an ended session and for a list that was exported', async () => {
    const { general } = server.tree
    const [first, second] = [await server.as(general, general.pathId), await server.as(general, general.pathId)]
    const devices = (await server.post(first, '/api/common/account/session/query')).data as {
      sessionId: number
      current: boolean
    }[]
    const other = devices.find(({ current }) => !current)
    const ended = await server.post(first, '/api/common/account/session/revoke', { sessionId: other?.sessionId })
    expect(ended.code).toBe(200)
    expect((await server.get(second, '/api/common/account/bulletin-message')).status).toBe(401)
    expect(await actions()).toEqual(['sessionEnded'])
    await server.post(first, '/api/agent/query', { pageIndex: 1, pageSize: 20, export: 'csv' })
    expect(await actions()).toEqual(['sessionEnded', 'export'])
  })
})

describe('alerts', () => {
  it('about boards are only for accounts that may open boards', async () => {
    const { agent, sub } = server.tree
    const alert = (kind: string, text: string) =>
      ({ pathId: agent.pathId, kind, level: 'warn', text, data: {} }) as const
    await runTx(pool, {}, (tx) =>
      insertAlerts(
        tx,
        agent.merchantId,
        [alert('warningAmount', '特码 01 超额'), alert('security', '密码')],
        server.now,
      ),
    )
    const main = await server.as(agent, agent.pathId)
    const without = await server.as(sub, agent.pathId)
    const query = async (person: typeof main) => (await server.post(person, '/api/common/alert/query', {})).data
    expect(await query(main)).toMatchObject({ total: 2, unread: 2 })
    expect(await query(without)).toMatchObject({ total: 1, unread: 1, items: [{ content: '密码' }] })
  })
})
