import { sealPassword } from '@strata/contract/wrapper'
import type { PathId } from '@strata/domain/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { verifyPassword } from '../access/passwords.ts'
import { type Answered, callApp, headersOf, type Person, signedIn } from '../access/testing/person.ts'
import { growSmallTree, type SmallTree, TREE_AT } from '../access/testing/small-tree.ts'
import { TransferPasswords } from '../ledger/transfer-password.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { createTestApp, createTestPlatform } from '../platform/testing/test-platform.ts'
import { accountRoutes } from '../tree/account-routes.ts'
import { treeRoutes } from '../tree/routes.ts'
import { accountCalls } from './account-calls.ts'

const { pool, raw, url } = await createTestDatabase()
const now = TREE_AT + 60_000
const platform = createTestPlatform({ pool, url }, { clock: () => now })
const { appSecret } = platform.config
const ledger = { ...platform, appSecret, passwords: new TransferPasswords({ ...platform, appSecret }) }
const app = await createTestApp(platform)
treeRoutes(app, { ...platform, recheckStreams: () => undefined })
accountRoutes(app, ledger, accountCalls(ledger))
afterAll(() => app.close())

let tree: SmallTree
let general: Person
let agent: Person
beforeAll(async () => {
  tree = await growSmallTree(pool)
  general = await signedIn(pool, { ...tree.general, now })
  agent = await signedIn(pool, { ...tree.agent, now })
})
beforeEach(() => raw.query('truncate change_log'))

interface Preview {
  readonly faults: readonly { readonly place: number; readonly field?: string; readonly reason: string }[]
  readonly confirm: string
}
type Row = Readonly<Record<string, unknown>>

const call = (person: Person, path: string, input: Row): Promise<Answered> =>
  callApp(app, { method: 'POST', path: `/api/${path}`, input, headers: headersOf(person) })
const seal = (password: string) => sealPassword({ password, appSecret, nowMs: now })
const PLAIN = { games: [{ gameId: 0 }] }
const agentRow = (accountName: string, more: Row = {}): Row => ({ roleId: 3, accountName, terms: 0, ...more })
const memberRow = (accountName: string, more: Row = {}): Row => ({
  roleId: 10001,
  accountName,
  pankou: 'A',
  terms: 0,
  ...more,
})
const preview = async (items: readonly Row[], more: Row = {}, person = general): Promise<Preview> => {
  const answer = await call(person, 'agent/import', { terms: [PLAIN], items, ...more, preview: true })
  expect([answer.code, answer.message]).toEqual([200, '操作成功'])
  return answer.data as Preview
}
const save = (items: readonly Row[], confirm: string | undefined, more: Row = {}, person = general) =>
  call(person, 'agent/import', {
    terms: [PLAIN],
    items: items.map((item, place) => ({ ...item, password: seal(`Welcome202${place}`) })),
    ...(confirm === undefined ? {} : { confirm }),
    ...more,
  })
const named = async (pattern: string) =>
  (
    await raw.query<{ name: string; role: number; parent_id: number; nickname: string | null }>(
      'select name, role, parent_id, nickname from paths where name like $1 order by name',
      [pattern],
    )
  ).rows
const infos = async (agentPathsId: PathId, person = general) =>
  ((await call(person, 'common/account/get-game-infos', { agentPathsId })).data as { games: Row[] }).games[0]

describe('accounts from a file', () => {
  it('are created after a preview that creates nothing, each with its terms, password and line in the log', async () => {
    const terms = [{ games: [{ gameId: 0, plays: [{ groupId: 301, maxItem: '321' }] }] }, PLAIN]
    const items = [
      agentRow('import01', { nickname: '甲', uplineShare: '5', downlineCap: '10' }),
      agentRow('import02', { terms: 1 }),
      memberRow('import03', { pankou: 'B', terms: 1 }),
    ]
    const { faults, confirm } = await preview(items, { terms })
    expect(faults).toEqual([])
    expect(await named('import0%')).toEqual([])
    const saved = await save(items, confirm, { terms, requestId: 'import-1' })
    expect([saved.code, saved.message]).toEqual([200, '操作成功'])
    const { made } = saved.data as { made: { agentPathsId: PathId; accountId: number; accountName: string }[] }
    expect(made.map(({ accountName }) => accountName)).toEqual(['import01', 'import02', 'import03'])
    const parent_id = tree.general.pathId
    expect(await named('import0%')).toEqual([
      { name: 'import01', role: 3, parent_id, nickname: '甲' },
      { name: 'import02', role: 3, parent_id, nickname: null },
      { name: 'import03', role: 10001, parent_id, nickname: null },
    ])
    const [first, second, third] = made.map(({ agentPathsId }) => agentPathsId) as [PathId, PathId, PathId]
    const one = await infos(first)
    expect(one).toMatchObject({ uplineShare: '5', downlineCap: '10' })
    expect(((one?.['plays'] ?? []) as Row[]).find(({ groupId }) => groupId === 301)).toMatchObject({ maxItem: '321' })
    const two = await infos(second)
    expect(((two?.['plays'] ?? []) as Row[]).find(({ groupId }) => groupId === 301)).not.toMatchObject({
      maxItem: '321',
    })
    expect(await infos(third)).toMatchObject({ pankou: ['B'] })

    // The same request again answers the same and creates nothing.
    expect((await save(items, confirm, { terms, requestId: 'import-1' })).data).toEqual(saved.data)
    const logins = await raw.query<{ password_hash: string; must_change_password: boolean }>(
      `select password_hash, must_change_password from accounts where name like 'import0%' order by name`,
    )
    expect(logins.rows).toHaveLength(3)
    for (const [place, { password_hash }] of logins.rows.entries())
      expect(await verifyPassword(password_hash, `Welcome202${place}`)).toBe(true)
    expect(logins.rows[0]?.must_change_password).toBe(true)
    const log = await raw.query<{ target_name: string; action: string }>(
      'select target_name, action from change_log order by id',
    )
    expect(log.rows.map(({ target_name, action }) => [target_name, action])).toEqual([
      ['import01', 'create'],
      ['import01', 'terms'],
      ['import02', 'create'],
      ['import03', 'create'],
    ])
  })

  it('are refused all with one that is wrong, each at its place and field', async () => {
    const items = [
      agentRow('import11'),
      agentRow('AGENT001'),
      agentRow('import12', { uplineShare: '99', downlineCap: '0' }),
      agentRow('import13', { terms: 1 }),
      agentRow('IMPORT11'),
      { ...agentRow('import14'), roleId: 2 },
    ]
    const terms = [PLAIN, { games: [{ gameId: 0, plays: [{ groupId: 301, maxItem: '99999999' }] }] }]
    const { faults, confirm } = await preview(items, { terms })
    expect(faults.map(({ place, field }) => [place, field])).toEqual([
      [1, 'accountName'],
      [2, 'uplineShare'],
      [3, 'terms'],
      [4, 'accountName'],
      [5, 'roleId'],
    ])
    for (const { reason } of faults) expect(reason).toMatch(/[\u4e00-\u9fff]/)
    expect(faults[1]?.reason).toMatch(/最多 \d+(\.\d+)?%/)
    const saved = await save(items, confirm, { terms, requestId: 'import-2' })
    expect([saved.code, (saved.data as Preview).faults]).toEqual([42207, faults])
    expect(await named('import1%')).toEqual([])
    expect((await raw.query(`select from accounts where name ilike 'import1%'`)).rowCount).toBe(0)
    expect((await raw.query('select from change_log')).rowCount).toBe(0)
  })

  it('obeys the rule of one creation for the pankou of a member', async () => {
    const only = [{ gameId: 0, pankou: ['A'], replenishPankou: 'A' }]
    const above = [agentRow('import21')]
    const terms = [{ games: only }]
    const { confirm } = await preview(above, { terms })
    const made = (await save(above, confirm, { terms })).data as { made: { agentPathsId: PathId }[] }
    const below = { parentPathsId: made.made[0]?.agentPathsId }
    const items = [memberRow('import22', { pankou: 'B' }), memberRow('import23')]
    expect((await preview(items, below)).faults).toEqual([{ place: 0, field: 'pankou', reason: '盘口不符' }])
  })

  it('is refused without a preview, after another one, without passwords, and for whom the caller may not see', async () => {
    const items = [agentRow('import31')]
    const { confirm } = await preview(items)
    const code = async (answer: Promise<Answered>) => (await answer).code
    expect(await code(save(items, undefined))).toBe(40902)
    expect(await code(save([agentRow('import32')], confirm))).toBe(40902)
    const bare = { terms: [PLAIN], items, confirm }
    expect(await code(call(general, 'agent/import', bare))).toBe(40001)
    const short = { ...bare, items: [{ ...items[0], password: seal('short') }] }
    expect(await code(call(general, 'agent/import', short))).toBe(40001)
    expect(await code(save(items, confirm, { parentPathsId: tree.otherMerchant.pathId }))).toBe(40401)
    expect(await code(save([agentRow('import31', { terms: 1 })], confirm))).toBe(40001)
    // An agent may create members only.
    expect((await preview([agentRow('import33'), memberRow('import34')], {}, agent)).faults).toMatchObject([
      { place: 0, field: 'roleId' },
    ])
    // The parent got other terms meanwhile.
    await raw.query('update paths set terms_version = terms_version + 1 where id = $1', [tree.general.pathId])
    expect(await code(save(items, confirm))).toBe(40902)
    expect(await named('import3%')).toEqual([])
  })

  it('refuses rows that no single call would take, and too many', async () => {
    const code = async (items: readonly Row[]) =>
      (await call(general, 'agent/import', { terms: [PLAIN], items, preview: true })).code
    expect(await code([{ ...agentRow('import41'), pankou: 'A' }])).toBe(40001)
    expect(await code([{ ...memberRow('import41'), pankou: undefined }])).toBe(40001)
    expect(await code([{ ...agentRow('import41'), credit: '1' }])).toBe(40001)
    expect(await code([agentRow('1x')])).toBe(40001)
    const many = Array.from({ length: 201 }, (_, place) => memberRow(`many${1000 + place}`))
    expect(await code(many)).toBe(40001)
    expect(await code(many.slice(1))).toBe(200)
  })

  it('have their contact with them, saved and logged like one that is typed, or not at all', async () => {
    const items = [
      agentRow('import61', { contact: 'mail:one@example.com' }),
      memberRow('import62', { contact: '13800000000' }),
      memberRow('import63'),
    ]
    const { faults, confirm } = await preview(items)
    expect(faults).toEqual([])
    expect((await raw.query(`select from accounts where name like 'import6%'`)).rowCount).toBe(0)
    expect((await save(items, confirm, { requestId: 'import-6' })).code).toBe(200)
    const stored = await raw.query<{ details: Row }>(
      `select details from accounts where name like 'import6%' order by name`,
    )
    expect(stored.rows.map(({ details }) => details['contact'])).toEqual([
      'mail:one@example.com',
      '13800000000',
      undefined,
    ])
    const log = await raw.query<{ target_name: string; changes: Row[] }>(
      `select target_name, changes from change_log where action = 'details' order by id`,
    )
    expect(log.rows.map(({ target_name, changes }) => [target_name, changes])).toEqual([
      ['import61', [{ field: 'contact', label: '联系方式', before: '', after: 'mail:one@example.com' }]],
      ['import62', [{ field: 'contact', label: '联系方式', before: '', after: '13800000000' }]],
    ])
  })

  it('are tried without the merchant waiting: another creation does not wait for the preview', async () => {
    const items = Array.from({ length: 200 }, (_, place) => memberRow(`tried${1000 + place}`))
    const trying = preview(items)
    const running = `select pid, xact_start::text from pg_stat_activity
      where query like '%savepoint one_account%' and xact_start is not null and pid <> pg_backend_pid()`
    const begun = await vi.waitUntil(async () => (await raw.query<Row>(running)).rows[0], {
      timeout: 30_000,
      interval: 2,
    })
    // Who changes the merchant waits for one row; the preview is still among the others then.
    await raw.query('select from merchants where id = $1 for update', [tree.merchant.merchantId])
    const still = `select from pg_stat_activity where pid = $1 and xact_start::text = $2`
    expect((await raw.query(still, [begun['pid'], begun['xact_start']])).rowCount).toBe(1)
    const { confirm } = await preview([memberRow('among01')])
    expect((await save([memberRow('among01')], confirm, { requestId: 'among-1' })).code).toBe(200)
    expect((await trying).faults).toEqual([])
    expect(await named('tried%')).toEqual([])
  })

  it('needs the permission to create', async () => {
    const sub = await signedIn(pool, { ...tree.agent, accountId: tree.emptySub.accountId, now })
    const asked = { terms: [PLAIN], items: [memberRow('import51')], preview: true }
    expect((await call(sub, 'agent/import', asked)).code).toBe(40301)
  })
})
