import { createCipheriv, createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openPassword, sealPassword, WRAPPER_WINDOW_MS } from './wrapper.ts'

const appSecret = 'strata-dev-secret'
const nowMs = 1_790_000_000_000

describe('password wrapper', () => {
  test('opens what it has sealed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (password) => {
        const sealed = sealPassword({ password, appSecret, nowMs })
        expect(sealed).toMatch(/^[A-Za-z0-9_-]+$/)
        expect(openPassword({ sealed, appSecret, nowMs })).toEqual({ ok: true, password, sealedAtMs: nowMs })
      }),
    )
  })

  test('opens a text in the contract’s format made by another implementation', () => {
    const iv = Buffer.from('000102030405060708090a0b', 'hex')
    const key = createHash('sha256').update(appSecret).digest()
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    const body = Buffer.concat([cipher.update(JSON.stringify({ t: nowMs, p: 'Strata2026' })), cipher.final()])
    const sealed = Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url')
    expect(openPassword({ sealed, appSecret, nowMs })).toMatchObject({ ok: true, password: 'Strata2026' })
  })

  test('seals the same password differently each time', () => {
    const seal = () => sealPassword({ password: 'Strata2026', appSecret, nowMs })
    expect(seal()).not.toBe(seal())
  })

  test.each([
    [WRAPPER_WINDOW_MS, true],
    [WRAPPER_WINDOW_MS + 1, false],
    [-WRAPPER_WINDOW_MS, true],
    [-WRAPPER_WINDOW_MS - 1, false],
  ])('%i ms later: fresh is %s', (later, fresh) => {
    const sealed = sealPassword({ password: 'Strata2026', appSecret, nowMs })
    const opened = openPassword({ sealed, appSecret, nowMs: nowMs + later })
    expect(opened.ok ? 'fresh' : opened.problem).toBe(fresh ? 'fresh' : 'clockOff')
  })

  test('refuses every changed character, another secret and other spellings', () => {
    const sealed = sealPassword({ password: 'Strata2026', appSecret, nowMs })
    const malformed = { ok: false, problem: 'malformed' }
    for (let at = 0; at < sealed.length; at++) {
      const other = sealed[at] === 'A' ? 'B' : 'A'
      const changed = sealed.slice(0, at) + other + sealed.slice(at + 1)
      expect(openPassword({ sealed: changed, appSecret, nowMs })).toEqual(malformed)
    }
    expect(openPassword({ sealed, appSecret: 'another', nowMs })).toEqual(malformed)
    for (const text of ['', 'A', `${sealed}=`, `${sealed} `, 'A'.repeat(401), '中文'])
      expect(openPassword({ sealed: text, appSecret, nowMs })).toEqual(malformed)
  })
})
