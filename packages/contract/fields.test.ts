import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  gameId,
  instant,
  itemCode,
  longId,
  money,
  odds,
  percent,
  queryId,
  quote,
  ratioPercent,
  requestId,
  sharePercent,
  version,
} from './fields.ts'

const table: Record<string, { schema: z.ZodType; fine: unknown[]; wrong: unknown[] }> = {
  money: {
    schema: money,
    fine: ['0', '-0.0001', '1234.5', '99999999999999.9999'],
    wrong: [0, '', '-', '.5', '1.', '01', '1.00001', '+1', '1e3', '1,000', ' 1', '1\n', 'NaN'],
  },
  percent: {
    schema: percent,
    fine: ['0', '25', '1.25', '100', '99.999', '0.125', '100.0'],
    wrong: ['-1', '100.1', '101', '1.2345', '', '025', 25],
  },
  share: { schema: sharePercent, fine: ['0', '25', '12.34', '100.00'], wrong: ['12.345', '100.01', '-0'] },
  ratio: { schema: ratioPercent, fine: ['-12.5', '250', '0'], wrong: ['1.23456', ''] },
  odds: { schema: odds, fine: ['1.98', '9000', '0', '48.5055'], wrong: ['-1', '1.98001', '1,98', '.9', 1.98] },
  quote: {
    schema: quote,
    fine: ['1.98', { ZHONG2: '20.8', ZHONG3: '109' }, { 'ZM1:DA': '1.9' }],
    wrong: [{ A: 1 }, [], null],
  },
  itemCode: {
    schema: itemCode,
    fine: ['01', '01+02+03', 'ZM1:DA+ZM4:RED', '1-10', '*'],
    wrong: ['', '大', 'a b', "1'", 'x'.repeat(161)],
  },
  requestId: {
    schema: requestId,
    fine: ['a', '3f2b-…'.replace('…', 'x'), 'x'.repeat(64)],
    wrong: ['', 'x'.repeat(65), 'a b', '中'],
  },
  gameId: { schema: gameId, fine: [1, 32_767], wrong: [0, 32_768, 2_147_483_647, 1.5, '1'] },
  version: { schema: version, fine: [0, 2_147_483_647], wrong: [-1, 2_147_483_648] },
  instant: { schema: instant, fine: [0, 253_402_300_799_999], wrong: [-1, 253_402_300_800_000] },
  longId: {
    schema: longId,
    fine: ['0', '7353906021822475', '9199999999999999999'],
    wrong: ['', '-1', '9223372036854775808', '99999999999999999999'],
  },
  queryId: { schema: queryId, fine: [5, '5'], wrong: ['', '0', '-1', '1.5', 'x', 2 ** 31] },
}

describe.each(Object.entries(table))('%s', (_name, { schema, fine, wrong }) => {
  test.each(fine.map((value) => [value]))('takes %j', (value) => expect(schema.safeParse(value).success).toBe(true))
  test.each(wrong.map((value) => [value]))('refuses %j', (value) => expect(schema.safeParse(value).success).toBe(false))
})
