import { type AccountAct, judgeSecond, type SecondRefusal } from './second-person.ts'

/** What one operator proposes and another one puts in force. */
export type ProposalKind = 'result' | 'correction' | 'periodVoid' | 'orderVoid'

export type ProposalState =
  | 'waiting'
  | 'inForce'
  | 'declined'
  | 'withdrawn'
  /** The balls were typed twice and were not the same: both begin again. */
  | 'differed'
  | 'expired'

export type Proposal = {
  readonly kind: ProposalKind
  readonly proposer: number
  readonly at: number
  /** As stored; `expired` is a matter of time, and is stored only when another proposal takes the place. */
  readonly state: ProposalState
  /** Of a manual result: the balls of the first entry, which nobody is shown until it is decided. */
  readonly balls: readonly number[] | null
}

export const PROPOSAL_LIFE_MS = 86_400_000

export const expiresAt = ({ at }: Pick<Proposal, 'at'>): number => at + PROPOSAL_LIFE_MS

export const stateAt = (proposal: Pick<Proposal, 'at' | 'state'>, now: number): ProposalState =>
  proposal.state === 'waiting' && now >= expiresAt(proposal) ? 'expired' : proposal.state

export type Decision = {
  readonly by: number
  readonly now: number
  readonly acts: readonly AccountAct[]
  /** Off: one operator may decide alone (a start setting). */
  readonly fourEyes: boolean
  /** What is answered; balls: the second entry of a manual result. */
  readonly answer: { readonly approve: boolean } | { readonly balls: readonly number[] }
}

export type DecisionRefusal = 'notWaiting' | 'expired' | 'needsBalls' | SecondRefusal

export type Decided = { readonly state: 'inForce' | 'declined' | 'differed' }

/** Why an operator may not decide a proposal, or null. In this order: its state, its age, who asks. */
export function judgeDecider(
  proposal: Proposal,
  { by, now, acts, fourEyes }: Omit<Decision, 'answer'>,
): Exclude<DecisionRefusal, 'needsBalls'> | null {
  const state = stateAt(proposal, now)
  if (state === 'expired') return 'expired'
  if (state !== 'waiting') return 'notWaiting'
  if (!fourEyes) return null
  return judgeSecond({ first: proposal.proposer, second: by, acts, proposedAt: proposal.at })
}

/**
 * Decides a proposal. A manual result is decided by typing it again without seeing it; saying yes is not enough. To decline
 * it, a look is not needed.
 */
export function decide(proposal: Proposal, decision: Decision): Decided | { readonly refusal: DecisionRefusal } {
  const refusal = judgeDecider(proposal, decision)
  if (refusal !== null) return { refusal }
  const { answer } = decision
  if ('approve' in answer) {
    if (!answer.approve) return { state: 'declined' }
    return proposal.kind === 'result' ? { refusal: 'needsBalls' } : { state: 'inForce' }
  }
  if (proposal.kind !== 'result') return { refusal: 'needsBalls' }
  return { state: String(answer.balls) === String(proposal.balls) ? 'inForce' : 'differed' }
}

/** Only who proposed takes it back, while it waits. */
export function judgeWithdrawal(
  proposal: Proposal,
  { by, now }: Pick<Decision, 'by' | 'now'>,
): 'notWaiting' | 'expired' | 'notYours' | null {
  const state = stateAt(proposal, now)
  if (state === 'expired') return 'expired'
  if (state !== 'waiting') return 'notWaiting'
  return proposal.proposer === by ? null : 'notYours'
}

export type CorrectionQuestion = {
  readonly asked: readonly number[]
  /** Balls of the committed seed; null: the period has no commitment. */
  readonly seedBalls: readonly number[] | null
  /** The result came from a feed, and how many other feeds say what is asked. */
  readonly fromFeed: boolean
  readonly agreeing: number
  /** Who decided: two people, or with four eyes off one. */
  readonly people: 1 | 2
}

/**
 * Whether a result may be replaced by other balls. A commitment binds: its period never gets any but its seed's. A result of a
 * feed is replaced by two people, or when another feed says the same.
 */
export function judgeCorrection(question: CorrectionQuestion): 'notTheSeed' | 'needsSecondSource' | null {
  const { asked, seedBalls, fromFeed, agreeing, people } = question
  if (seedBalls !== null) return String(asked) === String(seedBalls) ? null : 'notTheSeed'
  return fromFeed && people < 2 && agreeing < 1 ? 'needsSecondSource' : null
}
