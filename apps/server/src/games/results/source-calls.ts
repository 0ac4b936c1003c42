import type { GameId } from '@strata/domain/ids'
import { isAllowed, plainAddress } from '../../access/session.ts'
import { badField, Refusal, refusalText, refuse } from '../../platform/refusal.ts'
import { type BadResult, type PeriodDeps, publishDraw, type TrialAnswer, tryDraw } from './put-result.ts'
import { noteHeard, noteTrial } from './store-sources.ts'

/** A result source whose signature is proven. */
export interface SignedSource {
  readonly code: string
  readonly gameIds: readonly GameId[]
  /** Empty: any address. */
  readonly allowedIps: readonly string[]
}

interface Sent {
  readonly source: SignedSource
  readonly ip: string
}

interface SentDraw {
  readonly gameId: GameId
  readonly periodNo: string
  readonly result: readonly number[]
}

const refusalOf = (answer: BadResult | { readonly refusal: 'notFound' | 'stateForbids' }): Refusal =>
  answer.refusal === 'badResult' ? badField('result', answer.message) : refuse(answer.refusal)

/** A source speaks from its own addresses and for its own games. */
function barred({ source, ip }: Sent, { gameId }: SentDraw): Refusal | null {
  if (!isAllowed(ip, source.allowedIps)) return refuse('addressNotAllowed')
  return source.gameIds.includes(gameId) ? null : refuse('notFound')
}

/** A source publishes a result. That it was heard is noted in any case. */
export async function publishFrom(
  deps: PeriodDeps,
  sent: Sent,
  draw: SentDraw,
): Promise<{ readonly state: 'accepted' | 'waiting'; readonly result: readonly number[] } | Refusal> {
  const { code } = sent.source
  await noteHeard(deps.pool, code, deps.clock())
  const refusal = barred(sent, draw)
  if (refusal) return refusal
  const answer = await publishDraw(deps, { source: code, ...draw })
  return 'refusal' in answer ? refusalOf(answer) : answer
}

/** Judges a result as if it were published now; only that it was tried, and what was wrong, is noted. */
export async function tryFrom(
  deps: Pick<PeriodDeps, 'pool' | 'clock'>,
  sent: Sent,
  draw: SentDraw,
): Promise<Extract<TrialAnswer, { readonly would: string }> | Refusal> {
  const { code } = sent.source
  const judged = async () => {
    const refusal = barred(sent, draw)
    if (refusal) return refusal
    const answer = await tryDraw(deps, { source: code, ...draw })
    return 'refusal' in answer ? refusalOf(answer) : answer
  }
  const answer = await judged()
  const { gameId, periodNo } = draw
  const trial = { at: deps.clock(), ip: plainAddress(sent.ip), gameId, periodNo, problem: problemOf(answer) }
  await noteTrial(deps.pool, code, trial)
  return answer
}

/** What the source is told of a refusal, in words; null: it passed. */
const problemOf = (answer: object): string | null => (answer instanceof Refusal ? refusalText(answer) : null)
