import { describe, expect, it } from 'vitest'
import { createSecrets } from './secrets.ts'

const key = (id: string, fill: number) => ({ id, key: new Uint8Array(32).fill(fill) })

describe('secrets at rest', () => {
  it('open under the key they were sealed with, after rotation too', () => {
    const sealed = createSecrets([key('a', 1)]).seal('demo-merchant-key', 'merchant 1')
    expect(sealed).not.toContain('demo-merchant-key')
    expect(createSecrets([key('b', 2), key('a', 1)]).open(sealed, 'merchant 1')).toBe('demo-merchant-key')
  })

  it('do not open for another purpose, another key or changed bytes', () => {
    const secrets = createSecrets([key('a', 1)])
    const sealed = secrets.seal('x', 'merchant 1')
    expect(() => secrets.open(sealed, 'merchant 2')).toThrow()
    expect(() => createSecrets([key('a', 3)]).open(sealed, 'merchant 1')).toThrow()
    expect(() => createSecrets([key('b', 1)]).open(sealed, 'merchant 1')).toThrow('unknown key')
    const flipped = sealed.slice(0, 6) + (sealed[6] === 'A' ? 'B' : 'A') + sealed.slice(7)
    expect(() => secrets.open(flipped, 'merchant 1')).toThrow()
  })
})

describe('marks', () => {
  it('match only one text, purpose and key, also after rotation', () => {
    const mark = createSecrets([key('a', 1)]).sign('agent001', 'device')
    expect(mark).toMatch(/^[A-Za-z0-9_-]{22}$/)
    expect(createSecrets([key('b', 2), key('a', 1)]).isSigned(mark, 'agent001', 'device')).toBe(true)
    expect(createSecrets([key('b', 2)]).isSigned(mark, 'agent001', 'device')).toBe(false)
    const secrets = createSecrets([key('a', 1)])
    expect(secrets.isSigned(mark, 'agent002', 'device')).toBe(false)
    expect(secrets.isSigned(mark, 'agent001', 'other')).toBe(false)
    for (const wrong of ['', mark.slice(1), `${mark}AA`])
      expect(secrets.isSigned(wrong, 'agent001', 'device')).toBe(false)
  })
})
