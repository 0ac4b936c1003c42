import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PERMISSION } from '@strata/contract/permissions'
import { addDays, calendarDay, instantOf } from '@strata/domain/calendar'
import { wallClock } from '@strata/domain/calendar/wall-clock'
import { type AccountId, type MerchantId, PathId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApp, headersOf, type Person, signedIn } from '../src/access/testing/person.ts'
import { addRooms } from '../src/compose.ts'
import { createHistory } from '../src/demo/history.ts'
import { createDemoWorld } from '../src/demo/world.ts'
import type { ExportContext } from '../src/exports/context.ts'
import { ExportFiles } from '../src/exports/files/export-files.ts'
import { writeExport } from '../src/exports/files/write-export.ts'
import { runExport, type WriteFile } from '../src/exports/jobs.ts'
import { loadSource } from '../src/exports/source.ts'
import { cents, readCsv, readSheets, tableOf } from '../src/exports/testing/read-back.ts'
import { insertAlerts } from '../src/notices/store.ts'
import { businessDay } from '../src/platform/business-day.ts'
import { LiveHub } from '../src/platform/live.ts'
import { createLog } from '../src/platform/log.ts'
import { createSecrets } from '../src/platform/secrets.ts'
import { createTestDatabase } from '../src/platform/testing/test-database.ts'
import { createTestApp, createTestPlatform } from '../src/platform/testing/test-platform.ts'
import { voidOrder } from '../src/settlement/operator-calls/void-order.ts'
import { addOperator } from '../src/settlement/testing/operators.ts'
import { EXPORT_SOURCES } from '../src/workers/export-sources.ts'

/** Boards, alerts, accounts, statements and the operators' lists as files, compared with the answers of their calls. */
const { pool, raw, url } = await createTestDatabase()
const DAY_MS = 86_400_000
const DAYS = 2
const now: number = instantOf(calendarDay(Date.UTC(2026, 10, 20)), 12 * 3_600_000)
const today = businessDay(now)
const yesterday = addDays(today, -1)
const range = { from: addDays(today, -DAYS), to: yesterday }
const MARK_SIX = 3
const dataDir = mkdtempSync(join(tmpdir(), 'strata-lists-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const platform = createTestPlatform(
  { pool, url },
  { clock: () => now, config: { demo: 'off', simulator: false, dataDir } },
)
const exporting: ExportContext = {
  pool,
  replica: pool,
  clock: () => now,
  live: platform.live,
  files: new ExportFiles(dataDir),
  sources: EXPORT_SOURCES,
}
const write: WriteFile = async (wish, progress) => {
  const source = await loadSource(EXPORT_SOURCES, wish.list)
  if (!source) throw new Error(`no export source for ${wish.list}`)
  return writeExport(pool, source, wish, progress)
}

let app: FastifyInstance
const people = new Map<string, Person>()
const pathIds = new Map<string, number>()
const idOf = (name: string): number => pathIds.get(name) ?? 0
/** A period of 6HC with many bets. */
let periodNo = ''

const personOf = (who: string): Person => {
  const person = people.get(who)
  if (!person) throw new Error(`no account is called ${who}`)
  return person
}

type Input = Readonly<Record<string, unknown>>
type Rows = readonly (readonly unknown[])[]

const ask = async <T>(who: string, path: string, input: Input): Promise<T> => {
  const answer = await callApp(app, { method: 'POST', path, input, headers: headersOf(personOf(who)) })
  expect([answer.status, answer.code, answer.message]).toEqual([200, 200, answer.message])
  return answer.data as T
}

/** Requests a list as a file, with a job that writes it while the call waits. */
async function fileOf(who: string, path: string, input: Input): Promise<Rows> {
  const payload = { ...input, export: 'csv' }
  const answering = app.inject({ method: 'POST', url: path, payload, headers: headersOf(personOf(who)) })
  let answered: LightMyRequestResponse | undefined
  void answering.then((response) => {
    answered = response
  })
  while (!answered) await runAll()
  expect(String(answered.headers['content-type'])).toContain('text/csv')
  return tableOf(readCsv(answered.rawPayload))
}
async function runAll(): Promise<void> {
  const waiting = await raw.query<{ merchant_id: MerchantId; id: number }>(
    `select merchant_id, id from exports where state in ('waiting', 'running') order by id`,
  )
  for (const { merchant_id: merchantId, id } of waiting.rows) await runExport(exporting, { merchantId, id }, write)
}

/** Column `title` of the rows, without the header and the `under` total rows. */
const column = (rows: Rows, title: string, under = 0): unknown[] => {
  const at = rows[0]?.indexOf(title) ?? -1
  expect(at, title).toBeGreaterThanOrEqual(0)
  return rows.slice(1, rows.length - under).map((row) => row[at] ?? '')
}
const cell = (rows: Rows, title: string, fromEnd: number): unknown =>
  rows.at(-fromEnd)?.[rows[0]?.indexOf(title) ?? -1] ?? ''

beforeAll(async () => {
  app = await createTestApp(platform)
  await addRooms(app, platform)
  await createDemoWorld(pool, createSecrets(platform.config.keys), now - (DAYS + 2) * DAY_MS)
  const live = new LiveHub(createLog('silent'))
  await createHistory({ pool, live, now, days: DAYS, bets: 2400 })
  const accounts = await raw.query<{ name: string; account_id: number; id: number }>(
    `select a.name, a.id as account_id, p.id from accounts a
       join paths p on p.account_id = coalesce(a.main_account_id, a.id) and p.role < 10000`,
  )
  for (const { name, account_id: accountId, id } of accounts.rows) {
    pathIds.set(name, id)
    people.set(name, await signedIn(pool, { accountId, pathId: PathId(id), now }))
    if (name === 'headco01')
      people.set('operator', await signedIn(pool, { accountId, pathId: PathId(id), roleType: 1, now }))
  }
  const found = await raw.query<{ period_no: string }>(
    `select p.period_no from exposures e join periods p on p.id = e.period_id
      where p.game_id = $1 and e.path_id = $2 group by 1 order by count(*) desc limit 1`,
    [MARK_SIX, idOf('agent001')],
  )
  periodNo = found.rows[0]?.period_no ?? ''
}, 120_000)

interface BoardRow {
  readonly playCode: string
  readonly itemName: string
  readonly net: string
  readonly netAmount: string
  readonly betAmount: string
}
interface Board {
  readonly rows: readonly BoardRow[]
  readonly totals: Readonly<Record<'betAmount' | 'held' | 'net' | 'best' | 'worst', string | null>>
}

/** Three rows under the board: sums, best and worst. */
const FOOT = 3
const LIVE = '/api/agent/realtimereport'
const ITEM_BOARDS = [`${LIVE}/tmzx1`, `${LIVE}/tmzx2`, `${LIVE}/common`, `${LIVE}/zm16`, `${LIVE}/zmt`] as const

describe.each(['headco01', 'merch001', 'agent001'])('boards of %s', (who) => {
  it.each(ITEM_BOARDS)('%s', async (path) => {
    const asked = { gameId: MARK_SIX, periodNo, amount: 'held' }
    for (const input of [asked, { ...asked, sortInfo: { columnName: 'netAmount', direction: 0 }, pankou: 'C' }]) {
      const board = await ask<Board>(who, path, input)
      const csv = await fileOf(who, path, input)
      expect(board.rows.length).toBeGreaterThan(0)
      expect(column(csv, '投注项', FOOT)).toEqual(board.rows.map((row) => row.itemName))
      expect(column(csv, '净额', FOOT)).toEqual(board.rows.map((row) => cents(row.net)))
      expect(column(csv, '盈亏', FOOT)).toEqual(board.rows.map((row) => cents(row.netAmount)))
      expect(new Set(column(csv, '期号', FOOT))).toEqual(new Set([periodNo]))
      expect([cell(csv, '彩种', 3), cell(csv, '总额', 3), cell(csv, '净额', 3)]).toEqual([
        '合计',
        cents(board.totals.betAmount ?? ''),
        cents(board.totals.net ?? ''),
      ])
      expect([cell(csv, '盈亏', 2), cell(csv, '盈亏', 1)]).toEqual(
        [board.totals.best, board.totals.worst].map((one) => cents(one ?? '')),
      )
    }
  })

  it('only the plays of the shown section, and none that the board does not have', async () => {
    const path = `${LIVE}/common`
    const input = { gameId: MARK_SIX, periodNo, playCodes: ['TMA'] }
    const board = await ask<Board>(who, path, input)
    expect(new Set(board.rows.map((row) => row.playCode))).toEqual(new Set(['TMA']))
    expect(column(await fileOf(who, path, input), '总额', FOOT)).toEqual(board.rows.map((row) => cents(row.betAmount)))
    const other = { path, method: 'POST' as const, headers: headersOf(personOf(who)) }
    expect((await callApp(app, { ...other, input: { ...input, playCodes: ['TMA', 'B1'] } })).code).toBe(40401)
  })

  it('the play groups', async () => {
    const path = `${LIVE}/type`
    const input = { gameId: MARK_SIX, periodNo }
    const board = await ask<{ rows: { name: string; net: string; worst: string | null }[] }>(who, path, input)
    const csv = await fileOf(who, path, input)
    expect(column(csv, '玩法大类', FOOT)).toEqual(board.rows.map((row) => row.name))
    expect(column(csv, '盈亏', FOOT)).toEqual(board.rows.map((row) => cents(row.worst ?? '')))
  })

  it('every combination, where a screen has only the top ones', async () => {
    const path = `${LIVE}/multi/common`
    const input = { gameId: MARK_SIX, periodNo }
    const all = await ask<Board & { matching: number }>(who, path, { ...input, top: 500 })
    expect(all.matching).toBeGreaterThan(1)
    expect(all.matching).toBeLessThanOrEqual(500)
    const csv = await fileOf(who, path, { ...input, top: 1 })
    expect(column(csv, '投注项', FOOT)).toEqual(all.rows.map((row) => row.itemName))
    expect(cell(csv, '总额', 3)).toBe(cents(all.totals.betAmount ?? ''))
  })
})

it('a board as a workbook, read by another library, has numbers where the screen has amounts', async () => {
  const path = `${LIVE}/tmzx1`
  const input = { gameId: MARK_SIX, periodNo }
  const board = await ask<Board>('merch001', path, input)
  const person = personOf('merch001')
  const payload = { ...input, export: 'xlsx' }
  const answering = app.inject({ method: 'POST', url: path, payload, headers: headersOf(person) })
  let done: LightMyRequestResponse | undefined
  void answering.then((response) => {
    done = response
  })
  while (!done) await runAll()
  const [sheet] = readSheets(done.rawPayload)
  expect(sheet?.name).toBe('特码总项')
  expect(column(tableOf(sheet?.rows ?? []), '盈亏', FOOT)).toEqual(
    board.rows.map((row) => Number(cents(row.netAmount))),
  )
})

describe('other lists', () => {
  interface Page {
    readonly items: readonly Readonly<Record<string, unknown>>[]
    readonly total: number
  }

  it('alerts, with their readers', async () => {
    const alert = { pathId: PathId(idOf('agent001')), kind: 'security', level: 'warn' as const, data: {} }
    const texts = ['一', '二', '三'].map((text) => ({ ...alert, text }))
    const { merchant_id: merchantId } = (
      await raw.query<{ merchant_id: MerchantId }>(`select merchant_id from paths where name = 'agent001'`)
    ).rows[0] as { merchant_id: MerchantId }
    const ids = (await insertAlerts(pool, merchantId, texts, now)).map(({ id }) => id)
    await ask('agent001', '/api/common/alert/read', { ids: ids.slice(0, 1) })
    for (const state of ['unread', 'read'] as const) {
      const page = await ask<Page>('agent001', '/api/common/alert/query', { state, pageSize: 100 })
      const csv = await fileOf('agent001', '/api/common/alert/query', { state })
      expect(page.items.length).toBeGreaterThan(0)
      expect(column(csv, '内容')).toEqual(page.items.map((row) => row['content']))
      expect(column(csv, '处理人')).toEqual(page.items.map((row) => row['readBy']))
    }
    const others = await fileOf('agent003', '/api/common/alert/query', {})
    expect(others.flat()).not.toContain('二')
  })

  it('fly-order accounts', async () => {
    const path = '/api/common/pilot/query'
    const terms = { connector: 'record', oddsDiscount: '1.5', commission: '0.3', maxPerItem: '5000', status: 1 }
    await ask('merch001', '/api/common/pilot/create', {
      accountName: 'flybook01',
      nickname: '外账',
      requestId: 'list-exports-pilot',
      ...terms,
    })
    const page = await ask<Page>('merch001', path, { pageSize: 100 })
    const csv = await fileOf('merch001', path, {})
    expect(column(csv, '账号')).toEqual(page.items.map((row) => row['accountName']))
    expect(column(csv, '账号')).toContain('flybook01')
    expect(column(csv, '赔率折扣(%)')).toEqual(page.items.map((row) => row['oddsDiscount']))
    expect(column(csv, '单项限额')).toEqual(page.items.map((row) => cents(String(row['maxPerItem'] ?? ''))))
  })

  it('a statement day by day', async () => {
    const path = '/api/common/report/settling-up/days'
    const input = { ...range, agentPathsId: idOf('agent001') }
    const found = await ask<{ days: { day: string; receivable: string }[]; receivable: string; due: string }>(
      'genagt01',
      path,
      input,
    )
    const csv = await fileOf('genagt01', path, input)
    expect(column(csv, '日期', 3)).toEqual(found.days.map(({ day }) => day))
    expect(column(csv, '应收下线', 3)).toEqual(found.days.map(({ receivable }) => cents(receivable)))
    expect([cell(csv, '应收下线', 3), cell(csv, '应收下线', 1)]).toEqual([cents(found.receivable), cents(found.due)])
  })

  it('the winner of each side, draw by draw', async () => {
    const path = '/api/common/game/long-run'
    const input = { gameId: MARK_SIX, periods: 50 }
    const found = await ask<{
      sides: { playName: string; items: { name: string }[] }[]
      draws: { periodNo: string; winners: number[] }[]
    }>('agent001', path, input)
    const csv = await fileOf('agent001', path, input)
    expect(column(csv, '期号')).toEqual(found.draws.map((draw) => draw.periodNo))
    expect(csv[0]?.length).toBe(found.sides.length + 3)
    for (const [at, side] of found.sides.entries())
      expect(csv.slice(1).map((row) => row[at + 3])).toEqual(
        found.draws.map(({ winners }) => side.items[winners[at] ?? -1]?.name ?? '和'),
      )
  })

  it.each([
    ['/api/admin/user/query', {}, '账号', 'accountName'],
    ['/api/admin/game/period/query', { gameId: MARK_SIX, ...range }, '期号', 'periodNo'],
    ['/api/admin/notice/query', {}, '内容', 'content'],
    ['/api/admin/odds/drop/log', { gameId: MARK_SIX }, '期号', 'periodNo'],
  ])('of the operators: %s', async (path, input, title, field) => {
    await raw.query(`insert into notices (content, level, from_at, at) values ($1, 'info', $2, $2)`, [path, now])
    await raw.query(
      `insert into price_drop_log (id, game_id, period_id, play, price_key, held, drop_before, drop_after, floor_odds, at)
       select $1::bigint + n, $2, p.id, 'TMA', '01', 50000000, 0, 5000, 10100, $3
         from periods p, generate_series(1, 3) n where p.game_id = $2 and p.period_no = $4`,
      [Math.trunc(now / 1000) * 1000 + path.length * 10, MARK_SIX, now, periodNo],
    )
    const items: unknown[] = []
    for (let pageIndex = 1, total = 1; items.length < total; pageIndex++) {
      const page = await ask<Page>('operator', path, { ...input, pageIndex, pageSize: 100 })
      total = page.total
      items.push(...page.items.map((row) => row[field]))
      if (page.items.length === 0) break
    }
    const csv = await fileOf('operator', path, input)
    expect(column(csv, title)).toEqual(items)
    if (!path.includes('user')) expect(items.length).toBeGreaterThan(0)
  })

  it('notices have what their list shows, each merchant and level by name', async () => {
    const { merchant_id: merchantId } = (
      await raw.query<{ merchant_id: number }>(`select merchant_id from paths where name = 'merch001'`)
    ).rows[0] ?? { merchant_id: 0 }
    const [from, until] = [now + 3_600_000, now + 7_200_000]
    const about = { audience: 'agent', merchantIds: [merchantId], roles: [1, 3] }
    const wish = { content: '只给一家', level: 'warn', ...about, from, until, requestId: 'list-exports-notice' }
    const { id } = await ask<{ id: number }>('operator', '/api/admin/notice/create', wish)
    await raw.query(
      `insert into notice_reads (notice_id, account_id, account_name, path_name, role, at)
       values ($1, 1, 'agent001', 'agent001', 3, $2)`,
      [id, now],
    )
    const csv = await fileOf('operator', '/api/admin/notice/query', { keyword: wish.content })
    const name = (await raw.query<{ name: string }>('select name from merchants where id = $1', [merchantId])).rows[0]
    expect(csv).toEqual([
      ['发布时间', '内容', '状态', '级别', '对象', '商户', '级别范围', '已读人数', '开始时间', '结束时间', '操作人'],
      [
        wallClock(now),
        wish.content,
        '未开始',
        '重要',
        '代理端',
        name?.name,
        '商户、代理',
        '1',
        wallClock(from),
        wallClock(until),
        'headco01',
      ],
    ])
  })

  it('operators have what their list shows, each permission by name', async () => {
    const head = await raw.query<{ id: AccountId }>(`select id from accounts where name = 'headco01'`)
    const accountId = must(head.rows[0], 'the head').id
    const permissionIds = [PERMISSION.enterResults, PERMISSION.confirmResults]
    const id = await addOperator(pool, { head: { accountId } }, { name: 'oplist01', permissionIds, at: now - DAY_MS })
    await raw.query(
      `update accounts set nickname = '值班', status = 4, totp_secret = 'x', allowed_ips = $2, last_login_at = $3 where id = $1`,
      [id, ['10.0.0.1', '10.0.0.2'], now],
    )
    expect(await fileOf('operator', '/api/admin/user/query', { keyword: 'oplist01' })).toEqual([
      ['账号', '昵称', '状态', '权限', '验证器', '允许登录的IP', '创建时间', '最后登录'],
      [
        'oplist01',
        '值班',
        '冻结',
        '录入开奖结果、复核开奖结果',
        '已绑定',
        '10.0.0.1、10.0.0.2',
        wallClock(now - DAY_MS),
        wallClock(now),
      ],
    ])
  })

  it('prices, and their changes', async () => {
    const path = '/api/admin/odds/query'
    const asked = { gameId: MARK_SIX, pankou: 'A', playCode: 'TMA' }
    const before = await ask<{ version: number; prices: { key: string; quote: string }[] }>('operator', path, asked)
    const csv = await fileOf('operator', path, asked)
    expect(column(csv, '赔率')).toEqual(before.prices.map(({ quote }) => quote))
    await ask('operator', '/api/admin/odds/set', {
      gameId: MARK_SIX,
      pankou: 'A',
      version: before.version,
      prices: before.prices.slice(0, 2).map(({ key }) => ({ playCode: 'TMA', key, open: false })),
    })
    const after = await ask<{ history: { version: number; changes: { key: string }[] }[] }>('operator', path, {
      ...asked,
      history: true,
    })
    const history = await fileOf('operator', path, { ...asked, history: true })
    const changes = after.history.flatMap(({ version, changes: of }) => of.map(() => String(version)))
    expect(changes.length).toBeGreaterThanOrEqual(2)
    expect(column(history, '版本')).toEqual(changes)
    expect(column(history, '新状态').slice(0, 2)).toEqual(['关闭', '关闭'])
  })

  it('are refused without the export permission, even with all others', async () => {
    const grant = (ids: string) =>
      raw.query(`update accounts set permission_ids = $1::integer[] where name = 'agtsub01'`, [ids])
    const input = { gameId: MARK_SIX, periodNo, export: 'csv' }
    const code = async () =>
      (
        await callApp(app, {
          method: 'POST',
          path: `${LIVE}/common`,
          input,
          headers: headersOf(personOf('agtsub01')),
        })
      ).code
    await grant('{70000}')
    expect(await code()).toBe(40301)
    await grant('{70000,50009}')
    expect((await fileOf('agtsub01', `${LIVE}/common`, { gameId: MARK_SIX, periodNo })).length).toBeGreaterThan(FOOT)
  })
})

describe('a void order', () => {
  const VIEWERS = ['headco01', 'merch001', 'genagt01', 'agent001'] as const
  const ORDERS = '/api/common/report/order/query'
  const DELIVERY = '/api/common/report/delivery/query'
  const CLASSES = '/api/common/report/classification/query'
  const day = { from: yesterday, to: yesterday }

  beforeAll(async () => {
    const found = await raw.query<{ id: bigint; merchant_id: MerchantId }>(
      'select id, merchant_id from orders where day = $1 and a = $2 and kind = 0 order by stake desc limit 2',
      [yesterday, idOf('agent001')],
    )
    for (const { id: orderId, merchant_id: merchantId } of found.rows) {
      const order = { merchantId, orderId, reason: '客诉', operator: 'headco01' }
      expect(await voidOrder({ pool, live: platform.live, clock: () => now }, order)).not.toHaveProperty('refusal')
    }
  })

  type Fund = Readonly<
    Record<
      'accountName' | 'amount' | 'balanceAfter' | 'counterparty' | 'reference' | 'remark' | 'transactionId',
      string
    >
  > & { readonly at: number; readonly mark: { readonly orderNo: string } }

  interface Line {
    readonly rowKind: string
    readonly agentPathsId: PathId
    readonly orders: number
    readonly stake: string
    readonly memberResult: string
    readonly heldStake: string
    readonly heldResult: string
    readonly correctedDays?: string[]
  }

  it.each(VIEWERS)('is in the settled orders of %s as in its report, row by row and in total', async (who) => {
    const report = await ask<{ items: Line[]; summary: Line }>(who, DELIVERY, { ...day, kind: 'member', pageSize: 100 })
    const children = report.items.filter(({ rowKind }) => rowKind === 'child')
    expect(children.length).toBeGreaterThan(0)
    const settled = { ...day, kind: 'member', state: 'settled', pageSize: 100 }
    for (const { agentPathsId, orders, stake, memberResult, heldStake, heldResult } of children) {
      const { summary } = await ask<{ summary: Line }>(who, ORDERS, { ...settled, agentPathsId })
      expect(summary).toEqual({ orders, stake, memberResult, heldStake, heldResult, payout: expect.any(String) })
      // The same where the rollup has no answer: every order of the row is read.
      const read = await ask<{ summary: Line; total: number }>(who, ORDERS, {
        ...settled,
        agentPathsId,
        stakeFrom: '0',
      })
      expect(read.summary).toEqual(summary)
      expect(read.total).toBe(orders)
    }
    const all = await ask<{ items: Line[]; summary: Line }>(who, ORDERS, settled)
    expect([all.summary.orders, all.summary.stake]).toEqual([report.summary.orders, report.summary.stake])
    const voids = await ask<{ total: number; items: { state: string; heldStake: string }[] }>(who, ORDERS, {
      ...day,
      state: 'void',
    })
    expect(voids.total).toBe(2)
    expect(voids.items.map(({ state, heldStake }) => [state, heldStake])).toEqual([
      ['void', '0'],
      ['void', '0'],
    ])
    const none = await ask<{ summary: Line; total: number }>(who, ORDERS, { ...settled, state: 'void' })
    const games = await ask<{ items: Line[] }>(who, CLASSES, { ...day, kind: 'member', by: 'game' })
    expect(games.items.reduce((sum, { orders }) => sum + orders, 0)).toBe(all.summary.orders)
    expect(none.total).toBe(2)
  })

  it('is in the file of funds with what their list shows, by the same words', async () => {
    const path = '/api/common/funds/query'
    const input = { from: today, to: today, includeDownline: true, kinds: ['correction'] }
    const { items } = await ask<{ items: Fund[] }>('agent001', path, input)
    const [one] = items
    expect(one?.mark).toMatchObject({ kind: 'orderVoid', reason: '客诉' })
    const csv = await fileOf('agent001', path, input)
    expect(csv.slice(0, 2)).toEqual([
      ['时间', '账号', '类型', '金额', '余额', '对方', '关联单号', '更正与作废', '备注', '操作人', '流水号'],
      [
        wallClock(one?.at ?? 0),
        one?.accountName,
        '作废',
        cents(one?.amount),
        cents(one?.balanceAfter),
        one?.counterparty,
        one?.reference,
        `注单 ${one?.mark.orderNo} 作废，原因：客诉`,
        one?.remark,
        '总公司',
        one?.transactionId,
      ],
    ])
  })

  it.each(VIEWERS)('marks its day in the files of %s', async (who) => {
    const report = await ask<{ items: Line[] }>(who, DELIVERY, { ...range, pageSize: 100 })
    const marks = report.items.map(({ correctedDays }) => correctedDays?.join('、') ?? '')
    expect(marks).toContain(yesterday)
    expect(column(await fileOf(who, DELIVERY, range), '有更正的日期', 1)).toEqual(marks)
    for (const by of ['date', 'game', 'play'] as const) {
      const classes = await ask<{ items: Line[] }>(who, CLASSES, { ...range, by, pageSize: 100 })
      const own = classes.items.map(({ correctedDays }) => correctedDays?.join('、') ?? '')
      expect(own.some((mark) => mark !== '')).toBe(by !== 'play')
      expect(column(await fileOf(who, CLASSES, { ...range, by }), '有更正的日期', 1).slice(0, own.length)).toEqual(own)
    }
  })
})
