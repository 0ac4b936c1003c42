import { execFile } from 'node:child_process'
import { argon2Sync } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createPasswordHasher } from './password-hash.ts'

const hasher = await createPasswordHasher()

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

/** The same hash by another implementation. */
function byNode(password: string, salt: Uint8Array, { memory = 65_536, passes = 3 } = {}): string {
  const tag = argon2Sync('argon2id', { message: password, nonce: salt, memory, passes, parallelism: 1, tagLength: 32 })
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${base64(salt)}$${base64(tag)}`
}

test('hashes are Argon2id with 64 MiB, three passes and one lane, equal to another implementation’s', () => {
  const made = hasher.hash('Strata2026')
  const salt = Buffer.from(made.split('$')[4] ?? '', 'base64')
  expect(salt).toHaveLength(16)
  expect(made).toBe(byNode('Strata2026', salt))
  expect(hasher.hash('Strata2026')).not.toBe(made)
})

test('a password is verified against hashes of any setting, also those of another implementation', () => {
  const salt = new Uint8Array(16).fill(7)
  for (const stored of [byNode('Strata2026', salt), byNode('Strata2026', salt, { memory: 19_456, passes: 2 })]) {
    expect(hasher.verify(stored, 'Strata2026')).toBe(true)
    for (const wrong of ['Strata2027', 'Strata202', 'Strata20266', 'strata2026', '', 'Strata2026\u0000'])
      expect(hasher.verify(stored, wrong), wrong).toBe(false)
  }
})

test('verifying is false without a hash, with an invalid hash, and with the placeholder of unknown names', () => {
  for (const stored of [null, '', '!', '$argon2id$', '$argon2id$v=19$m=65536,t=3,p=1$AAAA'])
    for (const password of ['Strata2026', '', '\u0000nobody']) expect(hasher.verify(stored, password)).toBe(false)
})

test('a password that is not ASCII is neither hashed nor verified by its first characters', () => {
  expect(() => hasher.hash('密码2026abc')).toThrow('only letters and digits')
  const stored = hasher.hash('abcd1234')
  for (const near of ['abcd1234密', '密abcd1234', 'ａbcd1234']) expect(hasher.verify(stored, near)).toBe(false)
})

test('hashes reuse their memory: none is requested from the system or returned to it', async () => {
  const script = `
    import { createPasswordHasher } from ${JSON.stringify(new URL('./password-hash.ts', import.meta.url))}
    const hasher = await createPasswordHasher()
    const figures = () => ({ resident: process.memoryUsage.rss(), faults: process.resourceUsage().minorPageFault })
    const none = figures()
    hasher.hash('Strata2026')
    const one = figures()
    for (let n = 0; n < 3; n++) hasher.hash('Strata2026')
    const four = figures()
    console.log(JSON.stringify([none, one, four]))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  const [none, one, four] = JSON.parse(stdout) as { resident: number; faults: number }[]
  const mebibytes = (now = none, then = none): number => ((now?.resident ?? 0) - (then?.resident ?? 0)) / 1024 / 1024
  expect(mebibytes(one)).toBeGreaterThan(60)
  expect(mebibytes(four)).toBeGreaterThan(60)
  expect(mebibytes(four)).toBeLessThan(100)
  // Without reuse, each of the three would cause 16,384 page faults.
  expect((four?.faults ?? 0) - (one?.faults ?? 0)).toBeLessThan(8_000)
})
