import { addDays, calendarDay, type Day, instantOf } from '@strata/domain/calendar'
import { GAMES, playOf } from '@strata/domain/games/catalogue'
import { PathId } from '@strata/domain/ids'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { callApp, headersOf, type Person, signedIn } from '../src/access/testing/person.ts'
import { wholeServer } from '../src/access/testing/whole-server.ts'
import { verifyDatabase } from '../src/admin/verify.ts'
import { createHistory } from '../src/demo/history.ts'
import { createDemoWorld } from '../src/demo/world.ts'
import { businessDay } from '../src/platform/business-day.ts'
import { LiveHub } from '../src/platform/live.ts'
import { createLog } from '../src/platform/log.ts'
import { createSecrets } from '../src/platform/secrets.ts'
import { createTestDatabase } from '../src/platform/testing/test-database.ts'

/** The demo world with a short history, read from every level: all reports must show the same books. */
const { pool, raw, url } = await createTestDatabase()
const DAY_MS = 86_400_000
const DAYS = 2
const now = instantOf(calendarDay(Date.UTC(2026, 10, 20)), 12 * 3_600_000)
const today = businessDay(now)
const first = addDays(today, -DAYS)
const last = addDays(today, -1)
const everyDay: Day[] = Array.from({ length: DAYS }, (_, index) => addDays(first, index))

let app: FastifyInstance
const people = new Map<string, Person>()

interface Figures {
  readonly orders: number
  readonly stake: string
  readonly valid: string
  readonly memberResult: string
  readonly receivable: string
  readonly payable: string
  readonly result: string
  readonly heldStake: string
  readonly heldResult: string
  readonly earnedCommission: string
  readonly external: string
}
interface Row extends Figures {
  readonly shareMin: string
  readonly shareMax: string
  readonly rowKind: string
  readonly agentPathsId: PathId
  readonly accountName: string
}
interface Report {
  readonly items: readonly Row[]
  readonly total: number
  readonly summary: Figures
}

interface Detail {
  readonly levels: readonly {
    readonly roleId: number
    readonly heldWinLoss: string
    readonly heldCommission: string
    readonly earnedCommission: string
    readonly flow: string
    readonly profit: string
    readonly withReplenishments?: string
  }[]
  readonly replenishments: readonly { readonly kind: string; readonly memberResult: string }[]
  readonly formulas: readonly { readonly total: string }[]
  readonly settledBy: { readonly version: number } | null
  readonly draw: { readonly balls: readonly { readonly mark: string }[] } | null
}

const units = (text: string): bigint => {
  const [whole = '0', part = ''] = text.replace('-', '').split('.')
  const amount = BigInt(whole + part.padEnd(4, '0'))
  return text.startsWith('-') ? -amount : amount
}

const negated = (text: string): string => (text.startsWith('-') ? text.slice(1) : text === '0' ? '0' : `-${text}`)

const ask = async <T>(who: string, path: string, input: Record<string, unknown>): Promise<T> => {
  const person = people.get(who)
  if (!person) throw new Error(`no account is called ${who}`)
  const answer = await callApp(app, { method: 'POST', path, input, headers: headersOf(person) })
  expect([answer.status, answer.code, answer.message]).toEqual([200, 200, '操作成功'])
  return answer.data as T
}

const delivery = (who: string, input: Record<string, unknown>): Promise<Report> =>
  ask<Report>(who, '/api/common/report/delivery/query', { pageSize: 100, ...input })

const sumOf = (
  rows: readonly Figures[],
  column: 'receivable' | 'payable' | 'result' | 'stake' | 'heldResult',
): bigint => rows.reduce((sum, row) => sum + units(row[column]), 0n)

beforeAll(async () => {
  const built = await wholeServer({ pool, url }, () => now)
  app = built.app
  const { keys } = built.platform.config
  await createDemoWorld(pool, createSecrets(keys), now - (DAYS + 2) * DAY_MS)
  await createHistory({ pool, live: new LiveHub(createLog('silent')), now, days: DAYS, bets: 2400 })
  const accounts = await raw.query<{ name: string; account_id: number; id: number }>(
    `select name, account_id, id from paths where role < 10000`,
  )
  for (const { name, account_id: accountId, id } of accounts.rows)
    people.set(name, await signedIn(pool, { accountId, pathId: PathId(id), now }))
}, 120_000)

const LINKS = [
  ['headco01', 'merch001'],
  ['headco01', 'merch002'],
  ['merch001', 'genagt01'],
  ['genagt01', 'agent001'],
  ['genagt01', 'agent003'],
  ['merch002', 'genagt02'],
  ['genagt02', 'agent002'],
] as const

describe('flows between levels', () => {
  it('has a history with accepted replenishments and fly-outs', async () => {
    const kinds = await raw.query<{ kind: number; count: bigint }>(
      'select kind, count(*) from orders group by 1 order by 1',
    )
    expect(kinds.rows.map((row) => row.kind)).toEqual([0, 1, 2])
    expect(kinds.rows[0]?.count).toBeGreaterThan(2000n)
    expect(kinds.rows[1]?.count).toBeGreaterThan(0n)
    expect(kinds.rows[2]?.count).toBeGreaterThan(0n)
  })

  it.each(LINKS)(
    '%s shows as receivable from %s what that account shows as payable, per day and in total',
    async (parent, child) => {
      const ranges = [...everyDay.map((day) => ({ from: day, to: day })), { from: first, to: last }]
      for (const range of ranges) {
        const above = await delivery(parent, range)
        const below = await delivery(child, range)
        const rows = above.items.filter((row) => row.accountName === child)
        expect(sumOf(rows, 'receivable')).toBe(units(below.summary.payable))
      }
    },
  )

  it.each(['headco01', 'merch001', 'genagt01', 'agent001'])(
    'every row of %s equals the sum of its rows below',
    async (who) => {
      const range = { from: first, to: last }
      const report = await delivery(who, range)
      expect(sumOf(report.items, 'receivable')).toBe(units(report.summary.receivable))
      expect(sumOf(report.items, 'result')).toBe(units(report.summary.result))
      for (const name of new Set(
        report.items.filter((row) => row.rowKind.startsWith('child')).map((row) => row.accountName),
      )) {
        const rows = report.items.filter((row) => row.accountName === name)
        const opened = await delivery(who, { ...range, agentPathsId: rows[0]?.agentPathsId })
        if (opened.items.length === 0) continue
        for (const column of ['receivable', 'payable', 'result', 'stake', 'heldResult'] as const)
          expect([name, column, sumOf(opened.items, column)]).toEqual([name, column, sumOf(rows, column)])
      }
    },
  )

  it('shows the agreed share that the seat holds of each child', async () => {
    const report = await delivery('genagt01', { from: first, to: last })
    const shares = report.items
      .filter((row) => row.rowKind === 'child' && row.accountName.startsWith('agent'))
      .map((row) => [row.accountName, row.shareMin, row.shareMax])
    expect(shares).toEqual([
      ['agent001', '20', '20'],
      ['agent003', '25', '25'],
    ])
    const members = report.items.filter((row) => row.accountName.startsWith('mem'))
    expect(new Set(members.flatMap((row) => [row.shareMin, row.shareMax]))).toEqual(new Set(['35']))
  })

  it('the profits of all levels and outside books equal the members’ losses', async () => {
    const range = { from: first, to: last }
    const head = await delivery('headco01', range)
    const everybody = await Promise.all([...people.keys()].map((who) => delivery(who, range)))
    const profit = everybody.reduce((sum, report) => sum + units(report.summary.result), 0n)
    const outside = everybody.flatMap((report) => report.items.filter((row) => row.rowKind === 'ownFlyout'))
    expect(outside.length).toBe(2)
    const external = outside.reduce((sum, row) => sum + units(row.external), 0n)
    expect(external).not.toBe(0n)
    expect(profit + external).toBe(-units(head.summary.memberResult))
  })

  it('fly-outs are owed to the outside book and never to the parent', async () => {
    const report = await delivery('agent003', { from: first, to: last })
    const own = report.items.find((row) => row.rowKind === 'ownFlyout')
    expect([own?.receivable, own?.payable, own?.result]).toEqual(['0', '0', negated(own?.external ?? '')])
    const above = await delivery('genagt01', { from: first, to: last })
    expect(above.items.some((row) => row.rowKind === 'ownFlyout')).toBe(false)
  })
})

const KIND_OF: Readonly<Record<string, string>> = { child: 'member', ownFlyout: 'flyout' }

describe('the orders behind a row of a report', () => {
  it.each(['headco01', 'merch001', 'genagt01', 'agent001', 'agent003'])(
    '%s: are exactly those that it counts, also as a path below sees them',
    async (who) => {
      const range = { from: first, to: last }
      const reports = [{ seat: {}, report: await delivery(who, range) }]
      const below = reports[0]?.report.items.find(
        ({ rowKind, accountName }) => rowKind === 'child' && people.has(accountName),
      )
      if (below) {
        const seat = { seat: below.agentPathsId }
        reports.push({ seat, report: await delivery(who, { ...range, ...seat }) })
        reports.push({ seat: {}, report: await delivery(who, { ...range, agentPathsId: below.agentPathsId }) })
      }
      const kinds = new Set<string>()
      for (const { seat, report } of reports)
        for (const { rowKind, agentPathsId, orders, stake } of report.items) {
          kinds.add(rowKind)
          const listed = await ask<{ total: number; summary: { stake: string }; trail: { agentPathsId: number }[] }>(
            who,
            '/api/common/report/order/query',
            {
              ...range,
              ...seat,
              agentPathsId,
              kind: KIND_OF[rowKind] ?? 'replenishment',
              state: 'settled',
              ...(rowKind === 'ownReplenishment' ? { own: true } : {}),
            },
          )
          expect([rowKind, listed.total, units(listed.summary.stake)]).toEqual([rowKind, orders, units(stake)])
          expect(listed.trail.at(-1)?.agentPathsId).toBe(agentPathsId)
        }
      expect(kinds).toContain('child')
      if (who === 'genagt01') expect(kinds).toContain('ownReplenishment')
    },
  )
})

describe('the same books read in other ways', () => {
  it.each(['headco01', 'merch001', 'genagt01', 'agent001'])(
    '%s: delivery, classification and orders have the same total',
    async (who) => {
      const range = { from: first, to: last }
      const report = await delivery(who, range)
      for (const by of ['game', 'group', 'play', 'pankou', 'date', 'period']) {
        const classes = await ask<Report>(who, '/api/common/report/classification/query', {
          ...range,
          by,
          pageSize: 100,
        })
        for (const column of ['orders', 'stake', 'valid', 'receivable', 'payable', 'result', 'heldStake'] as const)
          expect([by, column, classes.summary[column]]).toEqual([by, column, report.summary[column]])
      }
      const orders = await ask<{ total: number; summary: { orders: number; stake: string; heldResult: string } }>(
        who,
        '/api/common/report/order/query',
        range,
      )
      expect([orders.total, orders.summary.stake]).toEqual([report.summary.orders, report.summary.stake])
      expect(units(orders.summary.heldResult)).toBe(
        sumOf(
          report.items.filter((row) => row.rowKind.startsWith('child')),
          'heldResult',
        ),
      )
    },
  )

  it.each(['headco01', 'merch001', 'genagt01', 'agent001', 'agent003', 'agent002'])(
    '%s: changes of members’ wallets equal the members’ result of the report',
    async (who) => {
      const report = await delivery(who, { from: first, to: last })
      const funds = await ask<{ summary: { amountIn: string; amountOut: string } }>(who, '/api/common/funds/query', {
        includeDownline: true,
        kinds: ['stake', 'payout', 'commission', 'refund'],
        from: addDays(first, -1),
        to: today,
      })
      const { amountIn, amountOut } = funds.summary
      const moved = units(amountIn) - (units(amountOut) < 0n ? -units(amountOut) : units(amountOut))
      expect(moved).toBe(units(report.summary.memberResult))
    },
  )

  it('today and the days before add up without gap or overlap', async () => {
    const noon = instantOf(calendarDay(Date.parse(`${last}T00:00:00Z`)), 12 * 3_600_000)
    const later = await wholeServer({ pool, url }, () => noon)
    try {
      for (const who of ['headco01', 'merch001', 'genagt01', 'agent001']) {
        const { rows } = await raw.query<{ account_id: number; id: number }>(
          'select account_id, id from paths where name = $1',
          [who],
        )
        const { account_id: accountId = 0, id: pathId = 0 } = rows[0] ?? {}
        const person = await signedIn(pool, { accountId, pathId: PathId(pathId), now: noon })
        for (const [path, extra] of [
          ['delivery', {}],
          ['classification', { by: 'play' }],
          ['classification', { by: 'date' }],
        ] as const) {
          const read = async (from: Day, to: Day): Promise<Report> => {
            const input = { pageSize: 100, from, to, ...extra }
            const headers = headersOf(person)
            const sent = { method: 'POST', path: `/api/common/report/${path}/query`, input, headers } as const
            return (await callApp(later.app, sent)).data as Report
          }
          const [whole, history, current] = [
            await read(first, last),
            await read(first, addDays(last, -1)),
            await read(last, last),
          ]
          for (const column of ['receivable', 'payable', 'result', 'stake', 'valid', 'heldResult'] as const)
            expect([who, path, column, units(whole.summary[column])]).toEqual([
              who,
              path,
              column,
              units(history.summary[column]) + units(current.summary[column]),
            ])
          expect(current.summary.orders).toBeGreaterThan(0)
          expect(whole.summary.orders).toBe(history.summary.orders + current.summary.orders)
        }
      }
    } finally {
      await later.app.close()
    }
  })

  it('computes the same rows from orders as from rollups', async () => {
    const periods = await raw.query<{ period_no: string }>(
      `select period_no from periods where game_id = 3 order by draw_at`,
    )
    const byPeriod = await delivery('genagt01', {
      gameIds: [3],
      periodFrom: periods.rows[0]?.period_no,
      periodTo: periods.rows.at(-1)?.period_no,
    })
    const byDay = await delivery('genagt01', { gameIds: [3], from: first, to: last })
    expect(byPeriod).toEqual(byDay)
  })

  it('pages through orders by cursor and returns each exactly once', async () => {
    const seen = new Set<string>()
    let cursor: string | undefined
    for (;;) {
      const page = await ask<{ items: { orderNo: string }[]; nextCursor: string | null; total: number }>(
        'agent003',
        '/api/common/report/order/query',
        {
          from: first,
          to: last,
          pageSize: 100,
          sortInfo: { columnName: 'stake', direction: 1 },
          ...(cursor ? { cursor } : {}),
        },
      )
      for (const { orderNo } of page.items) seen.add(orderNo)
      if (page.nextCursor === null) {
        expect(seen.size).toBe(page.total)
        break
      }
      cursor = page.nextCursor
    }
  })

  it('lists plays in the order of the catalogue, and refuses periods of more than a month', async () => {
    const ofPlays = await ask<{ items: { gameId: number; playCode: string }[] }>(
      'genagt01',
      '/api/common/report/classification/query',
      { from: first, to: last, by: 'play', pageSize: 100 },
    )
    const placeOf = ({ gameId, playCode }: { gameId: number; playCode: string }): number => {
      const game = GAMES.find(({ id }) => id === gameId)
      const play = game && playOf(game.code, playCode)
      return play ? play.groupId * 100_000 + play.id : -1
    }
    const places = ofPlays.items.map(placeOf)
    expect(places.length).toBeGreaterThan(20)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    const long = { from: addDays(last, -40), to: last, by: 'period' }
    const person = people.get('genagt01') as Person
    const answer = await callApp(app, {
      method: 'POST',
      path: '/api/common/report/classification/query',
      input: long,
      headers: headersOf(person),
    })
    expect([answer.code, answer.message]).toEqual([40001, '按期号分类时，日期范围最多31天'])
  })

  it('explains an order and names only the levels up to the viewer', async () => {
    const page = await ask<{ items: { orderNo: string }[] }>('genagt01', '/api/common/report/order/query', {
      from: first,
      to: last,
      kind: 'replenishment',
    })
    const detail = await ask<{ levels: { roleId: number }[]; explain: string[]; causedBy: unknown }>(
      'genagt01',
      '/api/common/report/order-detail/query',
      { orderNo: page.items[0]?.orderNo },
    )
    expect(detail.levels.map((level) => level.roleId)).toEqual([3, 2])
    expect(detail.explain.length).toBeGreaterThan(2)
    expect(detail.causedBy).not.toBeNull()
  })

  it('shows what every level gained by an order, alone and with the replenishments that it caused', async () => {
    const page = await ask<{ items: { causeOrderNo?: string }[] }>('genagt01', '/api/common/report/order/query', {
      from: first,
      to: last,
      kind: 'replenishment',
      pageSize: 100,
    })
    const causes = [...new Set(page.items.flatMap(({ causeOrderNo }) => causeOrderNo ?? []))].slice(0, 20)
    expect(causes.length).toBeGreaterThan(5)
    for (const orderNo of causes) {
      const detail = await ask<Detail>('headco01', '/api/common/report/order-detail/query', { orderNo })
      const [bettor, ...levels] = detail.levels
      expect(bettor?.roleId).toBe(10001)
      const sum = (of: (level: Detail['levels'][number]) => string | undefined): bigint =>
        levels.reduce((total, level) => total + units(of(level) ?? ''), 0n)
      // What the member won, the levels lost: for the order alone, and with everything that it caused.
      expect(sum(({ profit }) => profit) + units(bettor?.profit ?? '')).toBe(0n)
      // What was flown out is between its sender, who alone lists it, and an outside book.
      const seen = await Promise.all(
        ['headco01', 'merch001', 'genagt01', 'agent001'].map((who) =>
          ask<Detail>(who, '/api/common/report/order-detail/query', { orderNo }),
        ),
      )
      const outside = seen
        .flatMap(({ replenishments }) => replenishments.filter(({ kind }) => kind === 'flyout'))
        .reduce((total, { memberResult }) => total + units(memberResult), 0n)
      expect(sum(({ withReplenishments }) => withReplenishments) + units(bettor?.profit ?? '')).toBe(outside)
      expect(levels.some((level) => level.withReplenishments !== level.profit)).toBe(true)
      for (const level of levels)
        expect(units(level.heldWinLoss) + units(level.heldCommission) + units(level.earnedCommission)).toBe(
          units(level.profit),
        )
      const [below, ...above] = detail.levels.map(({ flow }) => units(flow))
      expect(levels.map(({ profit }) => units(profit))).toEqual(
        above.map((flow, place) => (place === 0 ? (below ?? 0n) : (above[place - 1] ?? 0n)) - flow),
      )
      expect(detail.formulas.at(-1)?.total).toBe(bettor?.profit)
      expect(detail.settledBy?.version).toBe(1)
      expect(detail.draw?.balls.some(({ mark }) => mark !== 'none')).toBe(true)
    }
  })

  it('shows a level what lower ones gained with their replenishments, as their own pages do', async () => {
    const page = await ask<{ items: { causeOrderNo?: string }[] }>('genagt01', '/api/common/report/order/query', {
      from: first,
      to: last,
      kind: 'replenishment',
      account: 'agent001',
      pageSize: 100,
    })
    const orderNo = page.items.find(({ causeOrderNo }) => causeOrderNo !== undefined)?.causeOrderNo
    const of = async (who: string): Promise<Detail['levels'][number] | undefined> => {
      const { levels } = await ask<Detail>(who, '/api/common/report/order-detail/query', { orderNo })
      return levels.find(({ roleId }) => roleId === 3)
    }
    const own = await of('agent001')
    expect(own?.withReplenishments).toBeDefined()
    expect(await of('genagt01')).toEqual(own)
    expect(await of('merch001')).toEqual(own)
  })

  it('passes the verification of the whole database', async () => {
    expect(await verifyDatabase(pool)).toBeNull()
  })

  it('fails the verification when a single wallet is wrong', async () => {
    await raw.query(
      `update wallets set balance = balance + 1 where path_id = (select id from paths where name = 'mem0001')`,
    )
    expect((await verifyDatabase(pool))?.check).toBeTruthy()
  })
})
