import { describe, expect, it } from 'vitest'
import { dayComplaints, readsEveryDay } from './order-days.ts'

describe('orders of given days', () => {
  it.each([
    'select 1 from orders o where o.merchant_id = $1 and o.day = $2',
    'select 1 from orders where merchant_id = $1 and day = $2::date and kind = 0',
    "select 1 from orders o where o.day = '2026-01-31'::date",
    "select 1 from orders o where o.day >= date '2026-01-31'",
    'select 1 from orders o where o.day between $1 and $2',
    'select 1 from orders o where ($1::date is null or o.day >= $1)',
    'select 1 from merchant_periods mp join orders o on o.period_id = mp.period_id and o.day = mp.day and o.day = any($1::date[])',
    'insert into orders (merchant_id, id) values ($1, $2)',
    'with orders as (select 1) select 1 from orders',
  ])('%s', (text) => expect(readsEveryDay(text)).toBe(false))
})

describe('orders of every day', () => {
  it.each([
    'select 1 from orders o where o.merchant_id = $1 and o.id = $2',
    'select 1 from merchant_periods mp join orders o on o.period_id = mp.period_id and o.day = mp.day',
    'select 1 from merchant_periods mp join orders o on o.period_id = mp.period_id where mp.day = $1',
    'select 1 from orders o where o.day <= $1',
    'select 1 from paths p where p.day = $1 and exists (select from orders o where o.bettor = p.id)',
    'select (select count(*) from orders where merchant_id = $1)',
  ])('%s', (text) => expect(readsEveryDay(text)).toBe(true))

  it('are complained about, but not in tests and in listed files', () => {
    const text = 'select 1 from orders where id = $1'
    const sent = (file: string) => dayComplaints(new Map([[text, new Set([file])]]), [{ file: 'a/b.ts', reason: '' }])
    expect(sent('a/c.ts')).toEqual([`a/c.ts reads the orders of every day: ${text}`])
    expect(sent('a/b.ts')).toEqual([])
    expect(sent('a/c.pg.test.ts')).toEqual([])
  })
})
