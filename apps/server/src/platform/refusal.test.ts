import { describe, expect, it } from 'vitest'
import { badField, badFields, badRequest, refusalEnvelope, refusalText, refuse } from './refusal.ts'

describe('a refused parameter', () => {
  it('says what is wrong, and in which field of the request', () => {
    const refusal = badField('orders.3.amount', '金额须为手动单位100的倍数')
    const message = '金额须为手动单位100的倍数'
    expect(refusalEnvelope(refusal)).toEqual({
      status: 200,
      body: {
        code: 40001,
        message,
        isSuccess: false,
        data: { issues: [{ path: 'orders.3.amount', field: '金额', message }] },
      },
    })
  })

  it('has the words of the first of several fields', () => {
    const issue = (path: string) => ({ path, field: '赔率', message: `${path}不对` })
    expect(refusalText(badFields([issue('prices.1'), issue('prices.4')]))).toBe('prices.1不对')
  })

  it('is a request that cannot be read where there is no field', () => {
    expect(refusalText(badRequest())).toBe('参数错误')
    expect(refusalText(badRequest('X-Nonce不对'))).toBe('X-Nonce不对')
  })
})

describe('any other refusal', () => {
  it('has the text of its name, with its details in place', () => {
    expect(refusalText(refuse('balanceTooLow'))).toMatch(/余额不足/)
    expect(refusalText(refuse('tooManyRequests', { message: 'not a parameter' }))).not.toContain('parameter')
  })
})
