import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import {
  FLY_OUT_ERRORS,
  type flyOutOrderConfirm,
  type flyOutOrderQuery,
  type flyOutOrderResend,
} from '@strata/contract/endpoints/fly-outs'
import { FLY_OUT_STATE_WORDS } from '@strata/contract/words'
import { addDays, type Day } from '@strata/domain/calendar'
import { gameById, playOf } from '@strata/domain/games/catalogue'
import { itemName } from '@strata/domain/games/item'
import { formatQuote } from '@strata/domain/games/price'
import type { MerchantId } from '@strata/domain/ids'
import { formatMoney, money, type Odds } from '@strata/domain/money'
import type { LoggedChange } from '../../access/audit-log.ts'
import { type Caller, oncePerRequest } from '../../access/session.ts'
import { lastDroppedOf, periodsOfNumber } from '../../games/periods.ts'
import type { Queryable, Tx } from '../../platform/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { listMerchantIds, lockMerchant } from '../../tree/merchants.ts'
import { HEAD_PATH } from '../../tree/paths.ts'
import { occasionOf, recordChange } from '../../tree/terms.ts'
import { changeState, type FlyOutDeps } from './fly-out-answer.ts'
import {
  type FlyOutRow,
  type FlyOutState,
  flyOutPage,
  type ListedFlyOut,
  lockFlyOut,
  merchantOfFlyOut,
  sendMessageNow,
} from './store-fly-outs.ts'

type ListRequest = ParsedRequestOf<typeof flyOutOrderQuery>
type ListAnswer = ResponseOf<typeof flyOutOrderQuery>
type Decision = ParsedRequestOf<typeof flyOutOrderConfirm>
type ResendRequest = ParsedRequestOf<typeof flyOutOrderResend>
type Wanted = 'confirmed' | 'rejected'

interface Decidable {
  readonly connector: 'record' | 'http'
  readonly state: FlyOutState
  readonly draw_at: bigint
  readonly settled: boolean
  readonly is_void: boolean
  readonly contradicted: 'accepted' | 'rejected' | null
}

/**
 * What a person may decide. For a `record` account: both ways until the draw. For an outside book: only orders it had
 * not answered by hedgeCloseAt, however late, and again when the book then answered otherwise. What was settled as
 * confirmed stays.
 */
export function mayDecide(row: Decidable, wanted: Wanted, now: number): boolean {
  if (row.is_void || row.state === wanted) return false
  if (row.connector === 'http') {
    if (row.state === 'unknown') return true
    return wanted === 'confirmed' ? row.contradicted === 'accepted' : row.contradicted === 'rejected' && !row.settled
  }
  return !row.settled && now < Number(row.draw_at)
}

const mayResend = (row: Decidable): boolean =>
  row.connector === 'http' && !row.is_void && (row.state === 'pending' || row.state === 'unknown')

const isError = (text: string | null): text is (typeof FLY_OUT_ERRORS)[number] =>
  FLY_OUT_ERRORS.some((error) => error === text)

function onWire(row: ListedFlyOut, now: number): ListAnswer['items'][number] {
  const game = gameById(row.game_id)
  const play = game && playOf(game.code, row.play)
  const quote = (row.odds_tiers ?? [row.odds]) as Odds[]
  return {
    id: String(row.order_id),
    at: Number(row.at),
    gameId: row.game_id,
    periodNo: row.period_no,
    playCode: row.play,
    itemCode: row.item,
    itemName: play ? itemName(play, row.item) : row.item,
    amount: formatMoney(money(row.stake)),
    odds: play ? formatQuote(play, row.item, quote) : '0',
    pilotId: row.pilot,
    pilotName: row.account_name,
    connector: row.connector,
    state: row.state,
    externalNo: row.external_no,
    attempts: row.attempts,
    lastError: isError(row.last_error) ? row.last_error : null,
    contradicted: row.contradicted,
    mayConfirm: mayDecide(row, 'confirmed', now),
    mayReject: mayDecide(row, 'rejected', now),
    mayResend: mayResend(row),
  }
}

/** A number is one period of each game at most. */
const MAX_PERIODS = 16

/** The last of the days asked for, or of the period's day, whose single orders are no longer stored. */
export async function lastGone(
  on: Queryable,
  { from, to, periodNo, gameId }: Pick<ListRequest, 'from' | 'to' | 'periodNo' | 'gameId'>,
): Promise<Day | null> {
  if (periodNo === undefined) return lastDroppedOf(on, { from, to })
  const days = (await periodsOfNumber(on, periodNo, gameId ?? null, MAX_PERIODS)).map(({ day }) => day).toSorted()
  return days.length === 0 ? null : lastDroppedOf(on, { from: days[0], to: days.at(-1) })
}

/** pilot-out/order/query: the caller's own fly-outs; for the head those of all merchants. */
export async function queryFlyOutOrders(
  deps: { readonly pool: Queryable; readonly clock: () => number },
  caller: Caller,
  input: ListRequest,
): Promise<ListAnswer> {
  const { pageIndex, pageSize, sortInfo } = input
  const owner = caller.path.id
  const gone = await lastDroppedOf(deps.pool, {})
  const stored = gone === null ? undefined : addDays(gone, 1)
  const filter = {
    merchantIds: owner === HEAD_PATH ? await listMerchantIds(deps.pool) : [caller.merchantId],
    owner,
    gameId: input.gameId ?? null,
    periodNo: input.periodNo ?? null,
    state: input.state ?? null,
    flyOutAccount: input.pilotId ?? null,
    from:
      [input.from, stored]
        .filter((day) => day !== undefined)
        .toSorted()
        .at(-1) ?? null,
    to: input.to ?? null,
  }
  const found = await flyOutPage(deps.pool, filter, {
    sort: sortInfo?.columnName ?? 'at',
    descending: sortInfo?.direction !== 0,
    limit: pageSize,
    offset: (pageIndex - 1) * pageSize,
  })
  const now = deps.clock()
  const items = found.items.map((row) => onWire(row, now))
  const notStored = await lastGone(deps.pool, input)
  return {
    items,
    total: found.total,
    ...(found.more ? { more: true } : {}),
    pageIndex,
    pageSize,
    ...(notStored === null ? {} : { notStored }),
  }
}

/** Locks and reads the caller's fly-out. Fly-outs of others are not found. */
async function lockOwn(
  tx: Tx,
  caller: Caller,
  id: string,
): Promise<{ merchantId: MerchantId; row: FlyOutRow } | undefined> {
  const owner = caller.path.id
  const orderId = BigInt(id)
  if (orderId >= 2n ** 63n) return undefined
  const merchantId = owner === HEAD_PATH ? await merchantOfFlyOut(tx, owner, orderId) : caller.merchantId
  if (merchantId === undefined) return undefined
  await lockMerchant(tx, merchantId)
  const row = await lockFlyOut(tx, merchantId, orderId)
  return row?.owner === owner ? { merchantId, row } : undefined
}

/** pilot-out/order/confirm and reject. Refused: notFound, stateForbids. */
export function decideFlyOut(
  deps: FlyOutDeps,
  caller: Caller,
  input: Decision,
  wanted: Wanted,
): Promise<null | Refusal> {
  const { requestId, ...content } = input
  const at = deps.clock()
  const key = { accountId: caller.account.id, requestId, call: `pilot-out/order/${wanted}`, content, now: at }
  return oncePerRequest<null>(deps.pool, key, async (tx) => {
    const own = await lockOwn(tx, caller, input.id)
    if (!own) return refuse('notFound')
    const { merchantId, row } = own
    if (!mayDecide(row, wanted, at)) return refuse('stateForbids')
    const { externalNo, reason } = input
    const error = wanted === 'rejected' && row.connector === 'http' ? 'refused' : null
    await changeState(tx, deps, merchantId, row, {
      state: wanted,
      error,
      isAsked: row.state === 'unknown',
      ...(externalNo === undefined ? {} : { externalNo }),
    })
    const changes: LoggedChange[] = [
      {
        field: 'state',
        label: `放飞注单 ${input.id}`,
        before: FLY_OUT_STATE_WORDS[row.state],
        after: FLY_OUT_STATE_WORDS[wanted],
      },
      ...(externalNo ? [{ field: 'externalNo', label: '外部单号', before: null, after: externalNo }] : []),
      ...(reason ? [{ field: 'reason', label: '原因', before: null, after: reason }] : []),
    ]
    const path = { id: caller.path.id, merchantId: caller.merchantId, name: caller.path.name }
    await recordChange(tx, path, occasionOf(caller, at), 'flyOutDecision', changes)
    return null
  })
}

/**
 * pilot-out/order/resend: makes the next attempt due now. The book knows the order by its key, so it is never placed
 * twice.
 */
export function resendFlyOut(
  deps: FlyOutDeps & { readonly onFlyOut?: (merchantId: MerchantId) => void },
  caller: Caller,
  input: ResendRequest,
): Promise<null | Refusal> {
  const { requestId, ...content } = input
  const at = deps.clock()
  const key = { accountId: caller.account.id, requestId, call: 'pilot-out/order/resend', content, now: at }
  return oncePerRequest<null>(deps.pool, key, async (tx) => {
    const own = await lockOwn(tx, caller, input.id)
    if (!own) return refuse('notFound')
    const { merchantId, row } = own
    if (!mayResend(row) || !(await sendMessageNow(tx, merchantId, row.order_id, at))) return refuse('stateForbids')
    const path = { id: caller.path.id, merchantId: caller.merchantId, name: caller.path.name }
    const resent = {
      field: 'resend',
      label: `放飞注单 ${input.id}`,
      before: FLY_OUT_STATE_WORDS[row.state],
      after: '重发',
    }
    await recordChange(tx, path, occasionOf(caller, at), 'flyOutResend', [resent])
    tx.afterCommit(() => deps.onFlyOut?.(merchantId))
    return null
  })
}
