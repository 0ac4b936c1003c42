import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { signedHeaders } from './signature.ts'

test('signs timestamp, method, target and body hash, each on a line', () => {
  const body = '{"bets":[],"说明":"中文"}'
  const target = '/api/rec/order/create?isclick=true'
  const bodyHash = createHash('sha256').update(body).digest('hex')
  const expected = createHmac('sha256', 'demo-merchant-key')
    .update(`1790000000000\nPOST\n${target}\n${bodyHash}`)
    .digest('hex')
  expect(
    signedHeaders({ code: 'demo', key: 'demo-merchant-key', nowMs: 1_790_000_000_000, method: 'POST', target, body }),
  ).toEqual({ 'X-Merchant': 'demo', 'X-Timestamp': '1790000000000', 'X-Signature': expected })
})
