import { PERMISSION } from '@strata/contract/permissions'
import { sealPassword } from '@strata/contract/wrapper'
import { GameId } from '@strata/domain/ids'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callApp, headersOf, type Person, signedIn } from '../../access/testing/person.ts'
import { growSmallTree, type SmallTree, TREE_AT } from '../../access/testing/small-tree.ts'
import { wholeServer } from '../../access/testing/whole-server.ts'
import { row } from '../../platform/db.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { addOperator, closedPeriod } from '../testing/operators.ts'

const { pool, raw, url } = await createTestDatabase()
const HOUR = 3_600_000
let now = TREE_AT + HOUR
const { app, platform } = await wholeServer({ pool, url }, () => now)
afterAll(() => app.close())

const GAME = GameId(1)
const PASSWORD = 'Strata2026'
const ALL = [
  PERMISSION.merchants,
  PERMISSION.operators,
  PERMISSION.games,
  PERMISSION.enterResults,
  PERMISSION.confirmResults,
  PERMISSION.correctResults,
]
let tree: SmallTree
let count = 0
const seal = (password: string): string => sealPassword({ password, appSecret: platform.config.appSecret, nowMs: now })

function operator(): Promise<number> {
  count += 1
  const name = `opown${String(count).padStart(3, '0')}`
  return addOperator(pool, tree, { name, permissionIds: ALL, at: now })
}
/** Whoever can sign in as an account: the test opens the session that a password would. */
async function as(accountId: number): Promise<Person> {
  await raw.query('update accounts set must_change_password = false, transfer_hash = $2 where id = $1', [
    accountId,
    'x',
  ])
  return signedIn(pool, { accountId, pathId: tree.head.pathId, roleType: 1, now })
}
const post = async (accountId: number, path: string, input: Record<string, unknown>) =>
  callApp(app, { method: 'POST', path, input, headers: headersOf(await as(accountId)) })

async function create(creator: number): Promise<number> {
  count += 1
  const accountName = `opmade${String(count).padStart(3, '0')}`
  const wish = { accountName, password: seal(PASSWORD), moduleIds: ALL }
  const answer = await post(creator, '/api/admin/user/create', wish)
  expect(answer).toMatchObject({ code: 200 })
  return (answer.data as { accountId: number }).accountId
}

const nextPeriod = () =>
  closedPeriod(pool, GAME, {
    clock: () => now,
    passTo: (at) => {
      now = at
    },
  })

beforeAll(async () => {
  tree = await growSmallTree(pool)
  await raw.query(`update games set result_source = 'manual' where id = $1`, [GAME])
})

type Shown = { readonly proposalId: string; readonly state: string; readonly result: readonly number[] }

type Step = { readonly do: 'create' | 'reset' | 'propose' | 'decide'; readonly with: number; readonly whom: number }
const steps = fc.array(
  fc.record({
    do: fc.constantFrom<Step['do']>('create', 'reset', 'propose', 'decide', 'decide'),
    with: fc.nat(20),
    whom: fc.nat(20),
  }),
  { minLength: 5, maxLength: 14 },
)

it('one person with accounts that it created or reset puts nothing in force, by any calls in any order', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const period = await nextPeriod()
      const own = await operator()
      const other = await operator()
      const hand = new Set([own])
      const proposals: string[] = []
      for (const step of sequence) {
        now += 1000
        const mine = [...hand]
        const self = mine[step.with % mine.length] ?? own
        if (step.do === 'create') hand.add(await create(self))
        else if (step.do === 'reset') {
          const whom = [other, ...mine.filter((id) => id !== self)][step.whom % mine.length] ?? other
          if (whom === self) continue
          const answer = await post(self, '/api/admin/user/update', { accountId: whom, password: seal(PASSWORD) })
          expect(answer).toMatchObject({ code: 200 })
          hand.add(whom)
        } else if (step.do === 'propose') {
          const isVoid = step.whom % 2 === 0
          const answer = isVoid
            ? await post(self, '/api/admin/game/period/void', { ...period, version: 0, reason: '试' })
            : await post(self, '/api/admin/draw/enter', { ...period, result: [1, 2, 3, 4, 5] })
          if (answer.code === 200) proposals.push((answer.data as { proposalId: string }).proposalId)
        } else {
          const proposalId = proposals.at(-1)
          if (proposalId === undefined) continue
          await post(self, '/api/admin/proposal/decide', { proposalId, approve: true })
          await post(self, '/api/admin/draw/confirm', { ...period, result: [1, 2, 3, 4, 5] })
        }
        const { version } = await row<{ version: number }>(
          raw,
          'select result_version as version from periods where game_id = $1 and period_no = $2',
          [period.gameId, period.periodNo],
        )
        expect(version).toBe(0)
      }
    }),
    { numRuns: 12 },
  )
}, 120_000)

it('two people do, and a proposal of yesterday does not', async () => {
  await raw.query(`update proposals set state = 'withdrawn', decided_at = 0 where state = 'waiting'`)
  const [first, second] = [await operator(), await operator()]
  const period = await nextPeriod()
  const wish = { ...period, version: 0, reason: '官方取消' }
  const proposed = await post(first, '/api/admin/game/period/void', wish)
  const { proposalId, expiresAt } = proposed.data as { proposalId: string; expiresAt: number }
  const decide = (by: number, id: string, approve = true) =>
    post(by, '/api/admin/proposal/decide', { proposalId: id, approve })
  expect(await decide(first, proposalId)).toMatchObject({
    code: 42207,
    message: '不能复核：由您提出，须由其他操作员复核',
  })
  const made = await create(first)
  expect(await decide(made, proposalId)).toMatchObject({
    message: '不能复核：您的账号由提出人创建，须由其他操作员复核',
  })
  const listed = await post(made, '/api/admin/proposal/query', {})
  expect(listed.data).toMatchObject({
    fourEyes: true,
    items: [{ proposalId, kind: 'periodVoid', mine: false, mayNot: 'firstCreatedSecond', expiresAt }],
  })
  expect((await post(second, '/api/admin/proposal/query', {})).data).toMatchObject({ items: [{ mayNot: null }] })
  now = expiresAt
  expect(await decide(second, proposalId)).toMatchObject({ code: 40902, message: '该提案已过期（24小时）' })
  expect((await post(second, '/api/admin/proposal/query', {})).data).toMatchObject({ items: [] })
  expect((await post(second, '/api/admin/proposal/query', { waiting: false })).data).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ proposalId, state: 'expired' })]),
  })
  const again = await post(second, '/api/admin/game/period/void', wish)
  const next = (again.data as { proposalId: string }).proposalId
  expect(await post(first, '/api/admin/proposal/withdraw', { proposalId: next })).toMatchObject({
    code: 42207,
    message: '只能由提出人撤回',
  })
  expect((await post(second, '/api/admin/proposal/withdraw', { proposalId: next })).code).toBe(200)
  expect(await decide(first, next)).toMatchObject({ code: 40902, message: '该提案已撤回' })
  const last = await post(second, '/api/admin/game/period/void', wish)
  const { proposalId: lastId } = last.data as { proposalId: string }
  expect((await decide(first, lastId, false)).code).toBe(200)
  const final = await post(second, '/api/admin/game/period/void', wish)
  expect((await decide(first, (final.data as { proposalId: string }).proposalId)).code).toBe(200)
})

it('shows nobody the balls of a first entry that no second one followed, whatever became of it', async () => {
  const [first, second] = [await operator(), await operator()]
  const period = await nextPeriod()
  const enter = async () => {
    const answer = await post(first, '/api/admin/draw/enter', { ...period, result: [1, 2, 3, 4, 5] })
    return (answer.data as { proposalId: string }).proposalId
  }
  const shown = async (proposalId: string) => {
    const lists = [true, false].map((waiting) => post(second, '/api/admin/proposal/query', { waiting }))
    const all = (await Promise.all(lists)).flatMap(({ data }) => (data as { items: Shown[] }).items)
    return all.find((one) => one.proposalId === proposalId)
  }
  const proposalId = await enter()
  expect(await shown(proposalId)).toMatchObject({ state: 'waiting', result: [] })
  expect((await post(second, '/api/admin/proposal/decide', { proposalId, approve: false })).code).toBe(200)
  expect(await shown(proposalId)).toMatchObject({ state: 'declined', result: [] })
  const withdrawn = await enter()
  expect((await post(first, '/api/admin/proposal/withdraw', { proposalId: withdrawn })).code).toBe(200)
  expect(await shown(withdrawn)).toMatchObject({ state: 'withdrawn', result: [] })
  const last = await enter()
  expect((await post(second, '/api/admin/draw/confirm', { ...period, result: [1, 2, 3, 4, 5] })).code).toBe(200)
  expect(await shown(last)).toMatchObject({ state: 'inForce', result: [1, 2, 3, 4, 5] })
  // Entries that ended before stay hidden: nobody compares them any more.
  expect(await shown(proposalId)).toMatchObject({ result: [] })
})
