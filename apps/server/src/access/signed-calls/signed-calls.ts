import { NONCE_PATTERN } from '@strata/contract/signature'
import type { Clock } from '../../platform/clock.ts'
import type { Pool, Queryable } from '../../platform/db.ts'
import type { CallInfo } from '../../platform/endpoint.ts'
import { badRequest, Refusal, refuse } from '../../platform/refusal.ts'
import { judgeSignature } from '../../platform/signature.ts'
import { Nonces } from './nonces.ts'
import { hasNonces, type Nonce } from './store-nonces.ts'

/** Who may sign under a code. */
export interface Signer<Caller> {
  /** Whose nonces these are: never the same for two signers of whatever kind. */
  readonly name: string
  readonly caller: Caller
  /** Live keys in the clear. */
  readonly keys: readonly string[]
  /** Called for each accepted call with the index of the key that signed it. Must not block. */
  readonly onSigned?: (keyIndex: number) => void
}

interface SignedCallsDeps<Caller> {
  readonly pool: Pool
  readonly clock: Clock
  /** Every code that somebody may sign under. */
  readonly readCodes: () => Promise<readonly string[]>
  readonly readSigner: (code: string) => Promise<Signer<Caller> | undefined>
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number
}

/** A retired key is refused at once where an event says so, and at the latest after this. */
const FRESH_MS = 2_000

/** Its colon is in no nonce that a caller may send. The digits of a signature may be sent in either case. */
const refusedName = (signature: string): string => `refused:${signature.toLowerCase()}`

/**
 * The signature of a call without a nonce, as it is remembered when the call is refused. Whoever processes such a call
 * looks for it with `haveBeenRefused` before anything is changed: the same bytes are not judged again.
 */
export type CallMark = Nonce

/** Whether calls with these marks were refused before, in their order. */
export const haveBeenRefused = (on: Queryable, marks: readonly CallMark[]): Promise<boolean[]> => hasNonces(on, marks)

/** What became of a call's parts: `partly` when some were refused and some were not. */
export type CallOutcome = 'accepted' | 'partly' | 'refused'

/** Refused calls that a process knows by itself: who sends them again and again costs no more than their signatures. */
const KNOWN_REFUSED = 10_000

/** A read that is shared by all who ask within a short time. */
class Fresh<T> {
  readonly #read: () => Promise<T>
  readonly #now: () => number
  #held: { readonly from: number; readonly value: Promise<T> } | undefined

  constructor(read: () => Promise<T>, now: () => number) {
    this.#read = read
    this.#now = now
  }

  get(): Promise<T> {
    const from = this.#now()
    if (this.#held && from - this.#held.from < FRESH_MS) return this.#held.value
    const held = { from, value: this.#read() }
    this.#held = held
    held.value.catch(() => {
      if (this.#held === held) this.#held = undefined
    })
    return held.value
  }
}

const headerText = (call: CallInfo, name: string): string | undefined => {
  const value = call.request.headers[name]
  return typeof value === 'string' ? value : undefined
}

const codeOf = (call: CallInfo): string => (headerText(call, 'x-merchant') ?? '').slice(0, 64)

/**
 * Judges the signature of calls that have no session. All codes are read together, at most once in two seconds, so a
 * code that nobody has costs no query and takes no place in what is remembered of the others.
 */
export class SignedCalls<Caller> {
  readonly #deps: SignedCallsDeps<Caller>
  readonly #now: () => number
  readonly #nonces: Nonces
  #codes: Fresh<ReadonlySet<string>>
  #signers = new Map<string, Fresh<Signer<Caller> | undefined>>()
  /** Signatures. No two signers have the same one. */
  readonly #refused = new Set<string>()

  constructor(deps: SignedCallsDeps<Caller>) {
    this.#deps = deps
    this.#now = deps.now ?? (() => performance.now())
    this.#nonces = new Nonces(deps.pool)
    this.#codes = this.#freshCodes()
  }

  /** Keys were issued or ended. */
  forget(): void {
    this.#codes = this.#freshCodes()
    this.#signers = new Map()
  }

  /** Who signed a call. An unknown code answers like a wrong signature, after the same work. */
  async authorize(call: CallInfo): Promise<Caller | Refusal> {
    const timestamp = headerText(call, 'x-timestamp') ?? ''
    const nonce = headerText(call, 'x-nonce')
    const signer = await this.#signerOf(codeOf(call))
    const request = {
      timestamp,
      nonce,
      signature: headerText(call, 'x-signature') ?? '',
      method: call.request.method,
      target: call.request.url,
      rawBody: call.request.rawBody ?? '',
    }
    const judged = judgeSignature(request, signer?.keys ?? [], this.#deps.clock())
    if (judged.problem !== null) return refuse(judged.problem)
    if (!signer) return refuse('signatureWrong')
    const wrong = nonce === undefined ? undefined : await this.#nonceProblem(signer.name, nonce, Number(timestamp))
    if (wrong) return wrong
    signer.onSigned?.(judged.keyIndex)
    return signer.caller
  }

  /**
   * Answers a call that changes something. If it has no nonce and any part of it was refused, its signature is used up
   * before the answer is sent: the same bytes would be judged again, and might be accepted although their sender was
   * told otherwise. The same bytes of a call that was accepted as a whole get the same answer again. `answer` gets the
   * mark of a call without a nonce. It refuses the call (callReplayed) if `haveBeenRefused` knows the mark.
   */
  async answerOnce<Data>(
    call: CallInfo,
    answer: (mark: CallMark | undefined) => Promise<Data | Refusal>,
    outcomeOf: (data: Data) => CallOutcome,
  ): Promise<Data | Refusal> {
    const mark = await this.#markOf(call)
    if (!mark) return answer(undefined)
    if (this.#refused.has(mark.nonce)) return refuse('callReplayed')
    const answered = await answer(mark)
    const outcome = answered instanceof Refusal ? 'refused' : outcomeOf(answered)
    if (outcome === 'accepted') return answered
    this.#noteRefused(mark)
    if (answered instanceof Refusal && answered.name === 'callReplayed') return answered
    // With too many to remember the answer stays: a part of the call may have been accepted.
    const remembered = await this.#nonces.use(mark.signer, mark.nonce, Number(headerText(call, 'x-timestamp')))
    return remembered === 'seen' && outcome === 'refused' ? refuse('callReplayed') : answered
  }

  #noteRefused({ nonce }: CallMark): void {
    const [oldest] = this.#refused
    if (oldest !== undefined && this.#refused.size >= KNOWN_REFUSED) this.#refused.delete(oldest)
    this.#refused.add(nonce)
  }

  async #markOf(call: CallInfo): Promise<CallMark | undefined> {
    if (headerText(call, 'x-nonce') !== undefined) return undefined
    const signature = headerText(call, 'x-signature')
    const signer = await this.#signerOf(codeOf(call))
    return signer && signature !== undefined ? { signer: signer.name, nonce: refusedName(signature) } : undefined
  }

  async #nonceProblem(signer: string, nonce: string, timestamp: number): Promise<Refusal | undefined> {
    if (!NONCE_PATTERN.test(nonce)) return badRequest('X-Nonce须为16至64位字母、数字、下划线或连字符')
    const used = await this.#nonces.use(signer, nonce, timestamp)
    if (used === 'new') return undefined
    return refuse(used === 'seen' ? 'callReplayed' : 'tooManyRequests')
  }

  async #signerOf(code: string): Promise<Signer<Caller> | undefined> {
    const codes = await this.#codes.get()
    if (!codes.has(code)) return undefined
    // More than there are codes: some of them are gone.
    if (this.#signers.size > codes.size) this.#signers = new Map()
    let signer = this.#signers.get(code)
    if (!signer) {
      signer = new Fresh(() => this.#deps.readSigner(code), this.#now)
      this.#signers.set(code, signer)
    }
    return signer.get()
  }

  #freshCodes(): Fresh<ReadonlySet<string>> {
    return new Fresh(async () => new Set(await this.#deps.readCodes()), this.#now)
  }
}
