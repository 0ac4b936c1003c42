import { randomInt } from 'node:crypto'
import { getEnvironmentData, setEnvironmentData, threadId } from 'node:worker_threads'

/**
 * Ids of orders, ledger entries, batches and log rows: 41 bits of milliseconds, 10 bits of process and thread, 12 bits
 * of sequence. Time-ordered across processes, strictly rising within a thread; text on the wire.
 */

const SEQUENCES = 4096
const PROCESSES = 1024
/** Bits of process and sequence, below the milliseconds. */
const REST_BITS = 22n

const FIRST = 'strata.ids'

/** The process draws a random number; its threads get the following ones. */
function ownNumber(): number {
  const known = getEnvironmentData(FIRST)
  const first = typeof known === 'number' ? known : randomInt(PROCESSES)
  setEnvironmentData(FIRST, first)
  return (first + threadId) % PROCESSES
}

/** Distinguishes processes and threads that make ids in the same millisecond. */
const processBits = BigInt(ownNumber()) << 12n
let lastMs = 0
let lastMsBits = 0n
let sequence = 0

/** A new id, greater than every id this thread made before, even when the clock steps back. */
export function nextId(): bigint {
  const ms = Date.now()
  if (ms > lastMs) {
    lastMs = ms
    lastMsBits = BigInt(ms) << REST_BITS
    sequence = 0
  } else if (++sequence === SEQUENCES) {
    lastMs += 1
    lastMsBits = BigInt(lastMs) << REST_BITS
    sequence = 0
  }
  return lastMsBits | processBits | BigInt(sequence)
}

/** The millisecond an id was made in. */
export const idMs = (id: bigint): number => Number(id >> REST_BITS)

/** The smallest id of a millisecond: a lower bound for searches by time. */
export const firstIdOf = (ms: number): bigint => BigInt(ms) << REST_BITS

const MAX_ID = 2n ** 63n - 1n

/**
 * Parses an id of the wire. One that no column can hold becomes the largest id, which no row has, so it is not found.
 */
export const idOf = (text: string): bigint => {
  const id = BigInt(text)
  return id > MAX_ID ? MAX_ID : id
}
