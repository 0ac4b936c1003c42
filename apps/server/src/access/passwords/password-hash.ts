import initialize from '@phi-ag/argon2/node'

/**
 * Argon2id, the second recommended setting of RFC 9106, but with one lane. Every hash carries its own setting, so
 * old hashes still verify after a change.
 */
const SETTING = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 }

const HASH = '$argon2id$'

/**
 * The library uses the character count as the byte count: for a longer encoding it would hash only a part. It gets
 * ASCII only.
 */
const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length

export interface PasswordHasher {
  /**
   * The hash in PHC string format. Throws for a password that is not ASCII; the password rules allow only letters
   * and digits.
   */
  hash(password: string): string
  /** Without a hash, or with a password that is not ASCII, it takes the same time and returns false. */
  verify(stored: string | null, password: string): boolean
}

/**
 * Runs in WebAssembly, which keeps its own memory and uses the same 64 MiB for each hash. A native library would
 * allocate and free them sixteen times a second. On a virtual machine that reports free memory to its host every
 * two seconds, this stops the whole machine for 100 to 200 ms each time (docs/decisions/0052).
 */
export async function createPasswordHasher(): Promise<PasswordHasher> {
  const argon2 = await initialize()
  const hash = (password: string): string => argon2.hash(password, SETTING).encoded
  /**
   * Hash of a text that nobody can type (it has a control character). Unknown names are verified against it, so
   * that they take the same time and get the same answer as known ones.
   */
  let nobody: string | undefined
  return {
    hash(password) {
      if (!isAscii(password)) throw new Error('a password has only letters and digits')
      return hash(password)
    },
    verify(stored, password) {
      nobody ??= hash('\u0000nobody')
      const isReal = stored?.startsWith(HASH) === true && isAscii(password)
      const { success } = argon2.tryVerify(isReal ? stored : nobody, isReal ? password : '')
      return success && isReal
    },
  }
}
