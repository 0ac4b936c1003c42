import type { Day } from '@strata/domain/calendar'
import { businessDay as dayBy, dayStartsOf, FIRST_DAY_STARTS } from '@strata/domain/calendar/business-day'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { businessDaySql, loadDayStarts } from '../access/platform-settings.ts'
import { type PeopleServer, peopleServer } from '../access/testing/people-server.ts'
import type { Person } from '../access/testing/person.ts'
import { PASSWORD } from '../access/testing/small-tree.ts'
import { businessDay } from '../platform/business-day.ts'
import { isCitus } from '../platform/citus.ts'
import { row, rows } from '../platform/db.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'

const { pool, raw, url } = await createTestDatabase()
const DAY = 86_400_000
const HOUR = 3_600_000
const at = (text: string): number => Date.parse(`${text}+08:00`)
const PATH = '/api/admin/system-config/'

type Config = {
  version: number
  items: { key: string; value: string; since: number | null; coming?: { day: string; value: string } }[]
}

let server: PeopleServer
let agentName = ''
beforeAll(async () => {
  server = await peopleServer({ pool, url })
  server.now = at('2026-03-02T10:00:00')
  const { accountId } = server.tree.agent
  agentName = (await row<{ name: string }>(raw, 'select name from accounts where id = $1', [accountId])).name
})
afterAll(() => server.close())

const operator = (): Promise<Person> => server.as(server.tree.head, server.tree.head.pathId, 1)
const config = async (): Promise<Config> => (await server.post(await operator(), `${PATH}query`)).data as Config
const shown = async () => (await config()).items.find(({ key }) => key === 'day.start')

async function set(value: string): Promise<{ code: number; message: string }> {
  const { version } = await config()
  const items = [{ key: 'day.start', value }]
  const { code, message } = await server.post(await operator(), `${PATH}set`, { version, items })
  return { code, message }
}

const insertPeriod = (periodNo: string, day: string, drawAt: number) =>
  raw.query(
    `insert into periods (game_id, period_no, day, open_at, close_at, hedge_close_at, draw_at, state)
     values (3, $1, $2, $3::bigint - 9000, $3::bigint - 6000, $3::bigint - 3000, $3, 'scheduled')`,
    [periodNo, day, drawAt],
  )

describe('when business days begin', () => {
  it('is 06:00 by itself', async () => {
    expect(await shown()).toMatchObject({ value: '06:00', defaultValue: '06:00', since: null, unit: '北京时间' })
    expect(await shown()).not.toHaveProperty('coming')
  })

  it('is refused in the order that is written, by its name', async () => {
    expect(await set('06:15')).toEqual({
      code: 40001,
      message: '业务日开始时间：请填写00:00至12:00之间的整点或半点，如07:30',
    })
    expect(await set('06:00')).toEqual({ code: 40001, message: '业务日开始时间：与现有设置相同' })
    expect((await config()).version).toBe(0)
  })

  it('is refused while a period would change its day, however far ahead, and names it', async () => {
    await insertPeriod('26/099', '2026-04-20', at('2026-04-20T06:30:00'))
    expect(await set('07:00')).toEqual({
      code: 42207,
      message:
        '业务日开始时间：六合彩第26/099期（2026-04-20 06:30开奖）会因此归入另一业务日，请改用其他时间，或待该期开奖后再改',
    })
    expect(await row(raw, 'select count(*)::integer as n from day_starts')).toEqual({ n: 1 })
    await raw.query(`delete from periods where period_no = '26/099'`)
  })

  it('changes two days ahead, with a line in the log and no day of the past moved', async () => {
    await insertPeriod('26/100', '2026-04-20', at('2026-04-20T21:30:00'))
    expect(await set('07:00')).toMatchObject({ code: 200 })
    expect(await shown()).toMatchObject({
      value: '06:00',
      since: server.now,
      coming: { day: '2026-03-05', value: '07:00' },
    })
    const { changes, action } = await row<{ changes: unknown; action: string }>(
      raw,
      'select action, changes from change_log order by id desc limit 1',
    )
    expect({ changes, action }).toMatchObject({
      action: 'systemConfig',
      changes: [{ label: '业务日开始时间', before: '06:00', after: '07:00（2026-03-05起）' }],
    })
    expect(businessDay(at('2026-03-04T06:00:00'))).toBe('2026-03-04')
    expect(businessDay(at('2026-03-05T06:59:59'))).toBe('2026-03-04')
    expect(businessDay(at('2026-03-05T07:00:00'))).toBe('2026-03-05')
  })

  it('is refused again until the change has taken effect', async () => {
    expect(await set('08:00')).toEqual({
      code: 42207,
      message: '业务日开始时间：已设置2026-03-05起为07:00，生效后才能再次修改',
    })
  })

  it('is told to everybody who signs in', async () => {
    const { data } = await server.signIn(agentName, PASSWORD)
    expect(data).toMatchObject({
      dayStarts: [
        { firstDay: '1970-01-01', startMinutes: 360 },
        { firstDay: '2026-03-05', startMinutes: 420 },
      ],
    })
  })

  it('holds for periods that an older process plans', async () => {
    if (await isCitus(raw)) return
    await expect(insertPeriod('26/101', '2026-03-06', at('2026-03-06T06:30:00'))).rejects.toThrow(
      'draws on business day 2026-03-05, not on 2026-03-06',
    )
    await insertPeriod('26/102', '2026-03-05', at('2026-03-06T06:30:00'))
    const move = raw.query(`update periods set draw_at = draw_at + $1 where period_no = '26/102'`, [HOUR])
    await expect(move).rejects.toThrow('draws on business day 2026-03-06')
    // Days before it are nobody's to look at: tests and repairs move them.
    await insertPeriod('26/103', '2026-03-01', at('2026-03-02T09:00:00'))
  })

  it('may be changed again afterwards, and the database counts as the server does', async () => {
    server.now = at('2026-03-05T07:00:00')
    expect(await shown()).toMatchObject({ value: '07:00' })
    expect(await shown()).not.toHaveProperty('coming')
    expect(await set('04:30')).toMatchObject({ code: 200 })
    await loadDayStarts(raw)
    const list = dayStartsOf([
      ...FIRST_DAY_STARTS,
      { firstDay: '2026-03-05' as Day, startMs: 7 * HOUR },
      { firstDay: '2026-03-08' as Day, startMs: 4.5 * HOUR },
    ])
    const instants = Array.from({ length: 600 }, (_, index) => at('2026-03-01T00:00:00') + index * 1_799_999)
    const found = await rows<{ t: bigint; by_function: string; by_part: string }>(
      raw,
      `select t, business_day_at(t) as by_function, ${businessDaySql('t')} as by_part from unnest($1::bigint[]) t`,
      [instants],
    )
    expect(found.map(({ by_function }) => by_function)).toEqual(found.map(({ t }) => dayBy(Number(t), list)))
    expect(found.map(({ by_part }) => by_part)).toEqual(found.map(({ t }) => businessDay(Number(t))))
    expect(instants.at(-1)).toBeGreaterThan(at('2026-03-01T00:00:00') + 12 * DAY)
  })

  it('cannot be rewritten by the application', async () => {
    await expect(pool.query('update day_starts set start_minutes = 0')).rejects.toThrow('permission denied')
    await expect(pool.query('delete from day_starts')).rejects.toThrow('permission denied')
  })
})
