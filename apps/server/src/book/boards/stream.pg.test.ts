import { setTimeout as sleep } from 'node:timers/promises'
import { LIVE_EVENTS } from '@strata/contract/live'
import { PERMISSION } from '@strata/contract/permissions'
import { GameId, type PathId } from '@strata/domain/ids'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetMaintenance } from '../../access/platform-settings/maintenance.ts'
import { headersOf, type Person, signedIn } from '../../access/testing/person.ts'
import { growSmallTree, type SmallTree, TREE_AT } from '../../access/testing/small-tree.ts'
import { wholeServer } from '../../access/testing/whole-server.ts'
import { gameEvent } from '../../games/periods/announce-period.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'

const { pool, raw, url } = await createTestDatabase()
let now = TREE_AT + 3_600_000
const { app, platform } = await wholeServer({ pool, url }, () => now)
afterAll(() => app.close())

let tree: SmallTree
beforeAll(async () => {
  tree = await growSmallTree(pool)
})

const as = (made: { accountId: number }, pathId: PathId): Promise<Person> => signedIn(pool, { ...made, pathId, now })

/** Opens a stream. `text` is everything received so far. */
async function listen(person: Person, query = '') {
  const answer = await app.inject({
    method: 'GET',
    url: `/api/agent/realtime/stream${query}`,
    headers: headersOf(person),
    payloadAsStream: true,
  })
  const heard = { text: '', ended: false }
  const stream = answer.stream()
  stream.on('data', (part: Buffer) => {
    heard.text += part.toString()
  })
  stream.on('end', () => {
    heard.ended = true
  })
  return heard
}

const publish = (type: 'board' | 'balance' | 'order', pathId: PathId) =>
  platform.live.publish({
    type,
    merchantId: tree.merchant.merchantId,
    key: `${type} ${pathId}`,
    data: { pathId, mark: type },
  })

it('sends boards and orders only to accounts that may open boards, and only of their own path', async () => {
  const agent = await listen(await as(tree.agent, tree.agent.pathId))
  const sub = await listen(await as(tree.sub, tree.agent.pathId))
  for (const type of ['board', 'order', 'balance'] as const) publish(type, tree.agent.pathId)
  publish('board', tree.sibling.pathId)
  await expect.poll(() => agent.text.match(/^event: \w+/gm)).toEqual(['event: board', 'event: order', 'event: balance'])
  expect(sub.text.match(/^event: \w+/gm)).toEqual(['event: balance'])
  expect(agent.text).not.toContain('pathId')
})

it('tells alerts of boards and changes of odds only to who may open boards, the other alerts to everybody', async () => {
  const agent = await listen(await as(tree.agent, tree.agent.pathId))
  const sub = await listen(await as(tree.sub, tree.agent.pathId))
  const { merchantId } = tree.merchant
  const say = (type: 'alert' | 'odds', kind: string) =>
    platform.live.publish({ type, merchantId, key: `${type} ${kind}`, data: { pathId: tree.agent.pathId, kind } })
  say('alert', 'warningAmount')
  say('odds', 'odds')
  say('alert', 'security')
  const kinds = (text: string) => [...text.matchAll(/"kind":"(\w+)"/g)].map(([, kind]) => kind)
  await expect.poll(() => kinds(agent.text)).toEqual(['warningAmount', 'odds', 'security'])
  await expect.poll(() => kinds(sub.text)).toEqual(['security'])
})

it('tells everybody that a game was switched, also an account without boards', async () => {
  const agent = await listen(await as(tree.agent, tree.agent.pathId))
  const sub = await listen(await as(tree.sub, tree.agent.pathId))
  platform.live.publish(gameEvent(GameId(3), false, now))
  for (const heard of [agent, sub]) {
    await expect.poll(() => heard.text).toContain('event: game')
    const [, data = ''] = /event: game\ndata: (.*)/.exec(heard.text) ?? []
    expect(LIVE_EVENTS.game.parse(JSON.parse(data))).toEqual({ gameId: 3, enabled: false, at: now })
  }
})

it('is judged again without keeping the session alive', async () => {
  const person = await as(tree.sub, tree.agent.pathId)
  const seenAt = async (): Promise<unknown> =>
    (
      await raw.query<{ seen_at: bigint }>(
        'select seen_at from sessions where account_id = $1 order by id desc limit 1',
        [tree.sub.accountId],
      )
    ).rows[0]?.seen_at
  // Opened by a person: it says so, and goes on saying so for as long as it is open.
  const heard = await listen(person, '?isclick=true')
  const before = await seenAt()
  now += 60_000
  await raw.query('update accounts set permission_ids = $2 where id = $1', [
    tree.sub.accountId,
    [PERMISSION.reports, PERMISSION.rules],
  ])
  platform.streams.recheck(tree.merchant.merchantId)
  await expect.poll(() => heard.text).toContain('event: permissions')
  expect(await seenAt()).toBe(before)
  // A call that a person makes does.
  await listen(person, '?isclick=true')
  expect(await seenAt()).toBe(BigInt(now))
})

it('ends at once on a freeze, a revoked session and the loss of boards, without an event to others', async () => {
  const people = { frozen: tree.sibling, revoked: tree.general, other: tree.merchant }
  const [frozen, revoked, other] = await Promise.all(
    Object.values(people).map(async (made) => listen(await as(made, made.pathId))),
  )
  await raw.query('update accounts set permission_ids = $2 where id = $1', [tree.sub.accountId, [PERMISSION.boards]])
  const sub = await listen(await as(tree.sub, tree.agent.pathId))
  await raw.query('update paths set status = 4 where id = $1', [tree.sibling.pathId])
  await raw.query(`update sessions set ended_at = $2, ended_why = 'revoked' where account_id = $1`, [
    tree.general.accountId,
    now,
  ])
  await raw.query('update accounts set permission_ids = $2 where id = $1', [tree.sub.accountId, [PERMISSION.reports]])
  platform.streams.recheck(tree.otherMerchant.merchantId)
  await sleep(300)
  expect([frozen?.ended, revoked?.ended, sub.ended]).toEqual([false, false, false])
  platform.streams.recheck(tree.merchant.merchantId)
  await expect.poll(() => [frozen?.ended, revoked?.ended, sub.ended]).toEqual([true, true, true])
  expect(frozen?.text).toContain('{"reason":"frozen"}')
  expect(revoked?.text).toContain('{"reason":"revoked"}')
  expect(sub.text).toContain('{"reason":"permission"}')
  expect([other?.ended, other?.text.includes('session-ended')]).toEqual([false, false])
})

it('continues through a maintenance: it signs nobody out', async () => {
  const merchant = await listen(await as(tree.merchant, tree.merchant.pathId))
  const general = await listen(await as(tree.general, tree.general.pathId))
  await raw.query(
    `insert into settings (key, value) values ('maintenance', $1) on conflict (key) do update set value = excluded.value`,
    [JSON.stringify({ from: now - 1, until: null, message: '升级' })],
  )
  forgetMaintenance(pool)
  await raw.query(`update sessions set ended_at = $2, ended_why = 'revoked' where account_id = $1`, [
    tree.general.accountId,
    now,
  ])
  platform.streams.recheck(tree.merchant.merchantId)
  await expect.poll(() => general.ended).toBe(true)
  await raw.query(`delete from settings where key = 'maintenance'`)
  forgetMaintenance(pool)
  publish('balance', tree.merchant.pathId)
  await expect.poll(() => merchant.text.match(/^event: [\w-]+/gm)).toEqual(['event: balance'])
  expect(merchant.ended).toBe(false)
})

it('sends changes of permissions at once, only to the account concerned', async () => {
  await raw.query('update accounts set permission_ids = $2 where id = $1', [tree.sub.accountId, [PERMISSION.reports]])
  await raw.query('update paths set status = 1 where id = $1', [tree.sibling.pathId])
  const sub = await listen(await as(tree.sub, tree.agent.pathId))
  const agent = await listen(await as(tree.agent, tree.agent.pathId))
  const other = await listen(await as(tree.sibling, tree.sibling.pathId))
  const heard = () => [sub, agent, other].map(({ text }) => text.match(/^event: [\w-]+/gm)?.length ?? 0)
  const recheck = () => platform.streams.recheck(tree.merchant.merchantId)

  await raw.query('update accounts set permission_ids = $2 where id = $1', [
    tree.sub.accountId,
    [PERMISSION.reports, PERMISSION.results],
  ])
  recheck()
  await expect.poll(heard).toEqual([1, 0, 0])
  expect(sub.text).toContain('event: permissions\ndata: {}')
  await raw.query('update paths set is_allow_pilot_out = not is_allow_pilot_out where id = $1', [tree.agent.pathId])
  recheck()
  await expect.poll(heard).toEqual([2, 1, 0])
  await raw.query('update paths set status = 4 where id = $1', [tree.agent.pathId])
  recheck()
  await expect.poll(() => [sub.ended, agent.ended, other.ended]).toEqual([true, true, false])

  // A frozen account may open a stream again, and is notified there when it is unfrozen.
  const again = await listen(await as(tree.agent, tree.agent.pathId))
  await raw.query('update paths set status = 1 where id = $1', [tree.agent.pathId])
  recheck()
  await expect.poll(() => again.text.match(/^event: [\w-]+/gm)).toEqual(['event: permissions'])
  expect(heard()[2]).toBe(0)
})
