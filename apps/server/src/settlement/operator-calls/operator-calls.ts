import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type {
  drawConfirm,
  drawCorrect,
  drawEnter,
  gamePeriodQuery,
  gamePeriodVoid,
  orderVoid,
} from '@strata/contract/endpoints/settlement'
import { gameById } from '@strata/domain/games/catalogue'
import { logAction } from '../../access/audit-log/change-log.ts'
import type { LoggedChange } from '../../access/audit-log/store-log.ts'
import type { AccessContext } from '../../access/session/authorize.ts'
import type { Caller } from '../../access/session/caller.ts'
import { oncePerRequest } from '../../access/session/once-per-request.ts'
import { findPeriod, type PeriodRecord, resultInForce } from '../../games/periods/store-periods.ts'
import { correctResult, voidResult } from '../../games/results/change-result.ts'
import { confirmDraw, enterDraw } from '../../games/results/manual-draw.ts'
import type { PeriodDeps } from '../../games/results/put-result.ts'
import { manualEntries, pageOfPeriods, resultVersions } from '../../games/results/store-results.ts'
import type { Queryable, Tx } from '../../platform/db.ts'
import type { LiveHub } from '../../platform/live.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { listMerchantIds } from '../../tree/paths/store-merchants.ts'
import { HEAD_MERCHANT } from '../../tree/paths/store-paths.ts'
import { HEAD_PATH } from '../../tree/snapshot/merchant-snapshot.ts'
import { postDue } from '../settle/settle.ts'
import type { OnTouched } from '../settle/touched.ts'
import { merchantOfOrder } from './store-void.ts'
import { type OrderVoidAnswer, voidOrderIn } from './void-order.ts'

/** What operators do to periods and orders: enter, confirm and correct results, void. All of it is logged with its reason. */
export interface OperatorContext extends AccessContext, PeriodDeps {
  readonly live: LiveHub
  readonly onTouched: OnTouched
}

/** The void of an order may wait for the settlement of its period. */
const VOID_TIMEOUT_MS = 30_000
const MAX_ID = 2n ** 63n - 1n

type Named = { readonly gameId: number; readonly periodNo: string; readonly requestId?: string | undefined }
type Refused = { readonly refusal: string; readonly message?: string }

const refusalOf = (answer: Refused): Refusal =>
  answer.refusal === 'badResult'
    ? refuse('badParameter', answer.message === undefined ? {} : { message: answer.message })
    : refuse(answer.refusal as Refusal['name'])

const targetName = ({ gameId, periodNo }: Pick<PeriodRecord, 'gameId' | 'periodNo'>): string =>
  `${gameById(gameId)?.name ?? gameId} ${periodNo}`

const ballsText = (balls: readonly number[] | null): string | null => (balls === null ? null : balls.join(' '))

/**
 * One change of one period, once per requestId, in one transaction with its log entry. Refused in this order: notFound,
 * then what the change itself refuses.
 */
async function changePeriod<I extends Named>(
  context: OperatorContext,
  caller: Caller,
  input: I,
  change: {
    readonly action: string
    readonly run: (tx: Tx, period: PeriodRecord) => Promise<object | Refused>
    readonly log: (before: string | null) => readonly LoggedChange[]
  },
): Promise<null | Refusal> {
  const { requestId, ...content } = input
  const at = context.clock()
  const key = { accountId: caller.account.id, requestId, call: change.action, content, now: at }
  return oncePerRequest<null>(context.pool, key, async (tx) => {
    const period = await findPeriod(tx, input.gameId, input.periodNo)
    if (!period) return refuse('notFound')
    const before = ballsText(await resultInForce(tx, period))
    const answer = await change.run(tx, period)
    if ('refusal' in answer) return refusalOf(answer)
    const about = { pathId: HEAD_PATH, merchantId: HEAD_MERCHANT, targetName: targetName(period) }
    await logAction(tx, caller, { ...about, action: change.action, changes: change.log(before) }, at)
    return null
  })
}

const resultChange = (before: string | null, after: string | null): LoggedChange => ({
  field: 'result',
  label: '开奖号码',
  before,
  after,
})
const reasonChange = (reason: string): LoggedChange => ({ field: 'reason', label: '原因', before: null, after: reason })

/** draw/enter: the first of two operators. */
export const enterCall = (context: OperatorContext, caller: Caller, input: ParsedRequestOf<typeof drawEnter>) =>
  changePeriod(context, caller, input, {
    action: 'drawEnter',
    run: (tx, { id }) => enterDraw(tx, context, { periodId: id, result: input.result, operator: caller.account }),
    log: (before) => [resultChange(before, ballsText(input.result))],
  })

/** draw/confirm: the second operator types the same result, which puts it in force. */
export const confirmCall = (context: OperatorContext, caller: Caller, input: ParsedRequestOf<typeof drawConfirm>) =>
  changePeriod(context, caller, input, {
    action: 'drawConfirm',
    run: (tx, { id }) => confirmDraw(tx, context, { periodId: id, result: input.result, operator: caller.account }),
    log: (before) => [resultChange(before, ballsText(input.result))],
  })

/** draw/correct: another result instead of the one in force; everything settled by it is settled again. */
export const correctCall = (context: OperatorContext, caller: Caller, input: ParsedRequestOf<typeof drawCorrect>) =>
  changePeriod(context, caller, input, {
    action: 'drawCorrect',
    run: (tx, { id }) =>
      correctResult(tx, context, {
        periodId: id,
        version: input.version,
        result: input.result,
        source: 'manual',
        operator: caller.account.name,
        reason: input.reason,
      }),
    log: (before) => [resultChange(before, ballsText(input.result)), reasonChange(input.reason)],
  })

/** game/period/void: every bet of the period goes back. */
export const voidPeriodCall = (
  context: OperatorContext,
  caller: Caller,
  input: ParsedRequestOf<typeof gamePeriodVoid>,
) =>
  changePeriod(context, caller, input, {
    action: 'periodVoid',
    run: (tx, { id }) =>
      voidResult(tx, context, {
        periodId: id,
        version: input.version,
        source: 'manual',
        operator: caller.account.name,
        reason: input.reason,
      }),
    log: (before) => [resultChange(before, '作废'), reasonChange(input.reason)],
  })

/**
 * order/void: one order of any merchant, whatever the state of its period. Refused in this order: notFound, stateForbids (it
 * is void already).
 */
export async function voidOrderCall(
  context: OperatorContext,
  caller: Caller,
  input: ParsedRequestOf<typeof orderVoid>,
): Promise<null | Refusal> {
  const orderId = BigInt(input.orderNo)
  const { pool } = context
  const merchantId = orderId > MAX_ID ? undefined : await merchantOfOrder(pool, await listMerchantIds(pool), orderId)
  if (merchantId === undefined) return refuse('notFound')
  const { requestId, ...content } = input
  const at = context.clock()
  const who = { accountId: caller.account.id, requestId, call: 'orderVoid' }
  const order = { merchantId, orderId, reason: input.reason, operator: caller.account.name }
  let periodId: number | undefined
  const done = await oncePerRequest<null>(
    pool,
    { ...who, content, now: at, timeoutMs: VOID_TIMEOUT_MS },
    async (tx) => {
      const answer: OrderVoidAnswer = await voidOrderIn(tx, context, order, at)
      if ('refusal' in answer) return refuse(answer.refusal === 'notFound' ? 'notFound' : 'stateForbids')
      const about = { pathId: answer.bettor, merchantId, targetName: input.orderNo }
      const state = { field: 'state', label: '状态', before: '有效', after: '作废' }
      await logAction(tx, caller, { ...about, action: 'orderVoid', changes: [state, reasonChange(input.reason)] }, at)
      tx.afterCommit(() => {
        periodId = answer.periodId
      })
      return null
    },
  )
  // What a crash leaves here the sweep of settlements finds.
  if (periodId !== undefined) await postDue(context, merchantId, periodId)
  return done
}

type PeriodsAsked = ParsedRequestOf<typeof gamePeriodQuery>

/** game/period/query: a game's periods with every result they had and what waits to be confirmed; no stakes anywhere. */
export async function queryPeriods(
  { pool }: { readonly pool: Queryable },
  asked: PeriodsAsked,
): Promise<ResponseOf<typeof gamePeriodQuery>> {
  const { rows, total } = await pageOfPeriods(pool, {
    gameId: asked.gameId,
    state: asked.state ?? null,
    periodNo: asked.periodNo ?? null,
    from: asked.from ?? null,
    to: asked.to ?? null,
    by: asked.sortInfo?.columnName === 'periodNo' ? 'period_no' : 'draw_at',
    ascending: asked.sortInfo?.direction === 0,
    limit: asked.pageSize,
    offset: (asked.pageIndex - 1) * asked.pageSize,
  })
  const ids = rows.map((row) => row.id)
  const versions = Map.groupBy(await resultVersions(pool, ids), (one) => one.periodId)
  const entries = new Map((await manualEntries(pool, ids)).map((one) => [one.periodId, one]))
  const items = rows.map((row) => {
    const own = versions.get(row.id) ?? []
    const entry = row.result_version === 0 ? entries.get(row.id) : undefined
    return {
      gameId: asked.gameId,
      periodNo: row.period_no,
      state: row.state,
      openAt: Number(row.open_at),
      closeAt: Number(row.close_at),
      hedgeCloseAt: Number(row.hedge_close_at),
      drawAt: Number(row.draw_at),
      result: [...(own.at(-1)?.result ?? [])],
      resultVersion: row.result_version,
      versions: own.map(({ version, kind, result, at, operator: by, reason }) => {
        return { version, kind, result: [...result], at, by, reason }
      }),
      entered: entry ? { result: [...entry.result], by: entry.operator, at: entry.at } : null,
    }
  })
  return { items, total, pageIndex: asked.pageIndex, pageSize: asked.pageSize }
}
