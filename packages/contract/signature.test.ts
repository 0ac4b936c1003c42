import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { signedHeaders } from './signature.ts'

test('signs timestamp, method, target and body hash, one on each line', () => {
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

test('signs the nonce on a line of its own when there is one', () => {
  const nonce = '0f8fad5b-d9cb-469f-a165-70867728950e'
  const bodyHash = createHash('sha256').update('{}').digest('hex')
  const expected = createHmac('sha256', 'k').update(`1790000000000\nPOST\n/x\n${bodyHash}\n${nonce}`).digest('hex')
  const signed = { code: 'demo', key: 'k', nowMs: 1_790_000_000_000, method: 'POST', target: '/x', body: '{}' } as const
  expect(signedHeaders({ ...signed, nonce })).toMatchObject({ 'X-Nonce': nonce, 'X-Signature': expected })
})
