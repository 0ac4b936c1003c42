import type { WriteCallId } from '@strata/contract/calls'
import { ENDPOINTS } from '@strata/contract/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actionName } from '../src/access/audit-log/change-log.ts'
import { type ChannelWish, registerChannel } from '../src/access/passwords/code-channels.ts'
import { createSecrets } from '../src/platform/secrets.ts'
import { createTestDatabase } from '../src/platform/testing/test-database.ts'
import { disableBook, registerBook } from '../src/replenishment/fly-out/outside-books.ts'
import { bookKeyPurpose } from '../src/settings/store-fly-out-accounts.ts'
import { CHANGES, ChangeWorld, type TestedCallId } from './testing/changes.ts'

/**
 * Makes every changing call with a permitted caller: it must leave a line in the change log, or be listed here with
 * a reason.
 */

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
  'notices.noticeRead': 'the notice itself lists who has read it',
  'notices.alertRead': 'what somebody has read concerns nobody else',
  'notices.preferenceSet': 'how somebody likes the own screen concerns nobody else',
}

const lines = async (): Promise<number> => {
  const found = await database.raw.query<{ n: number }>('select count(*)::integer as n from change_log')
  return found.rows[0]?.n ?? 0
}

const newest = async () =>
  (
    await database.raw.query<{ action: string; operator_name: string; target_name: string }>(
      'select action, operator_name, target_name from change_log order by id desc limit 1',
    )
  ).rows[0]

describe('a changing call', () => {
  it('every one has a request here', () => {
    const writes = ENDPOINTS.filter(({ id, write }) => write && id !== 'admin.firstStartFinish').map(({ id }) => id)
    expect(Object.keys(CHANGES).sort()).toEqual(writes.sort())
  })

  it.each(Object.keys(CHANGES) as TestedCallId[])('%s leaves a line in the change log', async (id) => {
    const change = await CHANGES[id](world)
    const before = await lines()
    const answer = await world.send(id, change)
    expect([answer.code, answer.text]).toEqual([200, answer.text])
    await change.after?.(answer.data)
    expect((await lines()) > before).toBe(WITHOUT_LINE[id] === undefined)
    // Whoever reads the log reads Chinese, not the code of an action.
    if (WITHOUT_LINE[id] === undefined) expect(actionName((await newest())?.action ?? '')).toMatch(/^\p{Script=Han}+$/u)
  })
})

describe('a command on the server', () => {
  const secrets = () => createSecrets(world.platform.config.keys)

  it('leaves a line in the log of the head', async () => {
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

  const change = async (make: () => Promise<unknown>) => {
    await make()
    const { rows } = await database.raw.query<{ changes: { label: string; before: string; after: string }[] }>(
      'select changes from change_log order by id desc limit 1',
    )
    return rows[0]?.changes.map(({ label, before, after }) => [label, before, after])
  }

  it('tells what was there before: of a book', async () => {
    const secret = secrets().seal('k'.repeat(16), bookKeyPurpose('天海'))
    const register = (baseUrl: string, keyId: string) => () =>
      registerBook(database.pool, { name: '天海', baseUrl, keyId, secret }, world.now)
    const disable = () => disableBook(database.pool, '天海', world.now)
    expect(await change(register('https://one.example/api/', 'a'))).toEqual([
      ['地址', null, 'one.example'],
      ['密钥名称', null, 'a'],
      ['状态', null, '启用'],
    ])
    expect(await change(register('https://two.example/api/', 'a'))).toEqual([['地址', 'one.example', 'two.example']])
    expect(await change(disable)).toEqual([['状态', '启用', '停用']])
    expect(await change(disable)).toEqual([['状态', '停用', '停用']])
    expect(await change(register('https://two.example/api/', 'b'))).toEqual([
      ['地址', 'two.example', 'two.example'],
      ['密钥名称', 'a', 'b'],
      ['状态', '停用', '启用'],
    ])
    const before = await lines()
    expect(await disableBook(database.pool, '没有', world.now)).toBe(false)
    expect(await lines()).toBe(before)
  })

  it('tells what was there before: of a channel, whatever the other one is', async () => {
    const register = (wish: ChannelWish) => () => registerChannel(database.pool, secrets(), wish, world.now)
    const smtp = (host: string) => ({ smtp: { host, port: 465, from: 'no-reply@example.com' } })
    const telegram = (host: string) => ({ telegram: { baseUrl: `https://${host}/`, token: 't' } })
    await register({ smtp: null })()
    await register({ telegram: null })()
    expect(await change(register(smtp('one.example')))).toEqual([['渠道', '停用', 'one.example']])
    expect(await change(register(telegram('bot.example')))).toEqual([['渠道', '停用', 'bot.example']])
    expect(await change(register(smtp('two.example')))).toEqual([['渠道', 'one.example', 'two.example']])
    expect(await change(register({ smtp: null }))).toEqual([['渠道', 'two.example', '停用']])
    expect(await change(register(telegram('other.example')))).toEqual([['渠道', 'bot.example', 'other.example']])
  })
})
