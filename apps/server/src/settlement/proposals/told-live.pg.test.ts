import { LIVE_EVENTS } from '@strata/contract/live'
import { PERMISSION } from '@strata/contract/permissions'
import { GameId } from '@strata/domain/ids'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { callApp, headersOf, type Person, signedIn } from '../../access/testing/person.ts'
import { growSmallTree, type SmallTree, TREE_AT } from '../../access/testing/small-tree.ts'
import { wholeServer } from '../../access/testing/whole-server.ts'
import { row } from '../../platform/db.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { addOperator, closedPeriod } from '../testing/operators.ts'
import { expireProposals } from './expire.ts'

/** Two api processes on one database: what is proposed at one is told by the other. */
const { pool, raw, url } = await createTestDatabase()
let now = TREE_AT + 3_600_000
const here = await wholeServer({ pool, url }, () => now)
const there = await wholeServer({ pool, url }, () => now)
for (const { platform } of [here, there]) await platform.live.fanOut(pool, url)
afterAll(async () => {
  for (const { app, platform } of [here, there]) {
    platform.streams.closeAll()
    await app.close()
    await platform.live.stop()
  }
})

const GAME = GameId(1)
let tree: SmallTree
let period: { gameId: GameId; periodNo: string }
const people = {} as Record<'first' | 'second' | 'reader' | 'blind' | 'agent', Person>

async function operator(name: string, permissionIds: number[]): Promise<Person> {
  const accountId = await addOperator(pool, tree, { name, permissionIds, at: now })
  return signedIn(pool, { accountId, pathId: tree.head.pathId, roleType: 1, now })
}

beforeAll(async () => {
  tree = await growSmallTree(pool)
  await raw.query(`update games set result_source = 'manual' where id = $1`, [GAME])
  const decides = [PERMISSION.games, PERMISSION.enterResults, PERMISSION.confirmResults, PERMISSION.correctResults]
  people.first = await operator('opfirst1', decides)
  people.second = await operator('opsecon1', decides)
  people.reader = await operator('opreade1', [PERMISSION.games])
  people.blind = await operator('opblind1', [PERMISSION.merchants])
  people.agent = await signedIn(pool, { ...tree.agent, now })
})

/** A closed period of its own for each test. */
beforeEach(async () => {
  period = await closedPeriod(pool, GAME, {
    clock: () => now,
    passTo: (at) => {
      now = at
    },
  })
})

/** Opens a stream at the other process. `told` answers the data of each event about proposals so far. */
async function listen(person: Person, at: FastifyInstance = there.app) {
  const url = '/api/agent/realtime/stream'
  const answer = await at.inject({ method: 'GET', url, headers: headersOf(person), payloadAsStream: true })
  let text = ''
  answer.stream().on('data', (part: Buffer) => {
    text += part.toString()
  })
  const data = (event: string) =>
    [...text.matchAll(new RegExp(`event: ${event}\\ndata: (.*)`, 'g'))].map(([, found]) => JSON.parse(found ?? ''))
  return { told: () => data('proposal'), alerts: () => data('alert') }
}

const post = (person: Person, path: string, input: Record<string, unknown>) =>
  callApp(here.app, { method: 'POST', path: `/api/admin/${path}`, input, headers: headersOf(person) })
const propose = async (person: Person): Promise<string> => {
  const answer = await post(person, 'game/period/void', { ...period, version: 0, reason: '官方取消' })
  expect(answer).toMatchObject({ code: 200 })
  return (answer.data as { proposalId: string }).proposalId
}

it('tells operators at another process of a proposal, its withdrawal and its decision', async () => {
  const [second, reader] = [await listen(people.second), await listen(people.reader)]
  const both = () => [second.told().length, reader.told().length]
  const proposalId = await propose(people.first)
  await expect.poll(both, { timeout: 1_000 }).toEqual([1, 1])
  expect(LIVE_EVENTS.proposal.parse(second.told()[0])).toEqual(period)
  expect(await post(people.first, 'proposal/withdraw', { proposalId })).toMatchObject({ code: 200 })
  await expect.poll(both, { timeout: 1_000 }).toEqual([2, 2])
  const next = await propose(people.first)
  await expect.poll(both, { timeout: 1_000 }).toEqual([3, 3])
  expect(await post(people.second, 'proposal/decide', { proposalId: next, approve: false })).toMatchObject({
    code: 200,
  })
  await expect.poll(both, { timeout: 1_000 }).toEqual([4, 4])
  // A manual result too: what was typed is in no event.
  expect(await post(people.first, 'draw/enter', { ...period, result: [1, 2, 3, 4, 5] })).toMatchObject({ code: 200 })
  await expect.poll(both, { timeout: 1_000 }).toEqual([5, 5])
  expect(second.told().at(-1)).toEqual(period)
  expect(await post(people.second, 'draw/confirm', { ...period, result: [1, 2, 3, 4, 5] })).toMatchObject({ code: 200 })
  await expect.poll(both, { timeout: 1_000 }).toEqual([6, 6])
})

it('tells nothing to who may not read proposals, neither the event nor the alert of its decision', async () => {
  const heard = [await listen(people.blind), await listen(people.blind, here.app), await listen(people.agent)]
  const reader = await listen(people.reader)
  const proposalId = await propose(people.first)
  await post(people.second, 'proposal/decide', { proposalId, approve: false })
  await expect.poll(() => [reader.told().length > 0, reader.alerts().length]).toEqual([true, 1])
  for (const { told, alerts } of heard) expect([told(), alerts()]).toEqual([[], []])
  const alerts = async (person: Person) =>
    (
      await callApp(here.app, {
        method: 'POST',
        path: '/api/common/alert/query',
        input: {},
        headers: headersOf(person),
      })
    ).data as { total: number; unread: number; items: { id: number; kind: string }[] }
  const [shown, hidden] = [await alerts(people.reader), await alerts(people.blind)]
  expect(shown.items.filter(({ kind }) => kind === 'proposal').length).toBeGreaterThan(0)
  expect(hidden).toMatchObject({ total: 0, unread: 0, items: [] })
  // Nor does it acknowledge for the others what it does not see.
  const input = { upTo: shown.items[0]?.id }
  await callApp(here.app, { method: 'POST', path: '/api/common/alert/read', input, headers: headersOf(people.blind) })
  expect((await alerts(people.reader)).unread).toBe(shown.unread)
})

it('tells nothing of a proposal that was refused', async () => {
  const reader = await listen(people.reader)
  const wish = { ...period, version: 7, reason: '官方取消' }
  expect((await post(people.first, 'game/period/void', wish)).code).not.toBe(200)
  await propose(people.first)
  await expect.poll(() => reader.told().length).toBe(1)
  expect((await post(people.second, 'game/period/void', { ...wish, version: 0 })).code).toBe(40902)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(reader.told()).toHaveLength(1)
})

it('tells once that the time of a proposal is over, and stores it', async () => {
  const reader = await listen(people.reader)
  // Those of the tests before end at the same time.
  const ofThis = () => reader.told().filter(({ periodNo }) => periodNo === period.periodNo)
  const proposalId = await propose(people.first)
  await expect.poll(() => ofThis().length).toBe(1)
  const { expires } = await row<{ expires: bigint }>(
    raw,
    'select at + 86400000 as expires from proposals where id = $1',
    [proposalId],
  )
  const of = (at: number) => ({ pool, clock: () => at, live: here.platform.live })
  await expireProposals(of(Number(expires) - 1))
  const stored = () => row(raw, 'select state, decided_at, decider from proposals where id = $1', [proposalId])
  expect(await stored()).toMatchObject({ state: 'waiting' })
  await expireProposals(of(Number(expires)))
  expect(await stored()).toEqual({ state: 'expired', decided_at: expires, decider: '' })
  await expect.poll(() => ofThis().length).toBe(2)
  await expireProposals(of(Number(expires) + 60_000))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(ofThis()).toHaveLength(2)
})
