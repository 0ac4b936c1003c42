import type { ParsedRequestOf } from '@strata/contract/endpoint'
import type { proposalDecide, proposalWithdraw } from '@strata/contract/endpoints/proposals'
import type { drawConfirm } from '@strata/contract/endpoints/settlement'
import { PROPOSAL_STATE_WORDS, SECOND_PERSON_WORDS } from '@strata/contract/words'
import {
  type Decided,
  type Decision,
  type DecisionRefusal,
  decide,
  judgeWithdrawal,
} from '@strata/domain/games/proposals'
import type { MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import { type LoggedChange, logAction, operatorActs } from '../../access/audit-log.ts'
import { type Caller, oncePerRequest } from '../../access/session.ts'
import { findPeriod, lockPeriod, type PeriodRecord, readPeriod } from '../../games/periods.ts'
import { correctResult, judgeManualDraw, putManualDraw, voidResult } from '../../games/results.ts'
import type { Tx } from '../../platform/db.ts'
import { idOf } from '../../platform/ids.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { HEAD_MERCHANT } from '../../tree/merchants.ts'
import { HEAD_PATH } from '../../tree/paths.ts'
import { voidOrderIn } from '../operator-calls/void-order.ts'
import { postDue } from '../settle/settle.ts'
import {
  ballsText,
  kindChange,
  type OperatorContext,
  periodName,
  reasonChange,
  refusalOf,
  resultChange,
} from './context.ts'
import { endProposal, lockProposal, lockWaiting, periodOfProposal, type StoredProposal } from './store-proposals.ts'
import { tellChanged } from './tell-changed.ts'

/** The void of an order may wait for the settlement of its period. */
const VOID_TIMEOUT_MS = 30_000

const refusalOfDecision = (refusal: DecisionRefusal, { state }: StoredProposal): Refusal => {
  if (refusal === 'expired') return refuse('proposalOver', { state: '过期（24小时）' })
  if (refusal === 'notWaiting') return refuse('proposalOver', { state: PROPOSAL_STATE_WORDS[state].replace(/^已/, '') })
  if (refusal === 'needsBalls') return refuse('stateForbids')
  return refuse('secondPerson', { why: SECOND_PERSON_WORDS[refusal] })
}

interface Deciding {
  readonly tx: Tx
  readonly context: OperatorContext
  readonly caller: Caller
  readonly proposal: StoredProposal
  readonly period: PeriodRecord
  readonly at: number
}

interface Logged {
  readonly pathId: PathId
  readonly merchantId: MerchantId
  readonly targetName: string
  readonly action: string
  readonly changes: readonly LoggedChange[]
}

const aboutPeriod = (period: PeriodRecord) => ({
  pathId: HEAD_PATH,
  merchantId: HEAD_MERCHANT,
  targetName: periodName(period),
})

/** Who proposed and who decided, as results and voids name them. */
const namesOf = ({ proposer, proposerName }: StoredProposal, { account }: Caller): string =>
  proposer === account.id ? account.name : `${proposerName}、${account.name}`

/** Puts a result, a correction or the void of a period in force. */
async function applyToPeriod({ tx, context, caller, proposal, period }: Deciding): Promise<Logged | Refusal> {
  const { kind, version, balls, reason } = proposal
  const operator = namesOf(proposal, caller)
  const change = { periodId: period.id, version, source: 'manual', operator, reason }
  const about = aboutPeriod(period)
  const changes = (after: string | null) => [resultChange(ballsText(proposal.before), after), reasonChange(reason)]
  if (kind === 'periodVoid') {
    const done = await voidResult(tx, context, change)
    return 'refusal' in done ? refusalOf(done) : { ...about, action: 'periodVoid', changes: changes('作废') }
  }
  const result = must(balls, 'the balls of a proposal')
  const done =
    kind === 'result'
      ? await putManualDraw(tx, context, { periodId: period.id, result, operator })
      : await correctResult(tx, context, { ...change, result, people: context.fourEyes ? 2 : 1 })
  if ('refusal' in done) return refusalOf(done)
  const after = ballsText(result)
  return kind === 'result'
    ? { ...about, action: 'drawConfirm', changes: [resultChange(null, after)] }
    : { ...about, action: 'drawCorrect', changes: changes(after) }
}

/** Voids the order. What it owes wallets is posted after the commit; what a crash leaves there the sweep finds. */
async function applyToOrder({ tx, context, caller, proposal, at }: Deciding): Promise<Logged | Refusal> {
  const [merchantId, orderId] = [must(proposal.merchantId, 'the merchant'), must(proposal.orderId, 'the order')]
  const { reason } = proposal
  const order = { merchantId, orderId, reason, operator: namesOf(proposal, caller) }
  const answer = await voidOrderIn(tx, context, order, at)
  if ('refusal' in answer && answer.refusal === 'dayDropped') return refusalOf(answer)
  if ('refusal' in answer) return refuse(answer.refusal === 'notFound' ? 'notFound' : 'stateForbids')
  const about = { pathId: answer.bettor, merchantId, targetName: String(orderId) }
  const state = { field: 'state', label: '状态', before: '有效', after: '作废' }
  return { ...about, action: 'orderVoid', changes: [state, reasonChange(reason)] }
}

/**
 * Decides a held proposal in the caller's transaction. Refused in this order: proposalOver, secondPerson, then what the change
 * itself is refused for by now.
 */
async function decideIn(deciding: Deciding, answer: Decision['answer']): Promise<Decided['state'] | Refusal> {
  const { tx, context, caller, proposal, period, at } = deciding
  const { fourEyes } = context
  const acts = await operatorActs(tx)
  const decided = decide(proposal, { by: caller.account.id, now: at, acts, fourEyes, answer })
  if ('refusal' in decided) return refusalOfDecision(decided.refusal, proposal)
  const { state } = decided
  if (state === 'inForce') {
    const done = await (proposal.kind === 'orderVoid' ? applyToOrder(deciding) : applyToPeriod(deciding))
    if (done instanceof Refusal) return done
    await logAction(tx, caller, done, at)
  } else {
    const action = state === 'differed' ? 'drawDiffered' : 'proposalDecline'
    const targetName = proposal.orderId === null ? periodName(period) : String(proposal.orderId)
    const changes = [kindChange(proposal.kind)]
    await logAction(tx, caller, { ...aboutPeriod(period), targetName, action, changes }, at)
  }
  await endProposal(tx, proposal.id, { state, decider: caller.account.name, at })
  tellChanged(tx, context.live, period)
  await context.tellOperators(tx, {
    text: `${periodName(period)} ${textOf(proposal, state, caller.account.name)}`,
    gameId: period.gameId,
    at,
  })
  return state
}

const SUBJECTS = { result: '录入的结果', correction: '更正', periodVoid: '整期作废', orderVoid: '注单作废' } as const

function textOf({ kind, orderId, proposerName }: StoredProposal, state: Decided['state'], by: string): string {
  if (state === 'differed') return `${proposerName}与${by}两次录入的号码不一致，均已作废，请重新录入`
  const subject = `${proposerName}提出的${SUBJECTS[kind]}${orderId === null ? '' : ` ${orderId}`}`
  return state === 'inForce' ? `${subject}已由${by}复核生效` : `${subject}已被${by}拒绝`
}

/** draw/confirm: the second operator types the result, without having seen the first entry. */
export function confirmCall(
  context: OperatorContext,
  caller: Caller,
  input: ParsedRequestOf<typeof drawConfirm>,
): Promise<{ state: 'inForce' | 'differed' } | Refusal> {
  const { requestId, ...content } = input
  const at = context.clock()
  const key = { accountId: caller.account.id, requestId, call: 'drawConfirm', content, now: at }
  return oncePerRequest<{ state: 'inForce' | 'differed' }>(context.pool, key, async (tx) => {
    const named = await findPeriod(tx, input.gameId, input.periodNo)
    if (!named) return refuse('notFound')
    const judged = await judgeManualDraw(tx, context, { periodId: named.id, result: input.result })
    if ('refusal' in judged) return refusalOf(judged)
    const proposal = await lockWaiting(tx, { periodId: named.id, orderId: null })
    if (proposal?.kind !== 'result') return refuse('stateForbids')
    const deciding = { tx, context, caller, proposal, period: judged.period, at }
    const state = await decideIn(deciding, { balls: judged.balls })
    if (state instanceof Refusal) return state
    return { state: state === 'inForce' ? 'inForce' : 'differed' }
  })
}

/** proposal/decide: puts a correction or a void in force, or declines any proposal. */
export async function decideCall(
  context: OperatorContext,
  caller: Caller,
  input: ParsedRequestOf<typeof proposalDecide>,
): Promise<null | Refusal> {
  const { requestId, ...content } = input
  const at = context.clock()
  const who = { accountId: caller.account.id, requestId, call: 'proposalDecide' }
  let due: { readonly merchantId: MerchantId; readonly periodId: PeriodId } | undefined
  const done = await oncePerRequest<null>(
    context.pool,
    { ...who, content, now: at, timeoutMs: VOID_TIMEOUT_MS },
    async (tx) => {
      const proposal = await findHeld(tx, input.proposalId)
      if (!proposal) return refuse('notFound')
      const { merchantId, periodId } = proposal
      const period = must(await readPeriod(tx, periodId), 'the period of a proposal')
      const state = await decideIn({ tx, context, caller, proposal, period, at }, { approve: input.approve })
      if (state instanceof Refusal) return state
      if (state === 'inForce' && merchantId !== null)
        tx.afterCommit(() => {
          due = { merchantId, periodId }
        })
      return null
    },
  )
  if (due) await postDue(context, due.merchantId, due.periodId)
  return done
}

/** Locks the period before the proposal, as who proposes does. */
async function findHeld(tx: Tx, proposalId: string): Promise<StoredProposal | undefined> {
  const id = idOf(proposalId)
  const periodId = await periodOfProposal(tx, id)
  if (periodId !== undefined) await lockPeriod(tx, periodId)
  return lockProposal(tx, id)
}

/** proposal/withdraw: who proposed takes it back. */
export function withdrawCall(
  context: OperatorContext,
  caller: Caller,
  input: ParsedRequestOf<typeof proposalWithdraw>,
): Promise<null | Refusal> {
  const { requestId, ...content } = input
  const at = context.clock()
  const key = { accountId: caller.account.id, requestId, call: 'proposalWithdraw', content, now: at }
  return oncePerRequest<null>(context.pool, key, async (tx) => {
    const proposal = await findHeld(tx, input.proposalId)
    if (!proposal) return refuse('notFound')
    const refusal = judgeWithdrawal(proposal, { by: caller.account.id, now: at })
    if (refusal === 'notYours') return refuse('notYourProposal')
    if (refusal !== null) return refusalOfDecision(refusal, proposal)
    await endProposal(tx, proposal.id, { state: 'withdrawn', decider: '', at })
    const period = must(await readPeriod(tx, proposal.periodId), 'the period of a proposal')
    const changes = [kindChange(proposal.kind)]
    await logAction(tx, caller, { ...aboutPeriod(period), action: 'proposalWithdraw', changes }, at)
    tellChanged(tx, context.live, period)
    return null
  })
}
