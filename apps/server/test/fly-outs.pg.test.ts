import type { BetSlip, Quote } from '@strata/domain/book/intake'
import { AccountId, GameId, GroupId, MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { ROLE } from '@strata/domain/tree'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Caller } from '../src/access/session/caller.ts'
import { itemBoard } from '../src/book/boards/board.ts'
import { rebuildExposures, verifyExposures } from '../src/book/exposures/store-rebuild.ts'
import { GamesReader } from '../src/book/open-games/read-open-games.ts'
import {
  callerAt,
  createSmallDatabase,
  DAY,
  NOW,
  PERIOD_NO,
  PERIODS,
  SMALL,
} from '../src/book/testing/small-database.ts'
import { takeBets } from '../src/intake/decide-batch.ts'
import { verifyLedger } from '../src/ledger/verify.ts'
import { runTx } from '../src/platform/db.ts'
import { LiveHub } from '../src/platform/live.ts'
import { createLog } from '../src/platform/log.ts'
import { Refusal } from '../src/platform/refusal.ts'
import { createSecrets } from '../src/platform/secrets.ts'
import { createTestDatabase } from '../src/platform/testing/test-database.ts'
import { finalPass } from '../src/replenishment/automatic/final-pass.ts'
import {
  createFlyOutAccount,
  queryBooks,
  queryFlyOutAccounts,
  updateFlyOutAccount,
} from '../src/replenishment/fly-out/fly-out-accounts.ts'
import { type FlyOutAlert, takeAnswer } from '../src/replenishment/fly-out/fly-out-answer.ts'
import { deliverFlyOuts } from '../src/replenishment/fly-out/fly-out-delivery.ts'
import { decideFlyOut, queryFlyOutOrders, resendFlyOut } from '../src/replenishment/fly-out/fly-out-orders.ts'
import { queryFlyOut, setFlyOut, setFlyOutOfDownline } from '../src/replenishment/fly-out/fly-out-settings.ts'
import { disableBook, registerBook } from '../src/replenishment/fly-out/outside-books.ts'
import { manualBetCall } from '../src/replenishment/manual/send-by-hand.ts'
import { startOutsideBook } from '../src/replenishment/testing/outside-book.ts'
import { delivery } from '../src/reports/delivery/delivery.ts'
import { bookKeyPurpose } from '../src/settings/store-fly-out-accounts.ts'
import { voidOrder } from '../src/settlement/operator-calls/void-order.ts'
import { addLateFlyOut } from '../src/settlement/settle/late-fly-out.ts'
import { settlePeriod } from '../src/settlement/settle/settle.ts'
import { putResult } from '../src/settlement/testing/small-period.ts'
import { verifySettlement } from '../src/settlement/verify/verify.ts'
import { SnapshotCache } from '../src/tree/snapshot/merchant-snapshot.ts'

/**
 * Fly-outs from the bet that causes them to the report that counts them, against a real outside book that
 * misbehaves.
 */
const { pool, raw } = await createTestDatabase()
await createSmallDatabase(raw, 10)
const { merchantPath, general, agent } = SMALL
await raw.query(`update link_terms set accept_type = 4 where path_id = $1`, [agent])
await raw.query('update paths set is_allow_pilot_out = true where id = any($1)', [[agent, general, merchantPath]])

// The small tree uses fixed path numbers.
await raw.query(`select setval('path_ids', 1000)`)

let clock = NOW
const secrets = createSecrets([{ id: 'k', key: Buffer.alloc(32, 1) }])
const book = await startOutsideBook({ keyId: 'strata', key: 'book-key', mode: 'accept', clock: () => clock })
afterAll(() => book.close())
const alerts: FlyOutAlert[] = []
const snapshots = new SnapshotCache()
const deps = {
  pool,
  live: new LiveHub(createLog('silent')),
  clock: () => clock,
  snapshots,
  openGames: new GamesReader(() => clock).open,
  secrets,
  allow: [`127.0.0.1:${book.port}`],
  alert: async (_tx: unknown, alert: FlyOutAlert) => {
    alerts.push(alert)
  },
  addLate: addLateFlyOut,
}
const bookId = await registerBook(
  raw,
  {
    name: '海天',
    baseUrl: `http://127.0.0.1:${book.port}/api`,
    keyId: 'strata',
    secret: secrets.seal('book-key', bookKeyPurpose('海天')),
  },
  NOW,
)

const GROUP = GroupId(301)
const PERIOD = PERIODS['6HC']
const owner = callerAt(PathId(agent))
const ok = <T>(answer: T | Refusal): T => {
  if (answer instanceof Refusal) throw new Error(`refused: ${answer.name} ${JSON.stringify(answer.details)}`)
  return answer
}
const refused = (answer: unknown): string => (answer instanceof Refusal ? answer.name : 'accepted')

const wish = (over: Record<string, unknown> = {}) => ({
  accountName: 'flyout01',
  nickname: '海天一号',
  connector: 'http' as const,
  bookId,
  oddsDiscount: '2',
  commission: '1.2',
  maxPerItem: null,
  status: 1 as const,
  ...over,
})
const flying = (over: Record<string, unknown> = {}) => ({
  groupId: GROUP,
  enabled: true,
  holdLimit: '0',
  unit: '1',
  mode: 'stake' as const,
  maxLoss: null,
  items: [],
  pilotId: PathId(0),
  ...over,
})

let bets = 0
async function bet(stake: string, itemCode: string, over: Partial<BetSlip> = {}): Promise<void> {
  bets += 1
  const slip: BetSlip = {
    callId: bets,
    betNo: `f${bets}`,
    account: 'mem0001',
    gameId: GameId(3),
    periodNo: PERIOD_NO,
    playCode: 'TMA',
    itemCode,
    pankou: undefined,
    odds: '0',
    stake,
    ...over,
  }
  const [first] = await takeBets(deps, MerchantId(1), [slip])
  const quote: Quote = first?.kind === 'refused' ? (first.quote ?? '0') : '0'
  const [answer] = await takeBets(deps, MerchantId(1), [{ ...slip, odds: quote }])
  expect(answer).toMatchObject({ kind: 'accepted' })
}

const page = { pageIndex: 1, pageSize: 100 as const }
const orders = async (caller: Caller = owner, over: Record<string, unknown> = {}) =>
  (await queryFlyOutOrders(deps, caller, { ...page, ...over })).items
const orderOn = async (itemCode: string) => {
  const found = (await orders()).filter((order) => order.itemCode === itemCode)
  return found[0] as (typeof found)[number]
}
const figures = async (itemCode: string, caller: Caller = owner) => {
  const answer = ok(await itemBoard(deps, caller, { gameId: GameId(3), amount: 'net', groupId: GROUP }, 'common'))
  const found = answer.rows.find((one) => one.playCode === 'TMA' && one.itemCode === itemCode)
  return { net: found?.net, out: found?.out, pending: found?.pending }
}
const deliver = () => deliverFlyOuts(deps, MerchantId(1))
const proveBooks = async (): Promise<void> => {
  expect(await verifyExposures(pool, MerchantId(1))).toBeNull()
  expect(await verifyLedger(pool, MerchantId(1))).toBeNull()
  expect(await verifySettlement(pool, MerchantId(1))).toBeNull()
}

const ref = {
  id: agent,
  merchantId: MerchantId(1),
  parentId: general,
  role: ROLE.agent,
  accountId: AccountId(13),
  name: 'agent001',
  lineage: [11, 12, 13].map(PathId),
}
const parent = callerAt(PathId(general), { targets: new Map([[agent, ref]]) })

let pilot = 0
beforeEach(() => {
  book.setMode('accept')
})

describe('fly-order accounts', () => {
  test('are made below their owner, refused in the written order', async () => {
    pilot = ok(await createFlyOutAccount(deps, owner, wish())).pilotId
    expect(refused(await createFlyOutAccount(deps, owner, wish({ oddsDiscount: '100', bookId: 99 })))).toBe(
      'badParameter',
    )
    expect(refused(await createFlyOutAccount(deps, owner, wish({ bookId: undefined })))).toBe('badParameter')
    expect(refused(await createFlyOutAccount(deps, owner, wish({ bookId: 99 })))).toBe('notFound')
    expect(refused(await createFlyOutAccount(deps, owner, wish()))).toBe('accountExists')
    expect(await raw.query('select role, parent_id, chain_a, lineage from paths where id = $1', [pilot])).toMatchObject(
      {
        rows: [{ role: 10002, parent_id: agent, chain_a: agent, lineage: [merchantPath, general, agent, pilot] }],
      },
    )
    expect((await queryBooks(deps)).books).toEqual([{ bookId, name: '海天' }])
  })

  test('can be changed by their owner only, and changes are logged', async () => {
    const other = callerAt(PathId(general))
    expect(refused(await updateFlyOutAccount(deps, other, { pilotId: PathId(pilot), oddsDiscount: '3' }))).toBe(
      'notFound',
    )
    expect(
      refused(await updateFlyOutAccount(deps, owner, { pilotId: PathId(pilot), oddsDiscount: '3', nickname: '海天' })),
    ).toBe('accepted')
    expect((await queryFlyOutAccounts(deps, owner, page)).items).toMatchObject([
      { pilotId: pilot, nickname: '海天', oddsDiscount: '3', commission: '1.2', bookId },
    ])
    expect((await queryFlyOutAccounts(deps, other, page)).total).toBe(0)
    const logged = await raw.query<{ fields: string[] }>(
      `select jsonb_path_query_array(changes, '$[*].field') as fields from change_log where action = 'flyOutAccount' order by id`,
    )
    expect(logged.rows.map(({ fields }) => fields)).toEqual([
      ['pilot.connector', 'pilot.book', 'pilot.discount', 'pilot.commission', 'pilot.maxPerItem'],
      ['pilot.discount', 'nickname'],
    ])
  })

  test('can be switched off while their book is out of use, and cannot select such a book', async () => {
    expect(await disableBook(raw, '海天', NOW)).toBe(true)
    expect(refused(await updateFlyOutAccount(deps, owner, { pilotId: PathId(pilot), status: 2 }))).toBe('accepted')
    expect(refused(await createFlyOutAccount(deps, owner, wish({ accountName: 'flyout09' })))).toBe('notFound')
    await raw.query('update outside_books set is_enabled = true where id = $1', [bookId])
    expect(refused(await updateFlyOutAccount(deps, owner, { pilotId: PathId(pilot), status: 1 }))).toBe('accepted')
  })
})

describe('settings', () => {
  const set = (over: Record<string, unknown>, caller: Caller = owner) =>
    setFlyOut(deps, caller, { gameId: GameId(3), version: 0, auto: [flying({ pilotId: pilot })], ...over })

  test('are refused in the written order', async () => {
    const wrong = [flying({ pilotId: null, mode: 'loss', groupId: GroupId(101) }), flying({ groupId: GroupId(101) })]
    expect(refused(await set({ gameId: 9, auto: wrong, version: 7 }))).toBe('notFound')
    expect(refused(await set({ auto: wrong, version: 7 }))).toBe('notFound')
    const twice = [flying({ mode: 'loss', pilotId: null }), flying({ pilotId: PathId(99) })]
    expect(refused(await set({ auto: twice, version: 7 }))).toBe('badParameter')
    expect(refused(await set({ auto: [flying({ mode: 'loss', pilotId: 99 })], version: 7 }))).toBe('badParameter')
    expect(refused(await set({ auto: [flying({ pilotId: null })], version: 7 }))).toBe('badParameter')
    expect(refused(await set({ auto: [flying({ pilotId: 99 })], version: 7 }))).toBe('notFound')
    expect(refused(await set({ auto: [flying({ pilotId: pilot })], version: 0 }, callerAt(PathId(general))))).toBe(
      'notFound',
    )
    expect(refused(await set({ version: 7 }))).toBe('changed')
  })

  test('act at once on held stakes when switched on', async () => {
    await bet('1000', '10')
    const saved = ok(await set({ auto: [flying({ pilotId: pilot, holdLimit: '100' })] }))
    expect(saved).toMatchObject({
      version: 1,
      sent: [{ itemCode: '10', amount: '200', kind: 'flyout', takerRoleId: 10002 }],
    })
    expect(await figures('10')).toEqual({ net: '300', out: '0', pending: '200' })
    expect(await orderOn('10')).toMatchObject({ state: 'pending', attempts: 0, connector: 'http', mayResend: true })
    await proveBooks()
    expect(await deliver()).toBe(1)
    expect(await figures('10')).toEqual({ net: '100', out: '200', pending: '0' })
    expect(await orderOn('10')).toMatchObject({ state: 'confirmed', externalNo: 'B000001', lastError: null })
    await proveBooks()
    const shown = ok(await queryFlyOut(deps, owner, { gameId: GameId(3) }))
    expect(shown).toMatchObject({ version: 1, auto: [{ groupId: GROUP, holdLimit: '100', pilotId: pilot }] })
    ok(await set({ version: 1, auto: [flying({ pilotId: pilot })] }))
    await deliver()
  })

  test('the outside book gets the order complete, signed, and with lower odds', () => {
    const [told] = book.orders.values()
    expect(told?.body).toMatchObject({
      game: '6HC',
      periodNo: PERIOD_NO,
      playCode: 'TMA',
      itemCode: '10',
      stake: '200',
      expiresAt: NOW + 65_000,
    })
    // 48.43... at a discount of 3%, cut to four decimals.
    expect(Number(told?.body['odds'])).toBeLessThan(48)
  })
})

describe('answers of an outside book', () => {
  test('accepts: pending in the bet’s own transaction, then sent out', async () => {
    await bet('1000', '11')
    expect(await figures('11')).toEqual({ net: '300', out: '0', pending: '300' })
    const batches = await raw.query(`select distinct batch from orders where item = '11'`)
    expect(batches.rowCount).toBe(1)
    await deliver()
    expect(await figures('11')).toEqual({ net: '0', out: '300', pending: '0' })
    await proveBooks()
  })

  test('several workers at once send each order once', async () => {
    for (const item of ['12', '13', '14', '15']) await bet('1000', item)
    const before = book.calls.length
    await Promise.all([deliver(), deliver(), deliver()])
    expect(book.calls.slice(before).map((call) => call.key)).toHaveLength(4)
    expect(new Set(book.calls.slice(before).map((call) => call.key)).size).toBe(4)
    expect(await figures('15')).toEqual({ net: '0', out: '300', pending: '0' })
  })

  test('refuses: the order leaves the book, and the item pauses for 30 s', async () => {
    book.setMode('refuse')
    await bet('1000', '16')
    await deliver()
    expect(await orderOn('16')).toMatchObject({ state: 'rejected', lastError: 'refused', mayConfirm: false })
    expect(await figures('16')).toEqual({ net: '300', out: '0', pending: '0' })
    expect(alerts.at(-1)).toMatchObject({ kind: 'flyOutRejected', pathId: agent })
    await bet('10', '16')
    expect(await figures('16')).toEqual({ net: '303', out: '0', pending: '0' })
    await bet('1000', '17')
    expect(await figures('17')).toEqual({ net: '300', out: '0', pending: '300' })
    clock = NOW + 30_001
    await bet('10', '16')
    expect(await figures('16')).toEqual({ net: '306', out: '0', pending: '306' })
    book.setMode('accept')
    await deliver()
    clock = NOW
    await proveBooks()
  })

  test('loses its answer: asked again with the same key, and only one order exists there', async () => {
    book.setMode('lose')
    await bet('1000', '18')
    await deliver()
    expect(await orderOn('18')).toMatchObject({ state: 'pending', attempts: 1, lastError: 'unreachable' })
    expect(await deliver()).toBe(0)
    clock = NOW + 1_000
    book.setMode('accept')
    const before = book.orders.size
    expect(await deliver()).toBe(1)
    expect(book.orders.size).toBe(before)
    expect(await orderOn('18')).toMatchObject({ state: 'confirmed', attempts: 2 })
    clock = NOW
  })

  test('a person can have it asked at once', async () => {
    book.setMode('error')
    await bet('1000', '19')
    await deliver()
    expect(await orderOn('19')).toMatchObject({ state: 'pending', lastError: 'badStatus' })
    book.setMode('accept')
    const { id } = await orderOn('19')
    expect(refused(await resendFlyOut(deps, callerAt(PathId(general)), { id }))).toBe('notFound')
    expect(refused(await decideFlyOut(deps, owner, { id }, 'confirmed'))).toBe('stateForbids')
    expect(await resendFlyOut(deps, owner, { id })).toBeNull()
    expect(await deliver()).toBe(1)
    expect((await orderOn('19')).state).toBe('confirmed')
    expect(refused(await resendFlyOut(deps, owner, { id }))).toBe('stateForbids')
    // Written down once, for the one that was done.
    const logged = await raw.query(
      `select path_id, operator_name, changes from change_log where merchant_id = $1 and action = 'flyOutResend'`,
      [owner.merchantId],
    )
    expect(logged.rows).toEqual([
      {
        path_id: owner.path.id,
        operator_name: owner.account.name,
        changes: [{ field: 'resend', label: `放飞注单 ${id}`, before: '待确认', after: '重发' }],
      },
    ])
  })

  test('its owner is alerted when the reason of the wait changes, not at each attempt', async () => {
    const said = vi.spyOn(deps.live, 'publish')
    const heard = () => said.mock.calls.map(([event]) => event).filter(({ type }) => type === 'order')
    book.setMode('error')
    await bet('1000', '25')
    const placed = heard().length
    expect(await deliver()).toBe(1)
    expect(heard().length).toBe(placed + 1)
    clock = NOW + 2_000
    expect(await deliver()).toBe(1)
    expect(heard().length).toBe(placed + 1)
    book.setMode('garbage')
    clock = NOW + 6_000
    expect(await deliver()).toBe(1)
    expect(heard().length).toBe(placed + 2)
    expect(await orderOn('25')).toMatchObject({ state: 'pending', attempts: 3, lastError: 'badAnswer' })
    book.setMode('accept')
    clock = NOW + 15_000
    expect(await deliver()).toBe(1)
    expect(heard().length).toBe(placed + 3)
    expect(new Set(heard().map(({ data }) => data['pathId']))).toEqual(new Set([owner.path.id]))
    said.mockRestore()
    clock = NOW
  })

  test('answers twice, differently: the first one counts', async () => {
    await bet('1000', '20')
    const orderId = BigInt((await orderOn('20')).id)
    const answer = (verdict: Parameters<typeof takeAnswer>[3]) =>
      runTx(pool, {}, (tx) => takeAnswer(tx, deps, { merchantId: MerchantId(1), orderId }, verdict))
    expect(await answer({ kind: 'accepted', externalNo: 'X1' })).toBe(true)
    expect(await answer({ kind: 'rejected', error: 'refused' })).toBe(false)
    expect(await answer({ kind: 'accepted', externalNo: 'X2' })).toBe(false)
    expect(await orderOn('20')).toMatchObject({ state: 'confirmed', externalNo: 'X1' })
    expect(await figures('20')).toEqual({ net: '0', out: '300', pending: '0' })
    expect(await deliver()).toBe(0)
  })

  test('gets no orders of a period that was voided, only questions', async () => {
    book.setMode('error')
    await bet('1000', '23')
    await deliver()
    await raw.query(`update periods set state = 'void' where id = $1`, [PERIOD])
    clock = NOW + 1_000
    book.setMode('accept')
    const [placed, called] = [book.orders.size, book.calls.length]
    expect(await deliver()).toBe(1)
    expect(book.calls.slice(called).map(({ path }) => path)).toEqual(['/api/orders/query'])
    expect(book.orders.size).toBe(placed)
    // It may still be on its way to the book: only after its end does "never heard of it" count as an answer.
    expect(await orderOn('23')).toMatchObject({ state: 'pending', lastError: 'waiting' })
    await raw.query(`update periods set state = 'open' where id = $1`, [PERIOD])
    clock = NOW + 10_000
    expect(await deliver()).toBe(1)
    expect((await orderOn('23')).state).toBe('confirmed')
    clock = NOW
  })

  test('does not wait for a settlement, because bets would wait behind it', async () => {
    await bet('1000', '24')
    const settling = await raw.connect()
    try {
      await settling.query('begin')
      await settling.query('select 1 from merchant_periods where merchant_id = 1 and period_id = $1 for update', [
        PERIOD,
      ])
      expect(await deliver()).toBe(1)
      expect(await orderOn('24')).toMatchObject({ state: 'pending', lastError: 'waiting' })
      expect(book.orders.size).toBeGreaterThan(0)
    } finally {
      await settling.query('rollback')
      settling.release()
    }
    clock = NOW + 1_000
    const placed = book.orders.size
    expect(await deliver()).toBe(1)
    expect(book.orders.size).toBe(placed)
    expect((await orderOn('24')).state).toBe('confirmed')
    clock = NOW
  })

  test('keeps within the account’s limit per item, pending orders included', async () => {
    ok((await updateFlyOutAccount(deps, owner, { pilotId: PathId(pilot), maxPerItem: '350' })) ?? 'ok')
    await bet('1000', '21')
    await bet('1000', '21')
    expect(await figures('21')).toEqual({ net: '600', out: '0', pending: '350' })
    await deliver()
    expect(await figures('21')).toEqual({ net: '250', out: '350', pending: '0' })
    ok((await updateFlyOutAccount(deps, owner, { pilotId: PathId(pilot), maxPerItem: null })) ?? 'ok')
  })

  test('the parent also decides to which books and how much; nothing is sent or created beyond it', async () => {
    const children = async () => ok(await queryFlyOut(deps, parent, { gameId: GameId(3) })).downline
    const rule = async (over: Record<string, unknown>, version?: number) => {
      const [child] = await children()
      const held = {
        bookIds: child?.bookIds ?? null,
        byHand: child?.byHand ?? true,
        maxPerItem: child?.maxPerItem ?? null,
      }
      const item = { agentPathsId: PathId(agent), version: version ?? child?.version ?? 0, isAllowPilotOut: true }
      return setFlyOutOfDownline(deps, parent, { items: [{ ...item, rule: { ...held, ...over } }] })
    }
    const [before] = await children()
    expect(before).toMatchObject({ bookIds: null, byHand: true, maxPerItem: null })
    expect(refused(await rule({ bookIds: [999] }))).toBe('notFound')
    expect(refused(await rule({ maxPerItem: '100' }, (before?.version ?? 0) + 1))).toBe('changed')
    expect((await children())[0]).toEqual(before)

    // Only the parent's limit counts below the account's own.
    const { items } = ok(await rule({ maxPerItem: '100' }))
    expect(items).toEqual([{ agentPathsId: agent, version: (before?.version ?? 0) + 1 }])
    await bet('1000', '33')
    expect(await figures('33')).toEqual({ net: '300', out: '0', pending: '100' })
    ok(await rule({ bookIds: [], byHand: false }))
    await bet('1000', '34')
    expect(await figures('34')).toEqual({ net: '300', out: '0', pending: '0' })
    expect(refused(await createFlyOutAccount(deps, owner, wish({ accountName: 'flyout77' })))).toBe('bookNotAllowed')
    const record = wish({ accountName: 'flyout78', connector: 'record', bookId: undefined })
    expect(refused(await createFlyOutAccount(deps, owner, record))).toBe('byHandNotAllowed')
    const logged = await raw.query<{ labels: string[] }>(
      `select jsonb_path_query_array(changes, '$[*].label') as labels from change_log where action = 'flyOutRule' order by id`,
    )
    expect(logged.rows.map(({ labels }) => labels)).toEqual([['放飞单项限额'], ['可用外部盘', '人工登记放飞']])
    ok(await rule({ bookIds: null, byHand: true, maxPerItem: null }))
    await bet('1000', '35')
    expect(await figures('35')).toEqual({ net: '300', out: '0', pending: '300' })
    await deliver()
  })

  test('by hand: preview, send, and the part that exceeds the account’s limit', async () => {
    ok(
      await setFlyOut(deps, owner, {
        gameId: GameId(3),
        version: 2,
        auto: [flying({ pilotId: pilot, enabled: false })],
      }),
    )
    await bet('1000', '22')
    const ask = { gameId: GameId(3), periodNo: PERIOD_NO, orders: [{ playCode: 'TMA', itemCode: '22', amount: '400' }] }
    const seen = ok(await manualBetCall(deps, owner, { ...ask, preview: true, requestId: 'h1' }))
    expect(seen.results).toMatchObject([{ takes: [], refused: '100', reason: 'aboveNet', orderNos: [] }])
    expect(await figures('22')).toEqual({ net: '300', out: '0', pending: '0' })
    const sent = ok(await manualBetCall(deps, owner, { ...ask, version: seen.version, requestId: 'h1' }))
    expect(sent.results[0]?.orderNos).toHaveLength(1)
    expect(await figures('22')).toEqual({ net: '300', out: '0', pending: '300' })
    await deliver()
    expect(await figures('22')).toEqual({ net: '0', out: '300', pending: '0' })
    await proveBooks()
  })
})

describe('an account recorded by hand', () => {
  let kept = 0
  test('counts at once, and can be corrected until the draw', async () => {
    kept = ok(
      await createFlyOutAccount(deps, owner, wish({ accountName: 'flyout02', connector: 'record', bookId: undefined })),
    ).pilotId
    ok(await setFlyOut(deps, owner, { gameId: GameId(3), version: 3, auto: [flying({ pilotId: kept })] }))
    await bet('1000', '30')
    const made = await orderOn('30')
    expect(made).toMatchObject({
      state: 'confirmed',
      attempts: 0,
      mayReject: true,
      mayConfirm: false,
      mayResend: false,
    })
    expect(await figures('30')).toEqual({ net: '0', out: '300', pending: '0' })
    expect(await decideFlyOut(deps, owner, { id: made.id, reason: '对方拒收' }, 'rejected')).toBeNull()
    expect(refused(await decideFlyOut(deps, owner, { id: made.id }, 'rejected'))).toBe('stateForbids')
    expect(await figures('30')).toEqual({ net: '300', out: '0', pending: '0' })
    await proveBooks()
    await rebuildExposures(pool, MerchantId(1), PeriodId(PERIOD))
    expect(await decideFlyOut(deps, owner, { id: made.id, externalNo: 'P7' }, 'confirmed')).toBeNull()
    expect(await figures('30')).toEqual({ net: '0', out: '300', pending: '0' })
    expect(await orderOn('30')).toMatchObject({ state: 'confirmed', externalNo: 'P7' })
    await proveBooks()
    clock = NOW + 120_000
    expect(refused(await decideFlyOut(deps, owner, { id: made.id }, 'rejected'))).toBe('stateForbids')
    clock = NOW
  })

  test('can be refused for good before the draw', async () => {
    await bet('500', '31')
    expect(await decideFlyOut(deps, owner, { id: (await orderOn('31')).id }, 'rejected')).toBeNull()
    expect(await figures('31')).toEqual({ net: '150', out: '0', pending: '0' })
  })
})

describe('the head', () => {
  const ref = {
    id: merchantPath,
    merchantId: MerchantId(1),
    parentId: PathId(1),
    role: ROLE.merchant,
    accountId: AccountId(11),
    name: 'merch001',
    lineage: [11].map(PathId),
  }
  const head = callerAt(PathId(1), { targets: new Map([[merchantPath, ref]]) })

  test('flies out of one merchant’s book to an account of its own', async () => {
    const headsAccount = ok(await createFlyOutAccount(deps, head, wish({ accountName: 'flyhead1' }))).pilotId
    expect(ok(await queryFlyOut(deps, head, { gameId: GameId(3) }))).toEqual({ version: 0, auto: [], downline: [] })
    const set = {
      gameId: GameId(3),
      version: 0,
      agentPathsId: merchantPath,
      auto: [flying({ pilotId: headsAccount, holdLimit: '250' })],
    }
    const saved = ok(await setFlyOut(deps, head, set))
    expect(saved.sent.length).toBeGreaterThan(0)
    await bet('1000', '40')
    await deliver()
    const [last] = (await orders(head)).filter((order) => order.itemCode === '40')
    expect(last).toMatchObject({ amount: '50', state: 'confirmed', pilotId: headsAccount, pilotName: 'flyhead1' })
    expect((await figures('40', head)).out).toBe('50')
    expect(ok(await queryFlyOut(deps, head, { gameId: GameId(3), agentPathsId: PathId(merchantPath) }))).toMatchObject({
      version: 1,
      downline: [{ agentPathsId: merchantPath, isAllowPilotOut: true }],
    })
    expect(refused(await updateFlyOutAccount(deps, head, { pilotId: headsAccount, status: 2 }))).toBe('accepted')
    await bet('1000', '41')
    expect((await figures('41', head)).pending).toBe('0')
    await proveBooks()
  })
})

describe('the head, manually', () => {
  const ref = {
    id: merchantPath,
    merchantId: MerchantId(1),
    parentId: PathId(1),
    role: ROLE.merchant,
    accountId: AccountId(11),
    name: 'merch001',
    lineage: [11].map(PathId),
  }
  const head = callerAt(PathId(1), { targets: new Map([[merchantPath, ref]]) })

  test('flies out of the merchant in the request, as previewed, at most what it holds there', async () => {
    const headsAccount = (await queryFlyOutAccounts(deps, head, page)).items[0]?.pilotId ?? PathId(0)
    ok(await updateFlyOutAccount(deps, head, { pilotId: headsAccount, status: 1 }))
    const rest = { gameId: GameId(3), agentPathsId: merchantPath }
    ok(await setFlyOut(deps, head, { ...rest, version: 1, auto: [flying({ pilotId: headsAccount, enabled: false })] }))
    await bet('1000', '42')
    const wished = {
      gameId: GameId(3),
      periodNo: PERIOD_NO,
      orders: [{ playCode: 'TMA', itemCode: '42', amount: '320' }],
    }
    const by = (caller: Caller, over: object) => manualBetCall(deps, caller, { ...wished, requestId: 'hand', ...over })
    expect(refused(await by(head, { orders: [] }))).toBe('replenishmentRefused')
    expect(refused(await by(callerAt(PathId(general)), { agentPathsId: merchantPath }))).toBe('notFound')
    const own = { agentPathsId: merchantPath }
    const preview = ok(await by(head, { ...own, preview: true }))
    expect(preview.results).toMatchObject([{ requested: '320', takes: [], refused: '20', reason: 'aboveNet' }])
    ok(await by(head, { ...own, version: preview.version }))
    expect(await figures('42', head)).toEqual({ net: '300', out: '0', pending: '300' })
    await deliver()
    expect(await figures('42', head)).toEqual({ net: '0', out: '300', pending: '0' })
    await proveBooks()
  })
})

describe('after hedgeCloseAt', () => {
  /** Left as unknown, and decided by a person. */
  const DECIDED = ['48', '49', '01']
  const askAt = async (item: string, at: number) =>
    raw.query(`update outbox set next_at = $1 where id = $2`, [at, (await orderOn(item)).id])

  test('an order without an answer is unknown, and asked for until it is answered', async () => {
    const version = ok(await queryFlyOut(deps, owner, { gameId: GameId(3) })).version
    ok(await setFlyOut(deps, owner, { gameId: GameId(3), version, auto: [flying({ pilotId: pilot })] }))
    await deliver()
    book.setMode('late')
    book.setAsksBeforeAnswer(3)
    await bet('1000', '45')
    for (const item of DECIDED) await bet('1000', item)
    book.setMode('forget')
    await bet('1000', '46')
    await bet('1000', '47')
    book.setMode('late')
    await raw.query(`update outbox set next_at = $1 where id = $2`, [NOW + 64_000, (await orderOn('46')).id])
    await raw.query(`update outbox set next_at = $1 where id = $2`, [NOW + 66_000, (await orderOn('47')).id])
    await deliver()
    expect(await orderOn('45')).toMatchObject({ state: 'pending', lastError: 'waiting' })
    clock = NOW + 64_000
    book.setMode('forget')
    await deliver()
    expect(await orderOn('46')).toMatchObject({ state: 'pending', lastError: 'unreachable' })
    clock = NOW + 65_000
    book.setMode('silent')
    await deliver()
    expect(await orderOn('45')).toMatchObject({
      state: 'unknown',
      lastError: 'unreachable',
      mayConfirm: true,
      mayReject: true,
    })
    expect(await orderOn('46')).toMatchObject({ state: 'unknown' })
    expect(alerts.filter(({ kind }) => kind === 'flyOutUnknown')).toHaveLength(2 + DECIDED.length)
    expect(await figures('45')).toEqual({ net: '300', out: '0', pending: '300' })
    await proveBooks()
    // An order that the book has not received by its end will never be accepted there.
    clock = NOW + 67_000
    book.setMode('forget')
    for (const item of ['45', ...DECIDED]) await askAt(item, NOW + 90_000)
    await deliver()
    expect(await orderOn('46')).toMatchObject({ state: 'rejected', lastError: 'unplaced' })
    expect(await orderOn('47')).toMatchObject({ state: 'rejected', lastError: 'unplaced' })
    const unanswered = {
      merchantId: MerchantId(1),
      orderId: BigInt((await orderOn('45')).id),
      reason: 'r',
      operator: 'o',
    }
    expect(await voidOrder(deps, unanswered)).toEqual({ refusal: 'notFound' })
    await proveBooks()
  })

  test('a person decides without an answer; a different later answer marks the order and raises an alert', async () => {
    const decide = async (item: string, wanted: 'confirmed' | 'rejected', over: Record<string, unknown> = {}) =>
      refused(await decideFlyOut(deps, owner, { id: (await orderOn(item)).id, ...over }, wanted))
    const answered = async (item: string, verdict: Parameters<typeof takeAnswer>[3]) => {
      const orderId = BigInt((await orderOn(item)).id)
      return runTx(pool, {}, (tx) => takeAnswer(tx, deps, { merchantId: MerchantId(1), orderId }, verdict))
    }
    await askAt('45', NOW + 400_000)
    expect(await decide('48', 'rejected', { reason: '电话核实' })).toBe('accepted')
    expect(await decide('49', 'confirmed', { externalNo: 'P9' })).toBe('accepted')
    expect(await decide('01', 'rejected')).toBe('accepted')
    expect(await figures('48')).toEqual({ net: '300', out: '0', pending: '0' })
    expect(await orderOn('48')).toMatchObject({ state: 'rejected', contradicted: null, mayConfirm: false })
    expect(await decide('48', 'confirmed')).toBe('stateForbids')

    // The book's answer equals the person's decision: no more questions, no alert.
    const told = alerts.length
    expect(await answered('01', { kind: 'rejected', error: 'unplaced' })).toBe(false)
    expect(await orderOn('01')).toMatchObject({ state: 'rejected', contradicted: null, mayConfirm: false })
    expect(alerts.length).toBe(told)

    // Confirmed by a person, refused by the book.
    expect(await answered('49', { kind: 'rejected', error: 'refused' })).toBe(true)
    expect(await orderOn('49')).toMatchObject({ state: 'confirmed', contradicted: 'rejected', mayReject: true })
    expect(await figures('49')).toEqual({ net: '0', out: '300', pending: '0' })

    // Refused by a person, accepted by the book: asked as before, answered late.
    clock = NOW + 90_000
    book.setMode('late')
    book.setAsksBeforeAnswer(1)
    const calls = book.calls.length
    expect(await deliver()).toBe(1)
    const { id, ...order } = await orderOn('48')
    expect(order).toMatchObject({ state: 'rejected', contradicted: 'accepted', mayConfirm: true, mayReject: false })
    expect(book.calls.slice(calls)).toEqual([{ path: '/api/orders/query', key: `1-${id}` }])
    expect(order.externalNo).toBe(book.orders.get(`1-${id}`)?.orderNo)
    expect(alerts.slice(told).map(({ kind, pathId, text }) => [kind, pathId, text])).toEqual([
      [
        'flyOutContradicted',
        agent,
        expect.stringMatching(/49 300（注单 \d+）：人工已确认，外部盘 海天 随后回复未接单，请核对$/),
      ],
      [
        'flyOutContradicted',
        agent,
        expect.stringMatching(
          new RegExp(
            `48 300（注单 ${id}）：人工已拒绝，外部盘 海天 随后回复已接单，外部单号 ${order.externalNo}，请核对$`,
          ),
        ),
      ],
    ])
    await proveBooks()

    // Each order is corrected once, by a person, and then no longer asked for.
    expect(await decide('49', 'rejected')).toBe('accepted')
    expect(await decide('48', 'confirmed')).toBe('accepted')
    expect(await orderOn('48')).toMatchObject({ state: 'confirmed', contradicted: null, externalNo: order.externalNo })
    expect(await figures('48')).toEqual({ net: '0', out: '300', pending: '0' })
    expect(await figures('49')).toEqual({ net: '300', out: '0', pending: '0' })
    clock = NOW + 119_000
    expect(await deliver()).toBe(0)
    await proveBooks()
  })

  const report = async (caller: Caller) => {
    const answer = ok(
      await delivery(pool, caller, { from: DAY, to: DAY, state: 'settled', pageIndex: 1, pageSize: 100 }, clock),
    )
    return answer.items.find((row) => row.rowKind === 'ownFlyout')
  }

  test('settlement counts confirmed orders; a late answer is posted as a correction', async () => {
    clock = NOW + 121_000
    // 45 is drawn: the fly-out without any answer.
    await putResult(raw, { id: PERIOD, gameId: GameId(3) }, [1, 2, 3, 4, 5, 6, 45])
    await settlePeriod(deps, MerchantId(1), PeriodId(PERIOD))
    await proveBooks()
    const before = await report(owner)
    const counted = (await orders()).filter((order) => order.state === 'confirmed')
    expect(before).toMatchObject({ orders: counted.length, payable: '0' })
    expect(refused(await decideFlyOut(deps, owner, { id: (await orderOn('31')).id }, 'confirmed'))).toBe('stateForbids')
    book.setMode('late')
    book.setAsksBeforeAnswer(1)
    clock = NOW + 500_000
    await deliver()
    expect(await orderOn('45')).toMatchObject({ state: 'corrected' })
    expect(alerts.at(-1)).toMatchObject({ kind: 'flyOutCorrected', pathId: agent })
    await proveBooks()
    const after = await report(owner)
    expect(after?.orders).toBe(counted.length + 1)
    // It won: the outside book owes the payout.
    expect(Number(after?.external)).toBeLessThan(Number(before?.external) - 10_000)
    expect(Number(after?.result)).toBeGreaterThan(Number(before?.result))
    const runs = await raw.query(`select reason, order_id from posting_runs where period_id = $1 order by version`, [
      PERIOD,
    ])
    expect(runs.rows.map((run) => run.reason)).toEqual(['settlement', 'correction'])
    expect(await report(callerAt(PathId(general)))).toBeUndefined()
  })

  test('a new result changes all of them, and a void removes one', async () => {
    await putResult(raw, { id: PERIOD, gameId: GameId(3) }, [1, 2, 3, 4, 5, 6, 11])
    await settlePeriod(deps, MerchantId(1), PeriodId(PERIOD))
    await proveBooks()
    const corrected = await report(owner)
    const order = await orderOn('45')
    const done = await voidOrder(deps, {
      merchantId: MerchantId(1),
      orderId: BigInt(order.id),
      reason: 'r',
      operator: 'o',
    })
    expect(done).toMatchObject({ periodId: PERIOD })
    await proveBooks()
    const voided = await report(owner)
    expect(voided?.orders).toBe(corrected?.orders)
    expect(Number(voided?.valid)).toBe(Number(corrected?.valid) - 300)
  })
})

describe('the right to fly out', () => {
  test('is set by the parent; removing it switches off active settings', async () => {
    const shown = ok(await queryFlyOut(deps, parent, { gameId: GameId(3) }))
    expect(shown.downline).toMatchObject([{ agentPathsId: agent, accountName: 'agent001', isAllowPilotOut: true }])
    const version = shown.downline[0]?.version ?? 0
    const set = (version: number, isAllowPilotOut: boolean) =>
      setFlyOutOfDownline(deps, parent, { items: [{ agentPathsId: PathId(agent), version, isAllowPilotOut }] })
    expect(
      refused(
        await setFlyOutOfDownline(deps, parent, {
          items: [{ agentPathsId: PathId(99), version: 0, isAllowPilotOut: false }],
        }),
      ),
    ).toBe('notFound')
    expect(refused(await set(version + 5, false))).toBe('changed')
    expect(ok(await set(version, false)).items).toEqual([{ agentPathsId: agent, version: version + 1 }])
    expect(ok(await queryFlyOut(deps, owner, { gameId: GameId(3) })).auto).toMatchObject([{ enabled: false }])
    const logged = await raw.query(`select changes from change_log where path_id = $1 order by id desc limit 2`, [
      agent,
    ])
    expect(JSON.stringify(logged.rows)).toContain('自动放飞')
    expect(JSON.stringify(logged.rows)).toContain('isAllowPilotOut')
  })

  test('is also needed before the end, and in the last pass', async () => {
    const before = (await orders()).length
    expect(await finalPass(deps, PERIODS['5M'])).toBe(0)
    expect((await orders()).length).toBe(before)
  })
})
