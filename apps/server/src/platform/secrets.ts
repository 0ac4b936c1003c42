import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { StorageKey } from './config.ts'

/**
 * Secrets at rest (merchant keys, result source keys, TOTP): `<key id>.<base64url(iv 12 | tag 16 | ciphertext)>`,
 * AES-256-GCM. `purpose` is bound in, so a secret copied into another column or row does not open.
 */

export interface Secrets {
  seal(text: string, purpose: string): string
  /** Throws when the key is gone, the text was changed, or the purpose differs. */
  open(sealed: string, purpose: string): string
  /** Marks a public text as made here: 22 characters. */
  sign(text: string, purpose: string): string
  /** Whether one of the keys made this mark for this text and purpose. */
  isSigned(mark: string, text: string, purpose: string): boolean
}

const MARK_BYTES = 16

const markOf = ({ key }: StorageKey, text: string, purpose: string): Buffer => {
  // A key of its own: the storage key itself only encrypts.
  const own = createHmac('sha256', key).update('strata signatures').digest()
  return createHmac('sha256', own).update(`${purpose}\n${text}`).digest().subarray(0, MARK_BYTES)
}

/** The first key seals and signs, all of them open and check. */
export function createSecrets(keys: readonly StorageKey[]): Secrets {
  const first = keys[0]
  if (!first) throw new Error('no storage key')
  return {
    seal(text, purpose) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', first.key, iv)
      cipher.setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${first.id}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open(sealed, purpose) {
      const dot = sealed.indexOf('.')
      const key = keys.find((candidate) => candidate.id === sealed.slice(0, dot))
      if (!key) throw new Error('secret sealed under an unknown key')
      const bytes = Buffer.from(sealed.slice(dot + 1), 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key.key, bytes.subarray(0, 12), { authTagLength: 16 })
      decipher.setAAD(Buffer.from(purpose))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
    sign: (text, purpose) => markOf(first, text, purpose).toString('base64url'),
    isSigned(mark, text, purpose) {
      const given = Buffer.from(mark, 'base64url')
      return given.length === MARK_BYTES && keys.some((key) => timingSafeEqual(given, markOf(key, text, purpose)))
    },
  }
}
