import { type LockMode, type LockStep, locksOf } from './locks.ts'
import { MERCHANTS } from './table-kinds.ts'

/** A lock was taken in a transaction that had another one already. */
export interface LockEdge {
  readonly held: string
  readonly taken: string
  /** - `later`: of another class. - `other`: of the same class, of another merchant. - `stronger`: shared before. */
  readonly kind: 'later' | 'other' | 'stronger'
  readonly heldMode: LockMode
  readonly takenMode: LockMode
  /** The advisory locks that the transaction had, and `merchants` if it had the row of the lock's own merchant. */
  readonly under: readonly string[]
  /** Files under apps/server/src that began the transaction and sent the statements. */
  readonly opener: string
  readonly heldBy: string
  readonly takenBy: string
  readonly heldText: string
  readonly takenText: string
}

interface Held {
  readonly lock: string
  readonly owner: string
  readonly mode: LockMode
  readonly file: string
  readonly text: string
}

/** The same for edges that are judged alike. */
export const keyOfEdge = (edge: LockEdge): string =>
  [
    edge.held,
    edge.taken,
    edge.kind,
    edge.heldMode,
    edge.takenMode,
    edge.opener,
    edge.heldBy,
    edge.takenBy,
    edge.under,
  ].join()

const HEAD = '0'

/** Whose rows a lock is about: a merchant's number, or nothing where it is not told or several are meant. */
function ownerOf({ merchant }: LockStep, values: readonly unknown[]): string {
  if (merchant === undefined) return ''
  const value = merchant.startsWith('$') ? values[Number(merchant.slice(1)) - 1] : merchant
  const all = new Set((Array.isArray(value) ? value : [value]).map(String))
  return all.size === 1 ? [...all].join('') : ''
}

/** Whether a lock lets only one transaction at a time come to the other one. Rows of no merchant count as the locked one's. */
const isAbove = ({ lock, owner }: Held, next: Held): boolean =>
  lock.includes(':') ||
  (lock === MERCHANTS && next.lock !== MERCHANTS && owner !== '' && [owner, ''].includes(next.owner))

const SAVEPOINT = /^\s*(savepoint|rollback to savepoint|rollback to|release savepoint|release)\s+(\w+)/i

/** The locks of one transaction. */
export class LockNotes {
  #held: Held[] = []
  readonly #marks = new Map<string, number>()
  readonly #opener: string
  readonly #edge: (edge: LockEdge) => void
  readonly #locksOf: (text: string) => readonly LockStep[]

  constructor(opener: string, edge: (edge: LockEdge) => void, read: (text: string) => readonly LockStep[] = locksOf) {
    this.#opener = opener
    this.#edge = edge
    this.#locksOf = read
  }

  note(text: string, values: readonly unknown[], file: string): void {
    const [, verb = '', name = ''] = SAVEPOINT.exec(text) ?? []
    if (verb !== '') {
      // What was locked since a savepoint is free again when it is taken back.
      if (/^savepoint/i.test(verb)) this.#marks.set(name, this.#held.length)
      if (/^rollback/i.test(verb)) this.#held.length = this.#marks.get(name) ?? this.#held.length
      return
    }
    for (const step of this.#locksOf(text)) {
      const owner = ownerOf(step, values)
      this.#take(step, { lock: owner === HEAD ? `head's ${step.lock}` : step.lock, owner, mode: step.mode, file, text })
    }
  }

  #take({ waits }: LockStep, next: Held): void {
    const same = this.#held.find((one) => one.lock === next.lock && one.owner === next.owner)
    if (same && (same.mode !== 'share' || next.mode !== 'write')) return
    const told = new Set<string>()
    const under = this.#held.filter((one) => isAbove(one, next)).map((one) => one.lock)
    for (const one of waits ? this.#held : []) {
      const kind = one.lock !== next.lock ? 'later' : one.owner !== next.owner ? 'other' : 'stronger'
      if (told.has(one.lock + kind)) continue
      told.add(one.lock + kind)
      this.#edge({
        held: one.lock,
        taken: next.lock,
        kind,
        heldMode: one.mode,
        takenMode: next.mode,
        under,
        opener: this.#opener,
        heldBy: one.file,
        takenBy: next.file,
        heldText: one.text,
        takenText: next.text,
      })
    }
    this.#held.push(next)
  }
}
