import type { ParsedRequestOf } from '@strata/contract/endpoint'
import type { drawCorrect, drawEnter, gamePeriodVoid, orderVoid } from '@strata/contract/endpoints/settlement'
import { PROPOSAL_KIND_WORDS } from '@strata/contract/words'
import { expiresAt, stateAt } from '@strata/domain/games/proposals'
import type { GameId, MerchantId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import { type LoggedChange, logAction } from '../../access/audit-log.ts'
import { type Caller, oncePerRequest } from '../../access/session.ts'
import { findOrder, isVoid, merchantOfOrder } from '../../book/orders.ts'
import {
  findPeriod,
  isClosedForGood,
  lastDroppedDay,
  type PeriodRecord,
  readPeriod,
  resultInForce,
} from '../../games/periods.ts'
import { judgeCorrected, judgeManualDraw, judgeVoid } from '../../games/results.ts'
import { businessDay } from '../../platform/business-day.ts'
import type { Queryable, Tx } from '../../platform/db.ts'
import { idMs, idOf, nextId } from '../../platform/ids.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { HEAD_MERCHANT, listMerchantIds } from '../../tree/merchants.ts'
import { HEAD_PATH } from '../../tree/paths.ts'
import {
  ballsText,
  kindChange,
  type OperatorContext,
  periodName,
  reasonChange,
  refusalOf,
  resultChange,
} from './context.ts'
import { endProposal, insertProposal, lockWaiting, type NewProposal } from './store-proposals.ts'
import { tellChanged } from './tell-changed.ts'

/** What the wire answers to a proposal. */
export interface Proposed {
  readonly proposalId: string
  readonly expiresAt: number
}

type Content = Pick<NewProposal, 'kind' | 'merchantId' | 'orderId' | 'version' | 'balls' | 'reason'>

/**
 * Notes a proposal in the caller's transaction. An earlier one of the same kind by the same operator is replaced, one whose
 * time is over makes room; any other refuses it.
 */
async function note(
  tx: Tx,
  { live }: Pick<OperatorContext, 'live'>,
  { account }: Pick<Caller, 'account'>,
  of: { readonly period: PeriodRecord; readonly content: Content; readonly at: number },
): Promise<Proposed | Refusal> {
  const { period, content, at } = of
  const waiting = await lockWaiting(tx, { periodId: period.id, orderId: content.orderId })
  if (waiting) {
    const isOver = stateAt(waiting, at) === 'expired'
    const isOwn = waiting.proposer === account.id && waiting.kind === content.kind
    if (!isOver && !isOwn)
      return refuse('proposalWaiting', { by: waiting.proposerName, kind: PROPOSAL_KIND_WORDS[waiting.kind] })
    await endProposal(tx, waiting.id, { state: isOver ? 'expired' : 'withdrawn', decider: '', at })
  }
  const id = nextId()
  const before = await resultInForce(tx, period)
  const person = { proposer: account.id, proposerName: account.name, at }
  const added = await insertProposal(tx, { id, periodId: period.id, before, ...content, ...person })
  // Two operators at the same moment: the other one's is there now.
  if (!added) return refuse('changed')
  tellChanged(tx, live, period)
  return { proposalId: String(id), expiresAt: expiresAt({ at }) }
}

type Named = { readonly gameId: GameId; readonly periodNo: string; readonly requestId?: string | undefined }

/**
 * One proposal about a period, once per requestId, in one transaction with its log entry. Refused in this order: notFound,
 * what the change itself would be refused for, proposalWaiting.
 */
async function proposeForPeriod<I extends Named>(
  context: OperatorContext,
  caller: Caller,
  input: I,
  of: {
    readonly call: string
    readonly judge: (tx: Tx, period: PeriodRecord) => Promise<object | { readonly refusal: string }>
    readonly content: Omit<Content, 'merchantId' | 'orderId'>
    readonly log: (before: string | null) => readonly LoggedChange[]
  },
): Promise<Proposed | Refusal> {
  const { requestId, ...content } = input
  const at = context.clock()
  const key = { accountId: caller.account.id, requestId, call: of.call, content, now: at }
  return oncePerRequest<Proposed>(context.pool, key, async (tx) => {
    const period = await findPeriod(tx, input.gameId, input.periodNo)
    if (!period) return refuse('notFound')
    const judged = await of.judge(tx, period)
    if ('refusal' in judged) return refusalOf(judged)
    const proposed = await note(tx, context, caller, {
      period,
      content: { ...of.content, merchantId: null, orderId: null },
      at,
    })
    if (proposed instanceof Refusal) return proposed
    const about = { pathId: HEAD_PATH, merchantId: HEAD_MERCHANT, targetName: periodName(period) }
    const changes = [kindChange(of.content.kind), ...of.log(ballsText(await resultInForce(tx, period)))]
    await logAction(tx, caller, { ...about, action: 'proposal', changes }, at)
    return proposed
  })
}

/** draw/enter: the first of two entries. Its balls are in no log and no list until the second one is there. */
export const enterCall = (context: OperatorContext, caller: Caller, input: ParsedRequestOf<typeof drawEnter>) =>
  proposeForPeriod(context, caller, input, {
    call: 'drawEnter',
    judge: (tx, { id }) => judgeManualDraw(tx, context, { periodId: id, result: input.result }),
    content: { kind: 'result', version: 0, balls: input.result, reason: '' },
    log: () => [],
  })

/** draw/correct: another result instead of the one in force. */
export const correctCall = (context: OperatorContext, caller: Caller, input: ParsedRequestOf<typeof drawCorrect>) =>
  proposeForPeriod(context, caller, input, {
    call: 'drawCorrect',
    judge: (tx, { id }) =>
      judgeCorrected(tx, context, {
        periodId: id,
        version: input.version,
        result: input.result,
        people: context.fourEyes ? 2 : 1,
      }),
    content: { kind: 'correction', version: input.version, balls: input.result, reason: input.reason },
    log: (before) => [resultChange(before, ballsText(input.result)), reasonChange(input.reason)],
  })

/** game/period/void: every bet of the period goes back. */
export const voidPeriodCall = (
  context: OperatorContext,
  caller: Caller,
  input: ParsedRequestOf<typeof gamePeriodVoid>,
) =>
  proposeForPeriod(context, caller, input, {
    call: 'periodVoid',
    judge: (tx, { id }) => judgeVoid(tx, { periodId: id, version: input.version }),
    content: { kind: 'periodVoid', version: input.version, balls: null, reason: input.reason },
    log: (before) => [resultChange(before, '作废'), reasonChange(input.reason)],
  })

/** The merchant of an order of any merchant; undefined: there is no such order. */
export async function merchantOf(on: Queryable, orderId: bigint): Promise<MerchantId | undefined> {
  return merchantOfOrder(on, await listMerchantIds(on), orderId)
}

/** An order of a day whose single orders are no longer stored is told apart from one that never was. */
async function refusalOfUnknown(on: Queryable, orderId: bigint): Promise<Refusal> {
  const through = await lastDroppedDay(on)
  return through !== null && businessDay(idMs(orderId)) <= through
    ? refuse('orderNotStored', { through })
    : refuse('notFound')
}

/**
 * order/void: one order of any merchant, whatever the state of its period. Refused in this order: notFound or orderNotStored,
 * stateForbids (it is void already), dayDropped, proposalWaiting.
 */
export async function voidOrderCall(
  context: OperatorContext,
  caller: Caller,
  input: ParsedRequestOf<typeof orderVoid>,
): Promise<Proposed | Refusal> {
  const orderId = idOf(input.orderNo)
  const merchantId = await merchantOf(context.pool, orderId)
  if (merchantId === undefined) return refusalOfUnknown(context.pool, orderId)
  const { requestId, ...asked } = input
  const at = context.clock()
  const key = { accountId: caller.account.id, requestId, call: 'orderVoid', content: asked, now: at }
  return oncePerRequest<Proposed>(context.pool, key, async (tx) => {
    const order = await findOrder(tx, merchantId, orderId)
    if (!order) return refuse('notFound')
    if (await isVoid(tx, merchantId, orderId)) return refuse('stateForbids')
    const period = must(await readPeriod(tx, order.periodId), 'the period of an order')
    if (await isClosedForGood(tx, period.day)) return refuse('dayDropped', { day: period.day })
    const { reason } = input
    const subject = { merchantId, orderId, version: period.resultVersion }
    const proposed = await note(tx, context, caller, {
      period,
      content: { kind: 'orderVoid', ...subject, balls: null, reason },
      at,
    })
    if (proposed instanceof Refusal) return proposed
    const about = { pathId: HEAD_PATH, merchantId: HEAD_MERCHANT, targetName: input.orderNo }
    const changes = [kindChange('orderVoid'), reasonChange(reason)]
    await logAction(tx, caller, { ...about, action: 'proposal', changes }, at)
    return proposed
  })
}
