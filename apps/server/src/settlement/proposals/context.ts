import { PROPOSAL_KIND_WORDS } from '@strata/contract/words'
import { gameById } from '@strata/domain/games/catalogue'
import type { ProposalKind } from '@strata/domain/games/proposals'
import type { GameId } from '@strata/domain/ids'
import type { LoggedChange } from '../../access/audit-log.ts'
import type { AccessContext } from '../../access/session.ts'
import type { PeriodRecord } from '../../games/periods.ts'
import type { PeriodDeps } from '../../games/results.ts'
import type { Tx } from '../../platform/db.ts'
import type { LiveHub } from '../../platform/live.ts'
import { badField, type Refusal, type RuleRefusal, refuse } from '../../platform/refusal.ts'
import type { OnTouched } from '../settle/touched.ts'

/** What operators should hear about a proposal: each has the head's path. */
export interface ToldProposal {
  readonly text: string
  readonly gameId: GameId
  readonly at: number
}

/** What operators do to periods and orders: propose results, corrections and voids, and decide them. */
export interface OperatorContext extends AccessContext, PeriodDeps {
  readonly live: LiveHub
  readonly onTouched: OnTouched
  /** Off: one operator may decide alone. */
  readonly fourEyes: boolean
  /** Raises an alert for the operators; belongs to a later room. */
  readonly tellOperators: (tx: Tx, told: ToldProposal) => Promise<void>
}

type Refused = { readonly refusal: string; readonly message?: string; readonly day?: string }

/** A refusal of the games room as the wire has it. */
export const refusalOf = (answer: Refused): Refusal =>
  answer.refusal === 'badResult'
    ? badField('result', answer.message ?? '号码不符合规则')
    : refuse(answer.refusal as RuleRefusal, answer.day === undefined ? {} : { day: answer.day })

export const periodName = ({ gameId, periodNo }: Pick<PeriodRecord, 'gameId' | 'periodNo'>): string =>
  `${gameById(gameId)?.name ?? gameId} ${periodNo}`

export const ballsText = (balls: readonly number[] | null): string | null => (balls === null ? null : balls.join(' '))

export const resultChange = (before: string | null, after: string | null): LoggedChange => ({
  field: 'result',
  label: '开奖号码',
  before,
  after,
})
export const reasonChange = (reason: string): LoggedChange => ({
  field: 'reason',
  label: '原因',
  before: null,
  after: reason,
})
export const kindChange = (kind: ProposalKind): LoggedChange => ({
  field: 'proposal',
  label: '提案',
  before: null,
  after: PROPOSAL_KIND_WORDS[kind],
})
