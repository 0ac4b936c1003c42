import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENDPOINTS } from '@strata/contract/endpoints'
import { addDays, calendarDay, instantOf } from '@strata/domain/calendar'
import { GameId, MerchantId, PathId } from '@strata/domain/ids'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApp, headersOf, type Person, signedIn } from '../src/access/testing/person.ts'
import { addRooms } from '../src/compose.ts'
import { createHistory } from '../src/demo/history.ts'
import { createDemoWorld } from '../src/demo/world.ts'
import type { ExportContext } from '../src/exports/context.ts'
import { BucketFiles } from '../src/exports/files/bucket-files.ts'
import { ExportFiles } from '../src/exports/files/export-files.ts'
import { writeExport } from '../src/exports/files/write-export.ts'
import { runExport, sweepExports, threadedWriter, type WriteFile } from '../src/exports/jobs.ts'
import { loadSource } from '../src/exports/source.ts'
import { startExport } from '../src/exports/start.ts'
import { serveBucket } from '../src/exports/testing/bucket-server.ts'
import { cents, headingOf, readCsv, readSheets, tableOf } from '../src/exports/testing/read-back.ts'
import { CalledOff, WriterThreads } from '../src/exports/thread.ts'
import { TransferPasswords } from '../src/ledger/transfer-password.ts'
import { businessDay } from '../src/platform/business-day.ts'
import { LiveHub, type NumberedEvent } from '../src/platform/live.ts'
import { createLog } from '../src/platform/log.ts'
import { createSecrets } from '../src/platform/secrets.ts'
import { createTestDatabase } from '../src/platform/testing/test-database.ts'
import { createTestApp, createTestPlatform } from '../src/platform/testing/test-platform.ts'
import { exportRoutes } from '../src/reports/export-routes.ts'
import { HeavyReads } from '../src/reports/heavy-reads.ts'
import { reportRoutes } from '../src/reports/routes.ts'
import { EXPORT_SOURCES } from '../src/workers/export-sources.ts'

/** Lists of the demo world as files: their content, who may fetch them, and what happens to interrupted ones. */
const { pool, raw, url } = await createTestDatabase()
const DAY_MS = 86_400_000
const DAYS = 2
let now: number = instantOf(calendarDay(Date.UTC(2026, 10, 20)), 12 * 3_600_000)
const today = businessDay(now)
const range = { from: addDays(today, -DAYS), to: addDays(today, -1) }
const dataDir = mkdtempSync(join(tmpdir(), 'strata-exports-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const files = new ExportFiles(dataDir)
const platform = createTestPlatform(
  { pool, url },
  { clock: () => now, config: { demo: 'off', simulator: false, dataDir } },
)
const exporting: ExportContext = {
  pool,
  replica: pool,
  clock: () => now,
  live: platform.live,
  files,
  sources: EXPORT_SOURCES,
}
/** The whole server; its calls wait for their files. */
let app: FastifyInstance
/** The same server without waiting: calls answer with the export's id at once. */
let hasty: FastifyInstance
const people = new Map<string, Person>()

const inProcess: WriteFile = async (wish, progress) => {
  const source = await loadSource(EXPORT_SOURCES, wish.list)
  if (!source) throw new Error(`no export source for ${wish.list}`)
  return writeExport(pool, source, wish, progress)
}

beforeAll(async () => {
  app = await createTestApp(platform)
  await addRooms(app, platform)
  hasty = await createTestApp(platform)
  const impatient = { ...exporting, waitMs: 0 }
  const access = {
    ...exporting,
    appSecret: platform.config.appSecret,
    passwords: new TransferPasswords({ ...exporting, appSecret: platform.config.appSecret }),
    startExport: (input: unknown, call: Parameters<typeof startExport>[2]) => startExport(impatient, input, call),
  }
  reportRoutes(hasty, access, { reports: pool, replica: pool, heavy: new HeavyReads() })
  exportRoutes(hasty, exporting)
  const { keys } = platform.config
  await createDemoWorld(pool, createSecrets(keys), now - (DAYS + 2) * DAY_MS)
  await createHistory({ pool, live: new LiveHub(createLog('silent')), now, days: DAYS, bets: 2400 })
  const accounts = await raw.query<{ name: string; account_id: number; id: number }>(
    `select a.name, a.id as account_id, p.id from accounts a
       join paths p on p.account_id = coalesce(a.main_account_id, a.id) and p.role < 10000`,
  )
  for (const { name, account_id: accountId, id: pathId } of accounts.rows)
    people.set(name, await signedIn(pool, { accountId, pathId: PathId(pathId), now }))
})

const personOf = (who: string): Person => {
  const person = people.get(who)
  if (!person) throw new Error(`no account is called ${who}`)
  return person
}

type Input = Readonly<Record<string, unknown>>

const ask = async <T>(who: string, path: string, input: Input, on = app): Promise<T> => {
  const answer = await callApp(on, { method: 'POST', path, input, headers: headersOf(personOf(who)) })
  expect([answer.status, answer.code]).toEqual([200, 200])
  return answer.data as T
}
const codeOf = async (who: string, path: string, input: Input, on = app): Promise<number> =>
  (await callApp(on, { method: 'POST', path, input, headers: headersOf(personOf(who)) })).code

interface Waiting {
  readonly merchant_id: MerchantId
  readonly id: number
}
const waiting = async (): Promise<Waiting[]> =>
  (
    await raw.query<Waiting & Record<string, unknown>>(
      `select merchant_id, id from exports where state in ('waiting', 'running') order by id`,
    )
  ).rows
const runAll = async (write: WriteFile = inProcess): Promise<void> => {
  for (const { merchant_id: merchantId, id } of await waiting()) await runExport(exporting, { merchantId, id }, write)
}

/** Requests a list as a file, with a job that writes it while the call waits. */
async function fileOf(who: string, path: string, input: Input): Promise<LightMyRequestResponse> {
  const person = personOf(who)
  const answering = app.inject({ method: 'POST', url: path, payload: { ...input }, headers: headersOf(person) })
  let answered: LightMyRequestResponse | undefined
  void answering.then((response) => {
    answered = response
  })
  while (!answered) await runAll()
  return answering
}

const DELIVERY = '/api/common/report/delivery/query'
const CLASSES = '/api/common/report/classification/query'
const ORDERS = '/api/common/report/order/query'
const FUNDS = '/api/common/funds/query'
const AGENTS = '/api/agent/query'

const start = async (who: string, input: Input, path = ORDERS): Promise<number> =>
  (await ask<{ exportId: number }>(who, path, { ...range, ...input, export: 'csv' }, hasty)).exportId
const stateOf = async (who: string, exportId: number) =>
  (await ask<{ items: Record<string, unknown>[] }>(who, '/api/common/export/query', {})).items.find(
    ({ id }) => id === exportId,
  )
const fetchFile = (who: string, exportId: number, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'GET',
    url: '/api/common/export/file',
    query: { exportId: String(exportId) },
    headers: { ...headersOf(personOf(who)), ...headers },
  })

interface Page<Row, Sum> {
  readonly items: readonly Row[]
  readonly summary: Sum
  readonly total: number
}
type Texts = Record<string, string>

/** All rows of a list, read page by page like a screen. */
async function onScreen(who: string, path: string, input: Input): Promise<Page<Texts, Texts>> {
  const items: Texts[] = []
  for (let pageIndex = 1; ; pageIndex++) {
    const page = await ask<Page<Texts, Texts>>(who, path, { ...input, pageIndex, pageSize: 100 })
    items.push(...page.items)
    if (pageIndex * 100 >= page.total) return { items, summary: page.summary, total: page.total }
  }
}

/** Column `title` of a sheet, without the header and the `under` total rows. */
const column = (rows: readonly (readonly unknown[])[], title: string, under: PathId): unknown[] => {
  const at = rows[0]?.indexOf(title) ?? -1
  return rows.slice(1, rows.length - under).map((row) => row[at] ?? '')
}
const last = (rows: readonly (readonly unknown[])[], title: string, from = 1): unknown =>
  rows.at(-from)?.[rows[0]?.indexOf(title) ?? -1]

const VIEWERS = ['headco01', 'merch001', 'genagt01', 'agent001']

describe('a file has the content of the screen', () => {
  it('has a source for every list of the contract, and no other', () => {
    const exportable = ENDPOINTS.filter((call) => call.exportable && call.due === 'now').map(({ id }) => id)
    expect(EXPORT_SOURCES.map(({ id }) => id).sort()).toEqual([...exportable].sort())
  })

  it.each(VIEWERS)('delivery as %s sees it', async (who) => {
    const { items, summary } = await onScreen(who, DELIVERY, range)
    expect(items.length).toBeGreaterThan(0)
    const csv = tableOf(readCsv((await fileOf(who, DELIVERY, { ...range, export: 'csv' })).rawPayload))
    for (const [title, field] of [
      ['账号', 'accountName'],
      ['下注金额', 'stake'],
      ['应收下线', 'receivable'],
      ['盈亏结果', 'result'],
      ['应付上级', 'payable'],
    ] as const)
      expect(column(csv, title, PathId(1))).toEqual(items.map((row) => cents(row[field])))
    const ofMembers = (title: string, cell: (row: (typeof items)[number]) => unknown) =>
      expect(column(csv, title, PathId(1))).toEqual(items.map((row) => (row['rowKind'] === 'child' ? cell(row) : '')))
    ofMembers('会员输赢', (row) => cents(row['memberResult']))
    ofMembers('占成最低(%)', (row) => (Number(row['orders']) === 0 ? '' : row['shareMin']))
    expect(new Set(items.map((row) => row['rowKind'])).size).toBeGreaterThan(1)
    for (const [title, field] of [
      ['下注金额', 'stake'],
      ['会员输赢', 'memberResult'],
      ['应收下线', 'receivable'],
      ['赚水', 'earnedCommission'],
      ['应付上级', 'payable'],
    ] as const)
      expect(last(csv, title)).toBe(cents(summary[field]))
    expect(last(csv, '账号')).toBe('合计')
  })

  const days = `${range.from} 至 ${range.to}`
  it.each([
    ['genagt01', DELIVERY, range, '交收报表', 'genagt01（总代理）', days, /^合计$/],
    [
      'genagt01',
      ORDERS,
      { ...range, gameId: GameId(3) },
      '注单明细',
      'genagt01（总代理）',
      `${days}，六合彩`,
      /^合计 \d+ 笔$/,
    ],
    ['headco01', CLASSES, { ...range, by: 'game' }, '分类报表', 'headco01（总公司）', days, /^合计$/],
    ['agent001', AGENTS, {}, '下线列表', 'agent001（代理）', '全部', /^合计 \d+ 条$/],
    ['agent001', '/api/common/actionlog/query', {}, '变更日志', 'agent001（代理）', '全部', /^合计 \d+ 条$/],
  ] as const)('%s %s begins with its heading and ends with a total, in both formats', async (...row) => {
    const [who, path, input, title, account, covered, total] = row
    for (const format of ['csv', 'xlsx'] as const) {
      const { rawPayload } = await fileOf(who, path, { ...input, export: format })
      const rows = format === 'csv' ? readCsv(rawPayload) : (readSheets(rawPayload)[0]?.rows ?? [])
      expect(headingOf(rows)).toEqual({ title, lines: { 账号: account, 范围: covered, 导出: expect.any(String) } })
      expect(headingOf(rows).lines['导出']).toContain(who)
      expect(rows.at(-1)?.[0]).toMatch(total)
      const table = tableOf<unknown>(rows)
      for (const name of ['金额', '下注金额', '会员输赢', '应收下线', '可用余额'])
        if (format === 'csv' && table[0]?.includes(name))
          for (const cell of column(table, name, PathId(0))) expect(cell).toMatch(/^(-?\d+\.\d\d)?$/)
    }
  })

  it('names the downline whose list it is', async () => {
    const agentPathsId = personOf('agent001').pathId
    const { rawPayload } = await fileOf('genagt01', ORDERS, { ...range, agentPathsId, export: 'csv' })
    expect(headingOf(readCsv(rawPayload)).lines['账号']).toBe('genagt01（总代理） › agent001')
  })

  it.each(['game', 'group', 'play', 'date'])('classification by %s', async (by) => {
    const { items, summary } = await onScreen('merch001', CLASSES, { ...range, by })
    const file = await fileOf('merch001', CLASSES, { ...range, by, export: 'xlsx' })
    const rows = tableOf(readSheets(file.rawPayload)[0]?.rows ?? [])
    const titles = rows[0] ?? []
    const classes = rows.filter((row) => !String(row[0]).includes('小计'))
    expect(titles.length).toBeGreaterThan(5)
    expect(column(classes, '笔数', PathId(1))).toEqual(items.map((row) => row['orders']))
    expect(column(classes, '有效金额', PathId(1))).toEqual(items.map((row) => Number(cents(row['valid']))))
    expect(last(rows, '盈亏结果')).toBe(Number(cents(summary['result'])))
  })

  it.each(['group', 'play', 'period'])(
    'classification by %s has a subtotal below each game, which is the game itself',
    async (by) => {
      interface Row extends Texts {
        readonly name: string
        readonly key: string
        readonly orders: string
      }
      interface Answer extends Page<Row, Texts> {
        readonly subtotals?: readonly (Texts & {
          readonly rows: number
          readonly lastKey: string
          readonly gameId: number
        })[]
      }
      const read = (input: Input): Promise<Answer> => ask('merch001', CLASSES, { ...range, pageSize: 100, ...input })
      const games = await read({ by: 'game' })
      expect(games.items.length).toBeGreaterThan(1)
      expect(games.subtotals).toBeUndefined()
      const first = await read({ by, pageSize: 10 })
      const { items } = await onScreen('merch001', CLASSES, { ...range, by })
      // Of all rows on every page, so that a game that goes on overleaf has the same sum there.
      expect((await read({ by, pageSize: 10, pageIndex: 2 })).subtotals).toEqual(first.subtotals)
      const figures = ['orders', 'stake', 'valid', 'memberResult', 'result', 'payable', 'heldRatio'] as const
      const figuresOf = (row: Texts): unknown[] => figures.map((name) => row[name])
      const gameOf = new Map(games.items.map((row) => [Number(row['gameId']), figuresOf(row)]))
      for (const sum of first.subtotals ?? []) {
        expect(figuresOf(sum)).toEqual(gameOf.get(sum.gameId))
        const own = items.filter((row) => Number(row['gameId']) === sum.gameId)
        expect(own).toHaveLength(sum.rows)
        expect(own.at(-1)?.['key']).toBe(sum.lastKey)
      }
      expect(first.subtotals).toHaveLength(gameOf.size)
      // One game, or an order by a figure: rows of a game are all there is, or do not stand together.
      expect((await read({ by, gameIds: [3] })).subtotals).toBeUndefined()
      expect((await read({ by, sortInfo: { columnName: 'stake', direction: 1 } })).subtotals).toBeUndefined()

      const rows = tableOf<unknown>(
        readCsv((await fileOf('merch001', CLASSES, { ...range, by, export: 'csv' })).rawPayload),
      )
      const names = rows.slice(1, -1).map(([name]) => String(name))
      expect(names).toEqual(
        items.flatMap((row) => {
          const sum = first.subtotals?.find(({ lastKey }) => lastKey === row['key'])
          return sum ? [row['name'], `${sum['name']} 小计（${sum.rows} 行）`] : [row['name']]
        }),
      )
    },
  )

  it.each(VIEWERS)('every order that %s sees, in every sort order', async (who) => {
    const file = await fileOf(who, ORDERS, { ...range, export: 'xlsx' })
    const [sheet] = readSheets(file.rawPayload)
    const rows = tableOf(sheet?.rows ?? [])
    const { summary, total } = await ask<Page<Texts, Texts>>(who, ORDERS, { ...range, pageSize: 10 })
    expect(rows.length).toBe(total + 2)
    expect([last(rows, '下注时间'), last(rows, '金额'), last(rows, '会员输赢'), last(rows, '实占结果')]).toEqual([
      `合计 ${summary['orders']} 笔`,
      Number(cents(summary['stake'])),
      Number(cents(summary['memberResult'])),
      Number(cents(summary['heldResult'])),
    ])
    // Rows and totals say the same; a cell shows two decimals of four.
    for (const name of ['派彩', '会员输赢', '实占结果']) {
      const cells = rows.slice(1, -1).map((row) => Number(row[rows[0]?.indexOf(name) ?? -1] ?? 0))
      const sum = cells.reduce((all, one) => all + one, 0)
      expect(Math.abs(sum - Number(last(rows, name))), name).toBeLessThan(cells.length * 0.01)
    }
    const sortInfo = { columnName: 'memberResult', direction: 0 }
    const filter = { ...range, kind: 'member', state: 'settled', gameId: GameId(3) }
    const screen = await onScreen(who, ORDERS, { ...filter, sortInfo })
    const sorted = tableOf(readCsv((await fileOf(who, ORDERS, { ...filter, sortInfo, export: 'csv' })).rawPayload))
    expect(column(sorted, '注单号', PathId(1))).toEqual(screen.items.map((row) => row['orderNo']))
    expect(column(sorted, '会员输赢', PathId(1))).toEqual(screen.items.map((row) => cents(row['memberResult'])))
    expect(last(sorted, '会员输赢')).toBe(cents(screen.summary['memberResult']))
  })

  it('the orders of one period by its number, and none of a number that no period has', async () => {
    const gameId = GameId(3)
    const [first] = (await ask<Page<Texts, Texts>>('agent001', ORDERS, { ...range, gameId })).items
    for (const periodNo of [first?.['periodNo'], '1']) {
      const screen = await onScreen('agent001', ORDERS, { gameId, periodNo })
      const { rawPayload } = await fileOf('agent001', ORDERS, { gameId, periodNo, export: 'csv' })
      const csv = tableOf(readCsv(rawPayload))
      expect(column(csv, '注单号', PathId(1))).toEqual(screen.items.map((row) => row['orderNo']))
      expect(screen.items.length > 0).toBe(periodNo !== '1')
    }
  })

  it.each(VIEWERS)('the fund records that %s sees', async (who) => {
    const input = { ...range, includeDownline: true, kinds: ['stake', 'transferIn', 'payout'] }
    const { items, summary } = await onScreen(who, FUNDS, input)
    const csv = tableOf(readCsv((await fileOf(who, FUNDS, { ...input, export: 'csv' })).rawPayload))
    expect(column(csv, '流水号', PathId(2))).toEqual(items.map((row) => row['transactionId']))
    expect(column(csv, '金额', PathId(2))).toEqual(items.map((row) => cents(row['amount'])))
    expect([last(csv, '时间', 2), last(csv, '金额', 2)]).toEqual(['转入合计', cents(summary['amountIn'])])
    expect([last(csv, '时间'), last(csv, '金额')]).toEqual(['转出合计', cents(summary['amountOut'])])
  })

  it.each([
    ['agent001', {}],
    ['merch001', { keyword: 'mem', sortInfo: { columnName: 'balance', direction: 1 } }],
    ['headco01', {}],
  ])('the accounts below %s', async (who, input) => {
    const { items } = await onScreen(who, AGENTS, input)
    const csv = tableOf(readCsv((await fileOf(who, AGENTS, { ...input, export: 'csv' })).rawPayload))
    expect(column(csv, '账号', PathId(0))).toEqual(items.map((row) => row['accountName']))
    expect(column(csv, '可用余额', PathId(0))).toEqual(items.map((row) => cents(row['balance'])))
  })

  it('the state of settling up with each downline', async () => {
    const path = '/api/common/report/settling-up/query'
    const { items, summary } = await onScreen('genagt01', path, range)
    const csv = tableOf(readCsv((await fileOf('genagt01', path, { ...range, export: 'csv' })).rawPayload))
    expect(items.length).toBeGreaterThan(0)
    expect(column(csv, '未交收', PathId(1))).toEqual(items.map((row) => cents(row['unsettled'])))
    expect([last(csv, '账号'), last(csv, '未交收')]).toEqual([
      `合计 ${items.length} 个下线`,
      cents(summary['unsettled']),
    ])
  })

  it.each([
    ['动作', 'action'],
    ['操作人', 'operatorName'],
  ])('the change log, with its own export as the first line: %s', async (title, field) => {
    const path = '/api/common/actionlog/query'
    const csv = tableOf(readCsv((await fileOf('agent001', path, { export: 'csv' })).rawPayload))
    const { items } = await onScreen('agent001', path, {})
    expect(column(csv, title, PathId(0))).toEqual(items.map((row) => row[field]))
    expect(column(csv, '动作', PathId(0))[0]).toBe('导出')
  })

  it.each([
    ['/api/common/account/findloginlog', {}, '账号', 'accountName'],
    ['/api/common/account/query-childaccount', {}, '账号', 'accountName'],
    ['/api/agent/groupmanage/findgroup', {}, '群组名称', 'groupName'],
    ['/api/common/report/settling-up/log', {}, '账号', 'accountName'],
    ['/api/common/game/period-histories', { gameId: GameId(3), ...range }, '期号', 'periodNo'],
  ])('%s', async (path, input, title, field) => {
    const { items } = await onScreen('agent001', path, input)
    const csv = tableOf(readCsv((await fileOf('agent001', path, { ...input, export: 'csv' })).rawPayload))
    expect(csv[0]).toContain(title)
    expect(column(csv, title, PathId(0))).toEqual(items.map((row) => row[field]))
  })

  it('has a Chinese name with its list and days', async () => {
    const { headers } = await fileOf('agent001', DELIVERY, { ...range, export: 'xlsx' })
    const encoded = /filename\*=UTF-8''(\S+)$/.exec(String(headers['content-disposition']))?.[1] ?? ''
    expect(decodeURIComponent(encoded)).toBe(`交收报表_${range.from}至${range.to}.xlsx`)
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  })

  it('contains no name as a formula', async () => {
    await raw.query(`update paths set nickname = '=HYPERLINK("http://x")' where name = 'mem0001'`)
    const text = (await fileOf('agent001', AGENTS, { export: 'csv' })).payload
    expect(text).toContain(`mem0001,"'=HYPERLINK(""http://x"")"`)
  })
})

describe('access to a file', () => {
  it('is refused at once for what the list itself refuses', async () => {
    const other = personOf('agent003').pathId
    expect(await codeOf('agent001', ORDERS, { ...range, agentPathsId: other, export: 'csv' })).toBe(40401)
    expect(await codeOf('agent001', ORDERS, { from: today, to: addDays(today, 1), export: 'csv' })).toBe(40001)
    expect(await codeOf('agtsub01', FUNDS, { ...range, export: 'csv' })).toBe(40301)
    expect(await waiting()).toEqual([])
  })

  it('of orders needs a limit, as the list does: without one both name the first day', async () => {
    const asked = async (input: Input) =>
      callApp(hasty, {
        method: 'POST',
        path: ORDERS,
        input: { gameId: GameId(3), ...input },
        headers: headersOf(personOf('agent001')),
      })
    const refused = {
      code: 40001,
      message: '请选择日期范围，或按注单号、期号查询',
      data: { issues: [{ path: 'from', field: '开始日期' }] },
    }
    for (const input of [{}, { export: 'csv' }, { export: 'xlsx', from: range.from }])
      expect(await asked(input)).toMatchObject(refused)
    expect(await waiting()).toEqual([])
    expect(await asked({ ...range, export: 'csv' })).toMatchObject({ code: 200 })
    await runAll()
  })

  it('needs the export permission and the list’s permission on request, on writing and on fetching', async () => {
    const grant = (ids: string) =>
      raw.query(`update accounts set permission_ids = $1::integer[] where name = 'agtsub01'`, [ids])
    await grant('{50000,50003}')
    expect(await codeOf('agtsub01', ORDERS, { ...range, export: 'csv' })).toBe(40301)
    await grant('{50000,50003,50009}')
    const [first, second] = [await start('agtsub01', {}), await start('agtsub01', {})]
    const [one] = await waiting()
    await runExport(exporting, { merchantId: one?.merchant_id ?? MerchantId(0), id: first }, inProcess)
    expect(await stateOf('agtsub01', first)).toMatchObject({ state: 'ready' })
    await grant('{50000,50009}')
    await runAll()
    expect(await stateOf('agtsub01', second)).toMatchObject({ state: 'failed' })
    expect((await fetchFile('agtsub01', first)).json()).toMatchObject({ code: 40301 })
    await grant('{50000,50003,50009}')
    expect((await fetchFile('agtsub01', first)).statusCode).toBe(200)
  })

  it('is limited to the account: no sibling, parent or sub-account has it', async () => {
    const id = await start('agent001', {})
    await runAll()
    for (const who of ['agent003', 'genagt01', 'merch001', 'headco01', 'agtsub01', 'agent002']) {
      expect((await fetchFile(who, id)).json()).toMatchObject({ code: 40401 })
      expect(await stateOf(who, id).catch(() => undefined)).toBeUndefined()
    }
    expect(await codeOf('agent003', '/api/common/export/cancel', { exportId: id })).toBe(40401)
    expect((await fetchFile('agent001', id)).statusCode).toBe(200)
  })

  it('ends when the caller loses a path that the file covers', async () => {
    const below = personOf('agent001').pathId
    const id = await start('genagt01', { agentPathsId: below })
    await runAll()
    expect((await fetchFile('genagt01', id)).statusCode).toBe(200)
    await raw.query('update exports set input = jsonb_set(input, $1, $2) where id = $3', [
      '{agentPathsId}',
      String(personOf('agent002').pathId),
      id,
    ])
    expect((await fetchFile('genagt01', id)).json()).toMatchObject({ code: 40401 })
  })

  it('is limited to two unfinished exports per account', async () => {
    const ids = [await start('merch001', {}), await start('merch001', {})]
    const third = await callApp(hasty, {
      method: 'POST',
      path: ORDERS,
      input: { ...range, export: 'csv' },
      headers: headersOf(personOf('merch001')),
    })
    expect([third.code, third.message]).toEqual([42203, '最多同时导出2个文件，请等待完成，或到下载中心取消'])
    expect(await codeOf('merch001', '/api/common/export/cancel', { exportId: ids[0] })).toBe(200)
    ids.push(await start('merch001', {}))
    await runAll()
    const states = await Promise.all(ids.map(async (id) => (await stateOf('merch001', id))?.['state']))
    expect(states).toEqual(['canceled', 'ready', 'ready'])
  })
})

describe('a download', () => {
  it('continues where it was interrupted', async () => {
    const id = await start('agent001', {})
    await runAll()
    const whole = await fetchFile('agent001', id)
    const { length } = whole.rawPayload
    const etag = String(whole.headers['etag'])
    expect([whole.statusCode, whole.headers['accept-ranges'], whole.headers['content-length']]).toEqual([
      200,
      'bytes',
      String(length),
    ])
    const rest = await fetchFile('agent001', id, { range: 'bytes=1000-', 'if-range': etag })
    expect([rest.statusCode, rest.headers['content-range']]).toEqual([206, `bytes 1000-${length - 1}/${length}`])
    expect(Buffer.concat([whole.rawPayload.subarray(0, 1000), rest.rawPayload])).toEqual(whole.rawPayload)
    const other = await fetchFile('agent001', id, { range: 'bytes=1000-', 'if-range': '"another"' })
    expect([other.statusCode, other.rawPayload.length]).toEqual([200, length])
    const beyond = await fetchFile('agent001', id, { range: `bytes=${length}-` })
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${length}`])
  })

  it('ends with the export’s 24 hours, row and file', async () => {
    const id = await start('agent001', {})
    await runAll()
    const path = join(files.folder, readdirSync(files.folder).find((name) => name.includes(`-${id}.`)) ?? '')
    expect(existsSync(path)).toBe(true)
    const stray = join(files.folder, '1-999999.csv.part')
    const sweepAt = async (at: number): Promise<boolean[]> => {
      const before = now
      now = at
      await sweepExports(exporting)
      now = before
      return [existsSync(path), existsSync(stray)]
    }
    // A file without a row may be one that is being written.
    writeFileSync(stray, 'x')
    utimesSync(path, now / 1000, now / 1000)
    utimesSync(stray, now / 1000 + 24 * 3600, now / 1000 + 24 * 3600)
    expect(await sweepAt(now + DAY_MS - 1)).toEqual([true, true])
    expect(await sweepAt(now + DAY_MS)).toEqual([false, true])
    expect(await sweepAt(now + DAY_MS + 2 * 3_600_000)).toEqual([false, false])
    expect((await fetchFile('agent001', id)).json()).toMatchObject({ code: 40401 })
  })
})

describe('progress', () => {
  it('is sent with numbers to the account of the export only', async () => {
    const events: NumberedEvent[] = []
    const unsubscribe = platform.live.subscribe((event) => events.push(event))
    const id = await start('agent001', {})
    await runAll()
    const { items } = await ask<Page<Texts, Texts>>('agent001', ORDERS, { ...range, pageSize: 10 })
    expect(items.length).toBeGreaterThan(0)
    // Collected per export, because events of other exports may arrive late.
    const told = (): NumberedEvent['data'][] =>
      events.filter(({ type, key }) => type === 'export' && key === String(id)).map(({ data }) => data)
    await expect.poll(() => told().at(-1)?.['state']).toBe('ready')
    unsubscribe()
    const end = await stateOf('agent001', id)
    expect(end).toMatchObject({ state: 'ready', totalRows: end?.['rows'], expiresAt: now + DAY_MS })
    expect(told().at(-1)).toMatchObject({ ...end })
    const account = await raw.query<{ id: number }>(`select id from accounts where name = 'agent001'`)
    expect(new Set(told().map((data) => data['accountId']))).toEqual(new Set([account.rows[0]?.id]))
  })

  it('stops when the export is canceled, and leaves no file', async () => {
    const id = await start('agent001', {})
    const [found] = await waiting()
    const key = { merchantId: found?.merchant_id ?? MerchantId(0), id }
    let called = false
    const slow: WriteFile = async (wish, progress, signal) => {
      writeFileSync(wish.path, 'half')
      expect(await stateOf('agent001', id)).toMatchObject({ state: 'running' })
      expect(await codeOf('agent001', '/api/common/export/cancel', { exportId: id })).toBe(200)
      progress.counted(100)
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      called = true
      throw new CalledOff()
    }
    expect(await runExport(exporting, key, slow)).toBe('done')
    expect([called, await stateOf('agent001', id)]).toEqual([true, expect.objectContaining({ state: 'canceled' })])
    expect(readdirSync(files.folder).filter((name) => name.includes(`-${id}.`))).toEqual([])
    expect((await fetchFile('agent001', id)).json()).toMatchObject({ code: 42207 })
    expect(await codeOf('agent001', '/api/common/export/cancel', { exportId: id })).toBe(42207)
  })
})

describe('an interrupted export', () => {
  const keyOf = async (id: number) => ({ merchantId: (await waiting())[0]?.merchant_id ?? MerchantId(0), id })

  it('starts again after a crash and has every row once', async () => {
    const id = await start('agent001', {})
    const key = await keyOf(id)
    // The state that a killed process leaves: a row marked as running, and part of a file.
    await raw.query(`update exports set state = 'running', tries = 1, written = 17 where id = $1`, [id])
    writeFileSync(join(files.folder, `${key.merchantId}-${id}.csv.part`), 'half a fi')
    await runExport(exporting, key, inProcess)
    const { total } = await ask<Page<Texts, Texts>>('agent001', ORDERS, { ...range, pageSize: 10 })
    expect(await stateOf('agent001', id)).toMatchObject({ state: 'ready', rows: total, totalRows: total })
    expect(readCsv((await fetchFile('agent001', id)).rawPayload)).toHaveLength(total + 7)
  })

  it('waits for the next process after a server stop, which does not count as a try', async () => {
    const id = await start('agent001', {})
    const key = await keyOf(id)
    const stopping = new AbortController()
    const endless: WriteFile = (_wish, _progress, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new CalledOff()))
        stopping.abort()
      })
    expect(await runExport(exporting, key, endless, stopping.signal)).toBe('stopped')
    const found = await raw.query('select state, tries from exports where id = $1', [id])
    expect(found.rows).toEqual([{ state: 'waiting', tries: 0 }])
    await runExport(exporting, key, inProcess)
    expect(await stateOf('agent001', id)).toMatchObject({ state: 'ready' })
  })

  it('is tried three times after errors and then marked as failed', async () => {
    const id = await start('agent001', {})
    const key = await keyOf(id)
    const broken: WriteFile = () => Promise.reject(new Error('no disk'))
    await expect(runExport(exporting, key, broken)).rejects.toThrow('no disk')
    await expect(runExport(exporting, key, broken)).rejects.toThrow('no disk')
    expect(await runExport(exporting, key, broken)).toBe('done')
    expect(await stateOf('agent001', id)).toMatchObject({ state: 'failed' })
  })
})

describe('the thread', () => {
  const script = new URL('../src/workers/export.ts', import.meta.url)
  const threads = new WriterThreads(script)
  afterAll(() => threads.close())
  const threaded = threadedWriter(threads, exporting)

  it('writes the same bytes as this process, in both formats', async () => {
    for (const input of [{}, { export: 'xlsx' }]) {
      const [one, two] = [await start('agent001', input), await start('agent001', input)]
      const merchantId = (await waiting())[0]?.merchant_id ?? MerchantId(0)
      await runExport(exporting, { merchantId, id: one }, inProcess)
      await runExport(exporting, { merchantId, id: two }, threaded)
      const [own, other] = [
        (await fetchFile('agent001', one)).rawPayload,
        (await fetchFile('agent001', two)).rawPayload,
      ]
      expect(other.equals(own)).toBe(true)
    }
  })

  it('ends at once when it is aborted', async () => {
    const id = await start('headco01', {})
    const [found] = await waiting()
    const stopping = new AbortController()
    const running = runExport(
      exporting,
      { merchantId: found?.merchant_id ?? MerchantId(0), id },
      threaded,
      stopping.signal,
    )
    stopping.abort()
    expect(await running).toBe('stopped')
    await runAll()
    expect(readFileSync(join(files.folder, `0-${id}.csv`)).length).toBeGreaterThan(0)
  })
})

describe('a bucket', () => {
  it('has the files of processes that share no disk, and a part of one for a broken download', async () => {
    const store = await serveBucket('strata', 'the-secret')
    const settings = {
      endpoint: store.endpoint,
      bucket: 'strata',
      region: 'r',
      accessKey: 'k',
      secretKey: 'the-secret',
    }
    const writing = { ...exporting, files: new BucketFiles(settings, join(dataDir, 'writer')) }
    const serving = { ...exporting, files: new BucketFiles(settings, join(dataDir, 'server')) }
    const beside = await createTestApp(platform)
    exportRoutes(beside, serving)
    const id = await start('agent001', {})
    const [key] = await waiting()
    await runExport(writing, { merchantId: key?.merchant_id ?? MerchantId(0), id }, inProcess)
    const fetched = (headers = {}) =>
      beside.inject({
        method: 'GET',
        url: '/api/common/export/file',
        query: { exportId: String(id) },
        headers: { ...headersOf(personOf('agent001')), ...headers },
      })
    const whole = (await fetched()).rawPayload
    expect(readCsv(whole).length).toBeGreaterThan(3)
    const rest = await fetched({ range: 'bytes=1000-' })
    expect([rest.statusCode, rest.rawPayload]).toEqual([206, whole.subarray(1000)])
    store.objects.clear()
    expect((await fetched()).json()).toMatchObject({ isSuccess: false })
    await beside.close()
    store.close()
  })
})
