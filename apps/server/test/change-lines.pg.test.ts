import type { WriteCallId } from '@strata/contract/calls'
import { ENDPOINTS } from '@strata/contract/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerChannel } from '../src/access/passwords/code-channels.ts'
import { createSecrets } from '../src/platform/secrets.ts'
import { createTestDatabase } from '../src/platform/testing/test-database.ts'
import { disableBook, registerBook } from '../src/replenishment/fly-out/outside-books.ts'
import { bookKeyPurpose } from '../src/settings/store-fly-out-accounts.ts'
import { CHANGES, ChangeWorld } from './testing/changes.ts'

/** Every changing call, made as who may make it: it leaves a line in the change log, or stands here with its reason. */

const database = await createTestDatabase()
let world: ChangeWorld
beforeAll(async () => {
  world = await ChangeWorld.open(database)
})
afterAll(() => world.app.close())

const WITHOUT_LINE: Readonly<Partial<Record<WriteCallId, string>>> = {
  'access.validatorSetup': 'nothing is in force before validatorEnable, which leaves the line',
  'ledger.agentTransfer': 'each transfer is a line of the ledger, with its operator',
  'ledger.agentRecovery': 'each transfer is a line of the ledger, with its operator',
  'ledger.merchantTransfer': 'each transfer is a line of the ledger, with its operator',
  'replenishment.manualBet': 'what was sent are orders, which are kept for good',
  'notices.alertRead': 'what somebody has read concerns nobody else',
  'notices.preferenceSet': 'how somebody likes the own screen concerns nobody else',
}

const lines = async (): Promise<number> => {
  const found = await database.raw.query<{ n: number }>('select count(*)::integer as n from change_log')
  return found.rows[0]?.n ?? 0
}

describe('a changing call', () => {
  it('has a request here, whichever it is', () => {
    const writes = ENDPOINTS.filter(({ write }) => write).map(({ id }) => id)
    expect(Object.keys(CHANGES).sort()).toEqual(writes.sort())
  })

  it.each(Object.keys(CHANGES) as WriteCallId[])('%s leaves a line in the change log', async (id) => {
    const change = await CHANGES[id](world)
    const before = await lines()
    const answer = await world.send(id, change)
    expect([answer.code, answer.text]).toEqual([200, answer.text])
    await change.after?.(answer.data)
    expect((await lines()) > before).toBe(WITHOUT_LINE[id] === undefined)
  })
})

describe('a command at the server', () => {
  const newest = async () =>
    (await database.raw.query('select action, operator_name, target_name from change_log order by id desc limit 1'))
      .rows[0]
  const secrets = () => createSecrets(world.platform.config.keys)

  it('leaves its line in the log of the head', async () => {
    const secret = secrets().seal('k'.repeat(16), bookKeyPurpose('海天'))
    const book = { name: '海天', baseUrl: 'https://book.example/api/', keyId: 'strata', secret }
    const line = { action: 'outsideBook', operator_name: '服务器命令', target_name: '海天' }
    for (const change of [
      () => registerBook(database.pool, book, world.now),
      () => disableBook(database.pool, '海天', world.now),
    ]) {
      const before = await lines()
      await change()
      expect([await lines(), await newest()]).toEqual([before + 1, line])
    }
    const smtp = { host: 'mail.example', port: 465, from: 'no-reply@example.com' }
    for (const wish of [{ smtp }, { smtp: null }, { telegram: { baseUrl: 'https://bot.example/', token: 't' } }]) {
      const before = await lines()
      await registerChannel(database.pool, secrets(), wish, world.now)
      expect([await lines(), await newest()]).toMatchObject([before + 1, { action: 'codeChannel' }])
    }
  })
})
