import { setTimeout as sleep } from 'node:timers/promises'
import { LIVE_EVENTS, type LiveEventName } from '@strata/contract/live'
import { GameId, GroupId, MerchantId, type PathId, PeriodId } from '@strata/domain/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApp, headersOf, type Person, signedIn } from '../../access/testing/person.ts'
import { growSmallTree, type SmallTree, TREE_AT } from '../../access/testing/small-tree.ts'
import { wholeServer } from '../../access/testing/whole-server.ts'
import { announcePeriod } from '../../games/periods/announce-period.ts'
import { readPeriod } from '../../games/periods/store-periods.ts'
import { row } from '../../platform/db.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { boardEvent } from './board-version.ts'

/** Who receives which event of the live stream, through the call itself. */

const { pool, raw, url } = await createTestDatabase()
const now = TREE_AT + 3_600_000
const { app, platform } = await wholeServer({ pool, url }, () => now)
afterAll(() => app.close())

let tree: SmallTree
beforeAll(async () => {
  tree = await growSmallTree(pool)
})
const as = (made: { accountId: number; pathId: PathId }): Promise<Person> => signedIn(pool, { ...made, now })

async function listen(person: Person, lastEventId?: string, seat?: number) {
  const answer = await app.inject({
    method: 'GET',
    url: `/api/agent/realtime/stream${seat === undefined ? '' : `?seat=${seat}`}`,
    headers: { ...headersOf(person), ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) },
    payloadAsStream: true,
  })
  let text = ''
  const heard = {
    ended: false,
    events: () =>
      [...text.matchAll(/^event: (.+)\ndata: (.+)$/gm)].map(([, type, data]) => ({
        type: type as LiveEventName,
        data: JSON.parse(data ?? '') as Record<string, unknown>,
      })),
    lastId: () => [...text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? '',
  }
  const stream = answer.stream()
  stream.on('data', (part: Buffer) => {
    text += part.toString()
  })
  stream.on('end', () => {
    heard.ended = true
  })
  return heard
}
type Heard = Awaited<ReturnType<typeof listen>>
const marksOf = (heard: Heard): unknown[] => heard.events().map(({ data }) => data['periodNo'] ?? data['id'])

let batch = 7_500_000_000_000_000_000n
const moved = (merchantId: MerchantId, pathId: PathId, periodNo: string): void => {
  batch += 1n << 22n
  const at = {
    merchantId,
    pathId,
    periodId: PeriodId(1),
    gameId: GameId(3),
    periodNo,
    groupIds: [301].map(GroupId),
    batch,
    at: now,
  }
  platform.live.publish({ ...boardEvent(at), key: `${pathId} ${periodNo}` })
}

test('a board event goes to its own path, and to the head for every merchant; each event matches the contract', async () => {
  const [agent, outsider, head] = [
    await listen(await as(tree.agent)),
    await listen(await as(tree.otherAgent)),
    await listen(await as(tree.head)),
  ]
  moved(tree.merchant.merchantId, tree.agent.pathId, '1')
  moved(tree.merchant.merchantId, tree.sibling.pathId, '2')
  moved(tree.merchant.merchantId, tree.general.pathId, '3')
  moved(tree.otherMerchant.merchantId, tree.otherAgent.pathId, '4')
  moved(tree.merchant.merchantId, tree.head.pathId, '5')
  await sleep(400)
  moved(tree.otherMerchant.merchantId, tree.head.pathId, '6')
  await expect.poll(() => marksOf(head)).toEqual(['5', '6'])
  expect([marksOf(agent), marksOf(outsider)]).toEqual([['1'], ['4']])
  for (const { type, data } of [...agent.events(), ...head.events()])
    expect(LIVE_EVENTS[type].safeParse(data).error).toBeUndefined()
})

test('a stream for the seat of a path below has only board events, and only while the seat is allowed', async () => {
  const seated = async (who: { accountId: number; pathId: PathId }, seat: number) =>
    listen(await as(who), undefined, seat)
  const [general, head] = [
    await seated(tree.general, tree.agent.pathId),
    await seated(tree.head, tree.otherAgent.pathId),
  ]
  moved(tree.merchant.merchantId, tree.agent.pathId, '31')
  moved(tree.merchant.merchantId, tree.sibling.pathId, '32')
  moved(tree.otherMerchant.merchantId, tree.otherAgent.pathId, '33')
  platform.live.publish({
    type: 'balance',
    merchantId: tree.merchant.merchantId,
    key: 'balance of a seat',
    data: { pathId: tree.agent.pathId },
  })
  await expect.poll(() => marksOf(general)).toEqual(['31'])
  await expect.poll(() => marksOf(head)).toEqual(['33'])
  expect(general.events()[0]?.data).toMatchObject({ seat: tree.agent.pathId })
  expect(LIVE_EVENTS.board.safeParse(general.events()[0]?.data).error).toBeUndefined()
  expect(general.events()[0]?.data).not.toHaveProperty('pathId')

  const headers = headersOf(await as(tree.general))
  const ask = (seat: number | string) =>
    callApp(app, { method: 'GET', path: `/api/agent/realtime/stream?seat=${seat}`, headers })
  expect([(await ask(tree.otherAgent.pathId)).code, (await ask('x')).code]).toEqual([40401, 40001])

  // The agent moves below another path: the stream continues without its boards.
  await raw.query('update paths set lineage = array[$2::integer, $1] where id = $1', [
    tree.agent.pathId,
    tree.merchant.pathId,
  ])
  platform.streams.recheck(tree.merchant.merchantId)
  await sleep(300)
  moved(tree.merchant.merchantId, tree.agent.pathId, '34')
  moved(tree.merchant.merchantId, tree.general.pathId, '35')
  await expect.poll(() => marksOf(general)).toEqual(['31', '35'])
  await raw.query('update paths set lineage = array[$2::integer, $3, $1] where id = $1', [
    tree.agent.pathId,
    tree.merchant.pathId,
    tree.general.pathId,
  ])
})

test('a period event goes to everybody with its times, and with its result after the draw', async () => {
  const made = await row<{ id: number }>(
    raw,
    `insert into periods (game_id, period_no, day, open_at, close_at, hedge_close_at, draw_at, state)
     values (1, '20260520777', '2026-05-20', 1, 2, 3, 4, 'closed') returning id`,
  )
  const listeners = await Promise.all(
    [tree.agent, tree.otherAgent, tree.head].map(async (who) => listen(await as(who))),
  )
  const tell = async (): Promise<void> => {
    const period = await readPeriod(pool, PeriodId(made.id))
    if (period) announcePeriod(platform)(period)
  }
  await tell()
  await sleep(200)
  await raw.query(`insert into draws values ($1, 1, 'draw', '{1,2,3,4,5}', '2026-05-20', 'test', '', '', 4)`, [made.id])
  await raw.query(`update periods set state = 'drawn', result_version = 1 where id = $1`, [made.id])
  await tell()
  const times = {
    gameId: GameId(1),
    periodNo: '20260520777',
    openAt: 1,
    closeAt: 2,
    hedgeCloseAt: 3,
    drawAt: 4,
    serverNow: now,
  }
  for (const heard of listeners) {
    await expect
      .poll(() => heard.events().map(({ data }) => data))
      .toEqual([
        { ...times, state: 'closed' },
        { ...times, state: 'drawn', result: [1, 2, 3, 4, 5] },
      ])
    for (const { data } of heard.events()) expect(LIVE_EVENTS.period.safeParse(data).error).toBeUndefined()
  }
})

test('a notice event goes to its merchant, or to everybody, and always to the head', async () => {
  const [agent, outsider, head] = [
    await listen(await as(tree.agent)),
    await listen(await as(tree.otherAgent)),
    await listen(await as(tree.head)),
  ]
  for (const [id, merchantIds] of [
    [1, []],
    [2, [tree.merchant.merchantId]],
    [3, [tree.otherMerchant.merchantId]],
  ] as const) {
    const data = { id, level: 'info', merchantIds, roles: [] }
    platform.live.publish({ type: 'notice', merchantId: MerchantId(0), key: String(id), data })
  }
  await expect.poll(() => marksOf(head)).toEqual([1, 2, 3])
  expect([marksOf(agent), marksOf(outsider)]).toEqual([
    [1, 2],
    [1, 3],
  ])
  expect(agent.events()[1]?.data).toEqual({ id: 2, level: 'info' })
})

test('a reader that reconnects receives the events it missed, only its own', async () => {
  const person = await as(tree.agent)
  const first = await listen(person)
  moved(tree.merchant.merchantId, tree.agent.pathId, '11')
  await expect.poll(() => marksOf(first)).toEqual(['11'])
  moved(tree.merchant.merchantId, tree.agent.pathId, '12')
  moved(tree.merchant.merchantId, tree.sibling.pathId, '13')
  await expect.poll(() => marksOf(first)).toEqual(['11', '12'])
  const again = await listen(person, /* what it saw before */ String(BigInt(first.lastId()) - 2n))
  await expect.poll(() => marksOf(again)).toContain('12')
  expect(marksOf(again)).not.toContain('13')
  expect(marksOf(await listen(person, 'nonsense'))).toEqual([])
})

test('a session has at most four streams: a fifth ends the oldest, and signing out ends all with the reason', async () => {
  const person = await as(tree.sibling)
  const opened: Heard[] = []
  for (let n = 0; n < 5; n++) opened.push(await listen(person))
  await expect.poll(() => opened.map(({ ended }) => ended)).toEqual([true, false, false, false, false])
  expect(opened[0]?.events()).toEqual([])
  const bystander = await listen(await as(tree.sibling))
  const out = await callApp(app, { method: 'POST', path: '/api/common/account/logout', headers: headersOf(person) })
  expect(out.code).toBe(200)
  await expect.poll(() => opened.every(({ ended }) => ended)).toBe(true)
  expect(opened[4]?.events()).toEqual([{ type: 'session-ended', data: { reason: 'signedOut' } }])
  expect(bystander.ended).toBe(false)
  const refused = await callApp(app, { method: 'GET', path: '/api/agent/realtime/stream', headers: headersOf(person) })
  expect(refused.status).toBe(401)
})

test('a busy path receives at most four events per second', async () => {
  const heard = await listen(await as(tree.general))
  const from = Date.now()
  while (Date.now() - from < 1500) {
    moved(tree.merchant.merchantId, tree.general.pathId, '21')
    await sleep(10)
  }
  await sleep(400)
  const told = heard.events().length
  expect(told).toBeGreaterThanOrEqual(4)
  expect(told).toBeLessThanOrEqual(8)
})
