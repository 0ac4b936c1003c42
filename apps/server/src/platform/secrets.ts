import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { StorageKey } from './config.ts'

/**
 * Secrets at rest (merchant keys, result source keys, TOTP): `<key id>.<base64url(iv 12 | tag 16 | ciphertext)>`, AES-256-GCM.
 * `purpose` is bound in, so a secret copied into another column or row does not open.
 */

export interface Secrets {
  seal(text: string, purpose: string): string
  /** Throws when the key is gone, the text was changed or the purpose is another. */
  open(sealed: string, purpose: string): string
}

/** The first key seals, all of them open. */
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
  }
}
