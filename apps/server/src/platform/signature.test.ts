import { describe, expect, it } from 'vitest'
import { judgeSignature, signRequest } from './signature.ts'

const at = 1_780_000_000_000
const request = {
  timestamp: String(at),
  method: 'POST',
  target: '/api/rec/order/create?isclick=true',
  rawBody: '{"bets":[]}',
}
const judge = (change: Partial<typeof request>, keys = ['k1'], key = 'k1', now = at) =>
  judgeSignature({ ...request, signature: signRequest(key, request), ...change }, keys, now).problem

describe('signed calls', () => {
  it('pass with either of two live keys', () => {
    expect(judge({})).toBeNull()
    expect(judge({}, ['k1', 'k2'], 'k2')).toBeNull()
    expect(judge({}, ['k1'], 'k2')).toBe('signatureWrong')
    expect(judge({}, [], '')).toBe('signatureWrong')
  })

  it('bind timestamp, method, target and body', () => {
    expect(judge({ timestamp: String(at + 1) })).toBe('signatureWrong')
    expect(judge({ method: 'GET' })).toBe('signatureWrong')
    expect(judge({ target: '/api/rec/order/create' })).toBe('signatureWrong')
    expect(judge({ rawBody: '{"bets":[] }' })).toBe('signatureWrong')
  })

  it('refuse a malformed signature', () => {
    for (const signature of ['', 'zz', '0'.repeat(64), 'a'.repeat(63)]) {
      expect(judgeSignature({ ...request, signature }, ['k1'], at).problem).toBe('signatureWrong')
    }
  })

  it('are valid for two minutes in either direction', () => {
    expect(judge({}, ['k1'], 'k1', at + 120_000)).toBeNull()
    expect(judge({}, ['k1'], 'k1', at - 120_000)).toBeNull()
    expect(judge({}, ['k1'], 'k1', at + 120_001)).toBe('timestampOff')
    expect(judge({}, ['k1'], 'k1', at - 120_001)).toBe('timestampOff')
  })
})
