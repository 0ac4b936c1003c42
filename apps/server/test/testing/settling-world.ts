import { addDays, calendarDay, type Day, instantOf } from '@strata/domain/calendar'
import { type MerchantId, PathId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import { expect } from 'vitest'
import { type Answered, callApp, headersOf, type Person, signedIn } from '../../src/access/testing/person.ts'
import { wholeServer } from '../../src/access/testing/whole-server.ts'
import { createHistory } from '../../src/demo/history.ts'
import { createDemoWorld } from '../../src/demo/world.ts'
import { businessDay } from '../../src/platform/business-day.ts'
import { LiveHub } from '../../src/platform/live.ts'
import { createLog } from '../../src/platform/log.ts'
import { createSecrets } from '../../src/platform/secrets.ts'
import { createTestDatabase } from '../../src/platform/testing/test-database.ts'
import { voidOrder } from '../../src/settlement/operator-calls/void-order.ts'

const DAY_MS = 86_400_000

/** Closed days of the history. */
export const DAYS = 3
export const now = instantOf(calendarDay(Date.UTC(2026, 10, 20)), 12 * 3_600_000)
export const today = businessDay(now)
/** The days of the history, from 0 on. */
export const dayAt = (at: number): Day => addDays(today, at - DAYS)
export const whole = { from: dayAt(0), to: dayAt(DAYS - 1) }

/** An amount of the wire in 1/10,000 yuan. */
export const units = (text: string): bigint => {
  const [integer = '0', part = ''] = text.replace('-', '').split('.')
  const amount = BigInt(integer + part.padEnd(4, '0'))
  return text.startsWith('-') ? -amount : amount
}

/** The demo world with a history, a server over it, and everybody who can sign in. */
export async function settlingWorld() {
  const { pool, raw, url } = await createTestDatabase()
  const live = new LiveHub(createLog('silent'))
  const { app, platform } = await wholeServer({ pool, url }, () => now)
  await createDemoWorld(pool, createSecrets(platform.config.keys), now - (DAYS + 2) * DAY_MS)
  await createHistory({ pool, live, now, days: DAYS, bets: 2400 })
  const paths = await raw.query<{ name: string; account_id: number; id: number }>(
    'select name, account_id, id from paths',
  )
  const pathIds = new Map(paths.rows.map(({ name, id }) => [name, id]))
  const people = new Map<string, Person>()
  for (const { name, account_id: accountId, id } of paths.rows)
    if (!name.startsWith('mem')) people.set(name, await signedIn(pool, { accountId, pathId: PathId(id), now }))
  const call = async (who: string, path: string, input: Record<string, unknown>): Promise<Answered> => {
    const headers = headersOf(must(people.get(who), `an account called ${who}`))
    return callApp(app, { method: 'POST', path: `/api/common/report/${path}`, input, headers })
  }
  const ask = async <T>(who: string, path: string, input: Record<string, unknown>): Promise<T> => {
    const answer = await call(who, path, input)
    expect([answer.code, answer.message]).toEqual([200, '操作成功'])
    return answer.data as T
  }
  let requests = 0
  return {
    raw,
    people,
    appSecret: platform.config.appSecret,
    call,
    ask,
    idOf: (name: string): number => pathIds.get(name) ?? 0,
    requestId: (): string => `settling-${++requests}`,
    /** Voids the largest order of an agent's members in these days; false: there is none left. */
    voidOne: async (agentId: number, days: { readonly from: string; readonly to: string }): Promise<boolean> => {
      const found = await raw.query<{ id: bigint; merchant_id: MerchantId }>(
        `select o.id, o.merchant_id from orders o
          where o.a = $1 and o.kind = 0 and o.day between $2 and $3
            and not exists (select from voids v where v.merchant_id = o.merchant_id and v.order_id = o.id)
          order by o.stake desc limit 1`,
        [agentId, days.from, days.to],
      )
      const [order] = found.rows
      if (!order) return false
      const { id: orderId, merchant_id: merchantId } = order
      const voided = { merchantId, orderId, reason: 'test', operator: 'headco01' }
      expect(await voidOrder({ pool, live, clock: () => now }, voided)).not.toHaveProperty('refusal')
      return true
    },
  }
}
