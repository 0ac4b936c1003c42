import type { GameCode } from './catalogue.ts'
import { DRAW_SHAPES } from './draw.ts'

/**
 * The draw of a demo period: a function of (seed, game, period number). Anybody can repeat it once the seed is revealed.
 *
 * - Byte stream: block i (i = 0, 1, 2 ...) is SHA-256 of the 32 seed bytes followed by the ASCII text
 *   `strata-draw-1|<game>|<periodNo>|<i>`; the stream is the blocks one after another, 32 bytes each.
 * - A number below n (n <= 256): take the next byte; if it is >= 256 - (256 mod n), reject it and take the next (rejection
 *   sampling: every value is equally likely); the number is byte mod n.
 * - 5M: five numbers below 10. PC: three numbers below 10.
 * - PK and 6HC: write 1..10 (1..49) in a row; for place 0, 1, 2 ... up to 10 (7) balls swap that place with place +
 *   (a number below the count of remaining places); the balls are the first places in order; for 6HC the seventh is the
 *   special.
 *
 * The commitment published before the period can open is SHA-256 of the 32 seed bytes, in lower-case hex.
 */
export type SeedDrawInput = {
  /** 64 hex digits. */
  readonly seed: string
  readonly game: GameCode
  /** Printable ASCII. */
  readonly periodNo: string
  /** SHA-256; an argument because the domain imports nothing. */
  readonly hash: (bytes: Uint8Array) => Uint8Array
}

const seedBytes = (seed: string): Uint8Array => {
  if (!/^[0-9a-fA-F]{64}$/.test(seed)) throw new Error('the seed must be 64 hex digits')
  return Uint8Array.from({ length: 32 }, (_, index) => Number.parseInt(seed.slice(index * 2, index * 2 + 2), 16))
}

const asciiBytes = (text: string): readonly number[] =>
  Array.from(text, (character) => {
    const code = character.charCodeAt(0)
    if (character.length !== 1 || code < 32 || code > 126) throw new Error('the period number must be printable ASCII')
    return code
  })

function* byteStream({ seed, game, periodNo, hash }: SeedDrawInput): Generator<number, never> {
  const head = seedBytes(seed)
  for (let block = 0; ; block += 1)
    yield* hash(Uint8Array.from([...head, ...asciiBytes(`strata-draw-1|${game}|${periodNo}|${block}`)]))
}

const numberBelow = (bytes: Generator<number, never>, n: number): number => {
  const limit = 256 - (256 % n)
  for (;;) {
    const byte = bytes.next().value
    if (byte < limit) return byte % n
  }
}

/** The balls of the draw in the form of `validateDraw`. Throws on a malformed seed or period number. */
export const seedDraw = (input: SeedDrawInput): readonly number[] => {
  const { count, min, max, distinct } = DRAW_SHAPES[input.game]
  const bytes = byteStream(input)
  if (!distinct) return Array.from({ length: count }, () => min + numberBelow(bytes, max - min + 1))
  const row = Array.from({ length: max - min + 1 }, (_, index) => min + index)
  for (let place = 0; place < count; place += 1) {
    const other = place + numberBelow(bytes, row.length - place)
    const held = row[place] ?? 0
    row[place] = row[other] ?? 0
    row[other] = held
  }
  return row.slice(0, count)
}

/** The commitment: SHA-256 of the seed. It is published before the period can open. */
export const seedCommitment = (seed: string, hash: SeedDrawInput['hash']): string =>
  Array.from(hash(seedBytes(seed)), (byte) => byte.toString(16).padStart(2, '0')).join('')
