import { home as homeCall } from '@strata/contract/calls/admin-home'
import type { ResponseOf } from '@strata/contract/endpoint'
import type { home } from '@strata/contract/endpoints/admin-home'
import { PERMISSION, type PermissionId } from '@strata/contract/permissions'
import { MerchantId } from '@strata/domain/ids'
import { displayMoney, type Money } from '@strata/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetSystemSettings, systemSettings } from '../../access/platform-settings/system-settings.ts'
import { addSubAccount } from '../../access/sub-accounts/new-accounts.ts'
import { type PeopleServer, peopleServer } from '../../access/testing/people-server.ts'
import type { Person } from '../../access/testing/person.ts'
import { made } from '../../access/testing/small-tree.ts'
import { businessDay } from '../../platform/business-day.ts'
import { runTx } from '../../platform/db.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { tellBackup } from '../operations/backup.ts'
import { saveReport } from '../operations/store-processes.ts'
import { findNeeds } from './find-needs.ts'

type Answer = ResponseOf<typeof home>

const { pool, raw, url } = await createTestDatabase()
const MINUTE = 60_000
const DAY = 86_400_000
let server: PeopleServer
let whole: Person
let agent: Person
let merchantId: number
let seats = 0
beforeAll(async () => {
  server = await peopleServer({ pool, url })
  const { head, agent: below, merchant } = server.tree
  whole = await server.as(head, head.pathId, 1)
  agent = await server.as(below, below.pathId)
  merchantId = merchant.merchantId
})
afterAll(() => server.close())

/** An operator who holds these ids and no others. */
async function operatorWith(...permissionIds: readonly PermissionId[]): Promise<Person> {
  const { head } = server.tree
  const main = { id: head.accountId, merchantId: MerchantId(0), accountType: 1 as const }
  const login = { name: `homeop${String(++seats).padStart(2, '0')}`, passwordHash: 'x', transferHash: 'x' }
  const sub = made(await runTx(pool, {}, (tx) => addSubAccount(tx, { ...login, main, permissionIds, at: server.now })))
  return server.as(sub, head.pathId, 1)
}

async function ask(person: Person): Promise<Answer> {
  const answer = await server.post(person, homeCall.path)
  expect(answer.code).toBe(200)
  return answer.data as Answer
}
const kinds = async (person: Person): Promise<string[]> => (await ask(person)).needs.map(({ kind }) => kind)
const need = async (kind: string) => (await ask(whole)).needs.find((one) => one.kind === kind)
const set = async (items: Readonly<Record<string, string>>): Promise<void> => {
  const path = '/api/admin/system-config/'
  const { version } = (await server.post(whole, `${path}query`)).data as { version: number }
  const list = Object.entries(items).map(([key, value]) => ({ key, value }))
  expect((await server.post(whole, `${path}set`, { version, items: list })).code).toBe(200)
  forgetSystemSettings(pool)
}

const addPeriod = async (periodNo: string, drawAt: number, state = 'closed'): Promise<number> => {
  const values = [periodNo, businessDay(drawAt), drawAt - 9000, drawAt - 6000, drawAt - 3000, drawAt, state]
  const found = await raw.query<{ id: number }>(
    `insert into periods (game_id, period_no, day, open_at, close_at, hedge_close_at, draw_at, state)
     values (1, $1, $2, $3, $4, $5, $6, $7) returning id`,
    values,
  )
  return found.rows[0]?.id ?? 0
}

describe('the first page of the operators', () => {
  it('is nobody else’s, and each part is for those who hold the id of its page', async () => {
    expect((await server.post(agent, homeCall.path)).code).toBe(40301)
    const reports = await operatorWith(PERMISSION.reports)
    expect((await server.post(reports, homeCall.path)).code).toBe(40301)
    const parts = async (...ids: PermissionId[]): Promise<string[]> => {
      const answer = await ask(await operatorWith(...ids))
      return (['merchants', 'games', 'notices', 'windows', 'health'] as const).filter((part) => answer[part] !== null)
    }
    expect(await parts(PERMISSION.merchants)).toEqual(['merchants'])
    expect(await parts(PERMISSION.games)).toEqual(['games'])
    expect(await parts(PERMISSION.notices)).toEqual(['notices'])
    expect(await parts(PERMISSION.maintenance)).toEqual(['windows'])
    expect(await parts(PERMISSION.systemConfig)).toEqual(['health'])
    expect(await parts(PERMISSION.odds)).toEqual([])
  })

  it('tells of every process, and of the last backup and clean verify, whichever process answers', async () => {
    const report = { role: 'api', version: '1', host: 'h', startedAt: 1, load: 3, memory: 5, loops: [] } as const
    await raw.query('delete from processes')
    await saveReport(pool, { ...report, id: 'one', seenAt: server.now, loopDelay: 4, streams: 300 }, 0)
    await saveReport(pool, { ...report, id: 'two', seenAt: server.now, loopDelay: 140, streams: 212 }, 0)
    await saveReport(pool, { ...report, id: 'lost', seenAt: server.now - MINUTE, loopDelay: 9, streams: 7 }, 0)
    const { health } = await ask(whole)
    expect(health).toMatchObject({ backupAt: null, lastClean: null })
    expect(health?.processes).toHaveLength(3)
    expect(health?.processes).toEqual(
      expect.arrayContaining([
        { alive: true, loopDelay: 4, streams: 300 },
        { alive: true, loopDelay: 140, streams: 212 },
        { alive: false, loopDelay: 9, streams: 7 },
      ]),
    )
    await tellBackup(pool, { at: server.now - DAY, bytes: 5, note: '' })
    await raw.query(
      `insert into verify_runs (id, operator, at, only_one, merchants, state, done_at, findings)
       values (50, 'headco01', $1, null, '{}', 'clean', $1, '[]')`,
      [server.now - 2 * DAY],
    )
    expect((await ask(whole)).health).toMatchObject({ backupAt: server.now - DAY, lastClean: server.now - 2 * DAY })
    await raw.query('delete from verify_runs where id = 50')
  })

  it('lists the newest notices in force and counts the others, however many newer ones are over', async () => {
    const add = (content: string, at: number, until: number | null) =>
      raw.query(`insert into notices (content, level, from_at, until_at, at) values ($1, 'info', $2, $3, $2)`, [
        content,
        at,
        until,
      ])
    await raw.query('delete from notices')
    await add('old without an end', server.now - 40 * DAY, null)
    for (let day = 1; day <= 50; day += 1) await add(`over ${day}`, server.now - 30 * DAY + day, server.now - DAY)
    await add('still to come', server.now + DAY, null)
    expect(await ask(whole)).toMatchObject({ notices: [{ content: 'old without an end' }], moreNotices: 0 })
    for (let at = 1; at <= 6; at += 1) await add(`now ${at}`, server.now - MINUTE + at, server.now + DAY)
    const { notices, moreNotices } = await ask(whole)
    expect(notices?.map(({ content }) => content)).toEqual(['now 6', 'now 5', 'now 4', 'now 3', 'now 2'])
    expect(moreNotices).toBe(2)
    expect(await ask(await operatorWith(PERMISSION.merchants))).toMatchObject({ notices: null, moreNotices: 0 })
    await raw.query('delete from notices')
  })

  it('names a period that waits for its result, and stops when it is drawn', async () => {
    const id = await addPeriod('late-1', server.now - 11 * MINUTE)
    await addPeriod('late-2', server.now - MINUTE / 2)
    expect(await need('result')).toMatchObject({
      tone: 'bad',
      turn: 'me',
      at: server.now - 11 * MINUTE,
      gameId: 1,
      periodNo: 'late-1',
    })
    expect((await ask(whole)).needs.filter(({ kind }) => kind === 'result')).toHaveLength(1)
    expect(await kinds(await operatorWith(PERMISSION.merchants))).not.toContain('result')
    const reader = await ask(await operatorWith(PERMISSION.games))
    expect(reader.needs.find(({ kind }) => kind === 'result')?.turn).toBe('others')
    await raw.query(`update periods set state = 'drawn' where id = $1`, [id])
    expect(await need('result')).toBeUndefined()
  })

  it('names books that do not verify, until a later run over them is clean', async () => {
    const insert = `insert into verify_runs (id, operator, at, only_one, merchants, state, done_at, findings)
                    values ($1, 'headco01', $2, $3, '{}', $4, $2, $5)`
    const faulty = JSON.stringify([{ merchantId: 2, merchant: 'merch002', check: 'wallets', row: '{}' }])
    await raw.query(insert, [1, server.now - DAY, 'merch002', 'faulty', faulty])
    await raw.query(insert, [2, server.now - DAY + 1, 'merch001', 'clean', '[]'])
    expect(await need('verify')).toMatchObject({ tone: 'bad', at: server.now - DAY, text: 'merch002 校验不符 1 项' })
    expect(await kinds(await operatorWith(PERMISSION.merchants))).not.toContain('verify')
    await raw.query(insert, [3, server.now - MINUTE, null, 'clean', '[]'])
    expect(await need('verify')).toBeUndefined()
  })

  it('tells whose turn a proposal is', async () => {
    const { head } = server.tree
    const period = await addPeriod('drawn-1', server.now - 60 * MINUTE, 'settled')
    const insert = `insert into proposals (id, kind, period_id, version, proposer_id, proposer, at)
                    values ($1, 'periodVoid', $2, 1, $3, 'headco01', $4)`
    await raw.query(insert, [900, period, head.accountId, server.now - 66 * MINUTE])
    expect(await need('proposal')).toMatchObject({
      turn: 'others',
      tone: 'plain',
      proposal: { proposalId: '900', kind: 'periodVoid', orderNo: null, mine: true },
    })
    const ids = [PERMISSION.games, PERMISSION.confirmResults]
    const second = async () => (await ask(await operatorWith(...ids))).needs.find(({ kind }) => kind === 'proposal')
    expect(await second()).toMatchObject({ turn: 'me', tone: 'warn', proposal: { mine: false } })
    await raw.query('update proposals set at = $1 where id = 900', [server.now - DAY - 1])
    expect(await need('proposal')).toBeUndefined()
  })

  it('names a job that goes on failing, and why', async () => {
    const name = 'home:unknown-task'
    await raw.query(`select graphile_worker.add_job($1, '{}'::json, max_attempts => 5)`, [name])
    const fail = (attempts: number) =>
      raw.query(
        `update graphile_worker._private_jobs set attempts = $1, last_error = E'no space\\nat x', run_at = now() + interval '1 h'`,
        [attempts],
      )
    await fail(2)
    expect(await need('job')).toBeUndefined()
    await fail(3)
    expect(await need('job')).toMatchObject({ tone: 'warn', text: `${name} 第 3 次失败：no space` })
    await fail(5)
    expect(await need('job')).toMatchObject({ tone: 'bad' })
    expect((await ask(whole)).health).toMatchObject({ jobsFailed: 1 })
    expect(await kinds(await operatorWith(PERMISSION.systemConfig))).not.toContain('job')
    await raw.query('delete from graphile_worker._private_jobs')
  })

  it('names fly-outs without an answer by merchant and book, with their sum', async () => {
    const period = await addPeriod('fly-1', server.now + 60 * MINUTE)
    const day = businessDay(server.now)
    await raw.query('select add_order_partition($1::date)', [day])
    for (const id of [71, 72]) {
      await raw.query(
        `insert into orders (merchant_id, period_id, id, stake, bettor, game_id, kind, s_h, s_m, s_g, s_a, lu_m, lu_g, lu_a, lu_b,
           ps_m, ps_g, ps_a, hc_h, hc_m, hc_g, hc_a, odds, batch, at, r_m, r_g, r_a, r_b, day, pay_kind, play, item, pankou)
         values ($1, $2, $3, 21000000, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, $4, 0, 0, 0, 0, $5, 0, 'X', '1', 'A')`,
        [merchantId, period, id, server.now, day],
      )
      await raw.query(
        `insert into fly_outs (merchant_id, order_id, period_id, owner, pilot, connector, state, play, item, at)
         values ($1, $2, $3, 1, 1, 'http', $4, 'X', '1', $5)`,
        [merchantId, id, period, 'unknown', server.now - 26 * MINUTE],
      )
    }
    expect(await need('flyOut')).toMatchObject({ tone: 'bad', at: server.now - 26 * MINUTE })
    expect((await need('flyOut'))?.text).toContain('放飞 2 笔共 4,200.00 无回应')
    expect(await kinds(await operatorWith(PERMISSION.games))).not.toContain('flyOut')
    await raw.query(`update fly_outs set state = 'confirmed'`)
    expect(await need('flyOut')).toBeUndefined()
  })

  it('names old keys, low balances and silent merchants by the settings in force', async () => {
    await raw.query('insert into merchant_keys (merchant_id, key_id, secret, created_at) values ($1, 9, $2, $3)', [
      merchantId,
      'x',
      server.now - 100 * DAY,
    ])
    expect(await need('key')).toBeUndefined()
    await set({ 'alert.keyDays': '90' })
    expect(await need('key')).toMatchObject({ at: server.now - 10 * DAY })
    await raw.query('update merchant_keys set retired_at = $1 where key_id = 9', [server.now])
    expect(await need('key')).toBeUndefined()

    const { balance } = (
      await raw.query('select max(balance)::text as balance from wallets where path_id = $1', [
        server.tree.merchant.pathId,
      ])
    ).rows[0] as { balance: string }
    expect(await need('balance')).toBeUndefined()
    await set({ 'alert.balance': String(BigInt(balance) / 10_000n + 1n) })
    const low = (await ask(whole)).needs.find(({ key }) => key === 'balance:demo')
    expect(low).toMatchObject({ tone: 'warn' })
    expect((await ask(whole)).merchants?.find(({ code }) => code === low?.merchantCode)?.isLow).toBe(true)
    // A merchant's own line goes before the platform's: 0 is no warning, and a higher one warns of it alone.
    const own = async (balanceLine: string | null): Promise<void> => {
      const { pathId: agentPathsId } = server.tree.merchant
      expect((await server.post(whole, '/api/admin/merchant/update', { agentPathsId, balanceLine })).code).toBe(200)
    }
    await own('0')
    expect((await ask(whole)).needs.map(({ key }) => key)).not.toContain(low?.key)
    await set({ 'alert.balance': '0' })
    expect(await need('balance')).toBeUndefined()
    const line = String(BigInt(balance) / 10_000n + 2n)
    await own(line)
    expect((await need('balance'))?.text).toContain(`低于预警线 ${displayMoney((BigInt(line) * 10_000n) as Money)}`)
    await own(null)
    expect(await need('balance')).toBeUndefined()

    await raw.query(
      'update merchant_keys set retired_at = null, last_signed_at = $1, created_at = $1 where key_id = 9',
      [server.now - 40 * MINUTE],
    )
    // It never bet at this time of day.
    expect(await need('silent')).toBeUndefined()
    const yesterday = await addPeriod('usual-1', server.now - DAY + 10 * MINUTE, 'settled')
    await raw.query('insert into merchant_periods (merchant_id, period_id, game_id, day) values ($1, $2, 1, $3)', [
      merchantId,
      yesterday,
      businessDay(server.now - DAY),
    ])
    expect(await need('silent')).toMatchObject({ at: server.now - 40 * MINUTE })
    await set({ 'alert.silentMinutes': '60' })
    expect(await need('silent')).toBeUndefined()
    await set({ 'alert.silentMinutes': '0' })
    expect(await need('silent')).toBeUndefined()
  })

  it('names leases that end within two weeks, and those that are over', async () => {
    const lease = (day: string) => raw.query('update merchants set lease_until = $2 where id = $1', [merchantId, day])
    await lease(businessDay(server.now + 20 * DAY))
    expect(await need('lease')).toBeUndefined()
    await lease(businessDay(server.now + 5 * DAY))
    expect(await need('lease')).toMatchObject({ turn: 'soon' })
    await lease(businessDay(server.now - 2 * DAY))
    expect(await need('lease')).toMatchObject({ turn: 'me' })
    expect((await ask(whole)).merchants?.find((one) => one.merchantId === merchantId)?.isEnding).toBe(true)
  })

  it('names certificates that end within the days of the setting, of watched addresses alone', async () => {
    const [soon, later] = [server.now + 10 * DAY, server.now + 40 * DAY]
    await raw.query(`insert into settings (key, value) values ('certificates', $1)`, [
      JSON.stringify([
        { address: 'agent.example:443', endsAt: soon, at: server.now },
        { address: 'admin.example:443', endsAt: later, at: server.now },
        { address: 'gone.example:443', endsAt: 1, at: server.now },
      ]),
    ])
    const ended = async (): Promise<string[]> => {
      const reader = {
        accountId: server.tree.head.accountId,
        may: (id: PermissionId) => id === PERMISSION.systemConfig,
        fourEyes: true,
        settings: await systemSettings(pool),
        now: server.now,
        dataDir: '.',
        certificates: ['agent.example:443', 'admin.example:443'],
      }
      const { found } = await findNeeds(pool, reader)
      return found.flatMap((one) => (one.kind === 'certificate' ? [one.address] : []))
    }
    expect(await ended()).toEqual(['agent.example:443'])
    await set({ 'alert.certificateDays': '41' })
    expect(await ended()).toEqual(['agent.example:443', 'admin.example:443'])
    await set({ 'alert.certificateDays': '9' })
    expect(await ended()).toEqual([])
  })

  it('names a period without a result after the minutes of the setting', async () => {
    const late = await addPeriod('20260520777', server.now - 5 * MINUTE)
    const named = async () => (await ask(whole)).needs.some(({ periodNo }) => periodNo === '20260520777')
    expect(await named()).toBe(true)
    await set({ 'alert.resultMinutes': '6' })
    expect(await named()).toBe(false)
    await set({ 'alert.resultMinutes': '1' })
    await raw.query('delete from periods where id = $1', [late])
  })

  it('shows today by merchant and by game with the sums of the header', async () => {
    const day = businessDay(server.now)
    const { merchant, head } = server.tree
    const columns = `orders, stake, valid, payout, u_m, u_g, u_a, u_b, pv_m, pv_g, pv_a, pw_m, pw_g, pw_a, pw_b, hc_h, hc_m, hc_g, hc_a`
    const zeros = Array.from({ length: 14 }, () => '0').join(', ')
    for (const [game, stake, own] of [
      [1, 50_000_000, 12_345_600],
      [2, 30_000_000, -4_000_000],
    ]) {
      await raw.query(
        `insert into rollup_plays (merchant_id, day, game_id, play, pankou, path_id, own, kind, taker, ${columns})
         values ($1, $2, $3, 'X', 'A', $4, false, 0, 9, 2, $5, $5, 0, $6, ${zeros})`,
        [merchant.merchantId, day, game, head.pathId, stake, own],
      )
    }
    const { merchants, games } = await ask(whole)
    const header = (await server.post(whole, '/api/agent/RealTimeReport/TodayWinLose')).data as {
      games: readonly { gameId: number; result: string; stake: string; openStake: string }[]
    }
    expect(games?.map(({ gameId, stake, result }) => ({ gameId, stake, result }))).toEqual([
      { gameId: 1, stake: '5000', result: '1234.56' },
      { gameId: 2, stake: '3000', result: '-400' },
    ])
    expect(header.games).toMatchObject(games?.map(({ gameId, stake, result }) => ({ gameId, stake, result })) ?? [])
    expect(merchants?.find((one) => one.merchantId === merchant.merchantId)).toMatchObject({
      orders: 4,
      stake: '8000',
      result: '834.56',
    })
    // The list of merchants, and so its file, has the same figures.
    const { code } = merchants?.find((one) => one.merchantId === merchant.merchantId) ?? { code: '' }
    const { items } = (await server.post(whole, '/api/admin/merchant/query', { keyword: code })).data as {
      items: readonly { today: object }[]
    }
    expect(items).toMatchObject([{ today: { orders: 4, stake: '8000', result: '834.56' } }])
  })

  it('costs a few statements, whatever there is to tell', async () => {
    const sent: string[] = []
    const query = pool.query.bind(pool)
    Object.assign(pool, {
      query: (...args: Parameters<typeof query>) => {
        sent.push(String(args[0]))
        return query(...args)
      },
    })
    await ask(whole)
    Object.assign(pool, { query })
    expect(sent.length).toBeGreaterThan(5)
    expect(sent.length).toBeLessThanOrEqual(24)
  })
})
