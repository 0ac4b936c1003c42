import type { FLY_OUT_ERRORS } from '@strata/contract/endpoints/fly-outs'
import { gameById, playOf } from '@strata/domain/games/catalogue'
import { itemName } from '@strata/domain/games/item'
import type { GameId, MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { formatMoney, money } from '@strata/domain/money'
import { boardEvent } from '../../book/boards.ts'
import { moveExposures } from '../../book/exposures.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Pool, Tx } from '../../platform/db.ts'
import { nextId } from '../../platform/ids.ts'
import type { LiveHub } from '../../platform/live.ts'
import { lockMerchant } from '../../tree/merchants.ts'
import {
  closeMessage,
  type FlyOutRow,
  type FlyOutState,
  lockFlyOut,
  saveContradiction,
  saveState,
} from './store-fly-outs.ts'

export type FlyOutError = (typeof FLY_OUT_ERRORS)[number]

/** An alert to the owner about a fly-out that was not confirmed. */
export interface FlyOutAlert {
  readonly merchantId: MerchantId
  readonly pathId: PathId
  readonly kind: 'flyOutRejected' | 'flyOutUnknown' | 'flyOutCorrected' | 'flyOutContradicted'
  readonly text: string
  /** A key: the same key is announced only once. */
  readonly once: string
  readonly at: number
}

/** A fly-out that counts, but whose period was settled without it. */
export interface LateFlyOut {
  readonly merchantId: MerchantId
  readonly periodId: PeriodId
  readonly orderId: bigint
  readonly owner: PathId
  readonly at: number
}

export interface FlyOutDeps {
  readonly pool: Pool
  readonly live: LiveHub
  readonly clock: Clock
  /** Called in the transaction that changes the state. */
  readonly alert: (tx: Tx, alert: FlyOutAlert) => Promise<void>
  readonly addLate: (tx: Tx, late: LateFlyOut) => Promise<void>
}

/** `unknown`: no answer until hedgeCloseAt. */
export type Verdict =
  | { readonly kind: 'accepted'; readonly externalNo: string }
  | { readonly kind: 'rejected'; readonly error: FlyOutError | null }
  | { readonly kind: 'unknown'; readonly error: FlyOutError }

const ALERTS = {
  rejected: { kind: 'flyOutRejected', what: '放飞被拒' },
  unknown: { kind: 'flyOutUnknown', what: '放飞到截止仍无回复' },
  corrected: { kind: 'flyOutCorrected', what: '放飞在结算后才确认，已作更正' },
} as const

/** "六合彩 2026120期 特码A 07 500" */
function nameOf(row: FlyOutRow): string {
  const game = gameById(row.game_id)
  const play = game && playOf(game.code, row.play)
  const name = play ? `${play.name} ${itemName(play, row.item)}` : row.item
  return `${game?.name ?? ''} ${row.period_no}期 ${name} ${formatMoney(money(row.stake))}`
}

function alertOf(merchantId: MerchantId, row: FlyOutRow, state: keyof typeof ALERTS, at: number): FlyOutAlert {
  const { kind, what } = ALERTS[state]
  return {
    merchantId,
    pathId: row.owner,
    kind,
    text: `${nameOf(row)}：${what}`,
    // A book that rejects all day gives one alert per item.
    once: state === 'rejected' ? `${kind} ${row.period_id} ${row.play} ${row.item}` : `${kind} ${row.order_id}`,
    at,
  }
}

interface Told {
  readonly order_id: bigint
  readonly owner: PathId
  readonly game_id: GameId
  readonly period_no: string
  readonly stake: bigint
}

/** Notifies the owner's list of fly-outs. `batch` makes each event about an order different. */
export function tellOwner(live: LiveHub, merchantId: MerchantId, order: Told, at: number, batch = nextId()): void {
  const { order_id: id, owner: pathId, game_id: gameId, period_no: periodNo } = order
  const amount = formatMoney(money(order.stake))
  const data = { pathId, gameId, periodNo, kind: 'flyout', count: 1, amount, direction: 'out', at }
  live.publish({ type: 'order', merchantId, key: `${id} ${batch}`, data })
}

/** Notifies the boards of owner and fly-order account, and the owner's list. */
function tell(
  tx: Tx,
  deps: FlyOutDeps,
  row: FlyOutRow,
  {
    merchantId,
    paths,
    at,
  }: { readonly merchantId: MerchantId; readonly paths: readonly PathId[]; readonly at: number },
): void {
  const { game_id: gameId, period_no: periodNo, period_id: periodId } = row
  const groupId = playOf(gameById(gameId)?.code ?? '', row.play)?.groupId
  const groupIds = groupId === undefined ? [] : [groupId]
  const batch = nextId()
  tx.afterCommit(() => {
    for (const pathId of paths)
      deps.live.publish(boardEvent({ merchantId, pathId, periodId, gameId, periodNo, groupIds, batch, at }))
    tellOwner(deps.live, merchantId, row, at, batch)
  })
}

/**
 * Changes the state of a fly-out. Its exposures change with it, and a settled period gets the difference. `isAsked`:
 * continue to ask the book, because a person decided without it and it may still answer otherwise.
 */
export async function changeState(
  tx: Tx,
  deps: FlyOutDeps,
  merchantId: MerchantId,
  row: FlyOutRow,
  to: {
    readonly state: FlyOutState
    readonly externalNo?: string
    readonly error: FlyOutError | null
    readonly isAsked?: boolean
  },
): Promise<void> {
  const at = deps.clock()
  const { order_id: orderId, period_id: periodId, day, owner } = row
  const state = to.state === 'confirmed' && row.settled ? 'corrected' : to.state
  const paths = await moveExposures(tx, { merchantId, periodId, day, orderId, batch: nextId() }, () =>
    saveState(tx, merchantId, orderId, { ...to, state, at }),
  )
  if (state !== 'unknown' && !to.isAsked) await closeMessage(tx, merchantId, orderId, to.error)
  if (state === 'corrected') await deps.addLate(tx, { merchantId, periodId, orderId, owner, at })
  if (state === 'rejected' || state === 'unknown' || state === 'corrected')
    await deps.alert(tx, alertOf(merchantId, row, state, at))
  tell(tx, deps, row, { merchantId, paths, at })
}

const DECIDED = { accepted: '人工已确认', rejected: '人工已拒绝' } as const
/** The Chinese text of a book's answer. */
export const SAID = { accepted: '已接单', rejected: '未接单' } as const
const isConfirmed = (state: FlyOutState): boolean => state === 'confirmed' || state === 'corrected'

/**
 * Handles an answer about an order that a person has decided meanwhile. It ends the asking. A different answer marks
 * the order and alerts its owner, because the books then differ from what the outside book owes. Only a person may
 * change the state.
 */
async function compareAnswer(
  tx: Tx,
  deps: FlyOutDeps,
  merchantId: MerchantId,
  row: FlyOutRow,
  verdict: Exclude<Verdict, { readonly kind: 'unknown' }>,
): Promise<boolean> {
  const orderId = row.order_id
  const decided = isConfirmed(row.state) ? 'accepted' : 'rejected'
  const externalNo = verdict.kind === 'accepted' ? verdict.externalNo : ''
  if (decided !== verdict.kind) await saveContradiction(tx, merchantId, orderId, { state: verdict.kind, externalNo })
  await closeMessage(tx, merchantId, orderId, verdict.kind === 'accepted' ? null : verdict.error)
  if (decided === verdict.kind) return false
  const at = deps.clock()
  const number = externalNo === '' ? '' : `，外部单号 ${externalNo}`
  const said = `外部盘 ${row.book_name ?? ''} 随后回复${SAID[verdict.kind]}${number}，请核对`
  await deps.alert(tx, {
    merchantId,
    pathId: row.owner,
    kind: 'flyOutContradicted',
    text: `${nameOf(row)}（注单 ${orderId}）：${DECIDED[decided]}，${said}`,
    once: `flyOutContradicted ${orderId}`,
    at,
  })
  tell(tx, deps, row, { merchantId, paths: [], at })
  return true
}

/**
 * Handles the answer of an outside book. The first final answer counts; later ones change nothing. An answer about an
 * order that a person has decided is only compared. Returns whether the answer counted.
 */
export async function takeAnswer(
  tx: Tx,
  deps: FlyOutDeps,
  of: { readonly merchantId: MerchantId; readonly orderId: bigint },
  verdict: Verdict,
): Promise<boolean> {
  const { merchantId, orderId } = of
  await lockMerchant(tx, merchantId)
  const row = await lockFlyOut(tx, merchantId, orderId)
  if (!row) return false
  if (row.state !== 'pending' && row.state !== 'unknown') {
    if (!row.is_asked || verdict.kind === 'unknown') return false
    return compareAnswer(tx, deps, merchantId, row, verdict)
  }
  if (verdict.kind === 'unknown') {
    if (row.state === 'pending')
      await changeState(tx, deps, merchantId, row, { state: 'unknown', error: verdict.error })
    return row.state === 'pending'
  }
  const to =
    verdict.kind === 'accepted'
      ? ({ state: 'confirmed', externalNo: verdict.externalNo, error: null } as const)
      : ({ state: 'rejected', error: verdict.error } as const)
  await changeState(tx, deps, merchantId, row, to)
  return true
}
