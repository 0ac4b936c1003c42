import initialize from '@phi-ag/argon2/node'

/** Argon2id, the second setting that RFC 9106 recommends, in one lane. A change makes old hashes still verify: each carries its own setting. */
const SETTING = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 }

const HASH = '$argon2id$'

/** The library counts characters where it means bytes: it would hash but a part of any others, and does not get to see them. */
const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length

export interface PasswordHasher {
  /** In PHC's form. Throws for what is not ASCII; the rules of passwords let only letters and digits through. */
  hash(password: string): string
  /** Without a hash, or with a password that is not ASCII, it takes as long and is false. */
  verify(stored: string | null, password: string): boolean
}

/**
 * Runs in WebAssembly, whose memory is its own for good: the same 64 MiB for each hash. A native library takes them from the
 * system and gives them back sixteen times a second, and a virtual machine that reports free memory to its host every two
 * seconds then stands still, all of it, for 100 to 200 ms (docs/decisions/0052).
 */
export async function createPasswordHasher(): Promise<PasswordHasher> {
  const argon2 = await initialize()
  const hash = (password: string): string => argon2.hash(password, SETTING).encoded
  /**
   * Hash of nothing anybody can type (it has a control character): an unknown name is verified against it, so that it costs
   * and answers the same as a known one.
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
