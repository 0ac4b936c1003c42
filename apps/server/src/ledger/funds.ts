import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { agentRecovery, agentTransfer } from '@strata/contract/endpoints/ledger'
import type { MerchantId, PathId } from '@strata/domain/ids'
import { formatMoney, type Money, parseMoney, ZERO } from '@strata/domain/money'
import { ROLE } from '@strata/domain/tree'
import type { PathRef } from '../access/accounts.ts'
import { type Caller, changeOnce } from '../access/session.ts'
import { businessDay } from '../platform/business-day.ts'
import type { Tx } from '../platform/db.ts'
import type { LiveHub } from '../platform/live.ts'
import { badField, Refusal, refuse } from '../platform/refusal.ts'
import { HEAD_PATH, isOpenPath } from '../tree/paths.ts'
import { balanceInfo } from './balance.ts'
import { readWallets } from './store.ts'
import { recoverUp, type Transfer, type TransferRefusal, type TransferResult, transferDown } from './transfer.ts'
import type { PasswordContext, TransferPasswords } from './transfer-password.ts'

export interface FundsContext extends PasswordContext {
  readonly live: LiveHub
  /** One per process: it remembers proved passwords, and checks one guess at a time per account. */
  readonly passwords: TransferPasswords
}

type TransferRequest = ParsedRequestOf<typeof agentTransfer>
type RecoveryRequest = ParsedRequestOf<typeof agentRecovery>
type Answer = ResponseOf<typeof agentTransfer>

const REFUSALS = {
  noWallet: 'notFound',
  wrongFundMode: 'stateForbids',
  balanceTooLow: 'balanceTooLow',
} as const satisfies Record<Exclude<TransferRefusal, 'amountNotPositive'>, string>

export const amountOf = (text: string): Money => {
  const parsed = parseMoney(text)
  if (!parsed.ok) throw new Error(`amount ${text} passed the contract`)
  return parsed.value
}

/** The transfer between a caller's path and its direct child. */
export const transferBetween = (
  caller: Caller,
  child: { readonly id: PathId; readonly merchantId: MerchantId },
  money: { readonly kind: 'credit' | 'cash'; readonly remark?: string | undefined },
  at: number,
): Transfer => ({
  merchantId: child.merchantId,
  parentId: caller.path.id === HEAD_PATH ? null : caller.path.id,
  childId: child.id,
  kind: money.kind,
  head: {
    day: businessDay(at),
    at,
    operatorId: caller.account.id,
    operatorName: caller.account.name,
    ...(money.remark ? { remark: money.remark } : {}),
  },
})

/** Notifies the screens of both sides after commit. */
export async function announceBalances(
  tx: Tx,
  live: LiveHub,
  merchantId: MerchantId,
  pathIds: readonly (PathId | null)[],
): Promise<void> {
  const ids = pathIds.flatMap((id) => id ?? [])
  const wallets = await readWallets(tx, merchantId, ids)
  tx.afterCommit(() => {
    for (const id of ids) {
      const data = { pathId: id, ...balanceInfo(wallets.get(id)) }
      live.publish({ type: 'balance', merchantId, key: String(id), data })
    }
  })
}

/** Carries out one movement and returns both balances. The head has no wallet; its balance is 0. */
export async function moveFunds(
  tx: Tx,
  live: LiveHub,
  transfer: Transfer,
  move: (tx: Tx, transfer: Transfer) => Promise<TransferResult>,
): Promise<Answer | Refusal> {
  const moved = await move(tx, transfer)
  if ('refusal' in moved)
    return moved.refusal === 'amountNotPositive'
      ? badField('amount', '请输入大于0的金额')
      : refuse(REFUSALS[moved.refusal])
  // The wallet is locked now, so an upgrade that closes the path has either committed before or waits.
  if (!(await isOpenPath(tx, transfer.merchantId, transfer.childId))) return refuse('notFound')
  await announceBalances(tx, live, transfer.merchantId, [transfer.parentId, transfer.childId])
  return {
    transactionId: String(moved.transactionId),
    balance: formatMoney(moved.balance ?? ZERO),
    childBalance: formatMoney(moved.childBalance),
  }
}

/** Money moves only between a path and its direct child. A fly-order account has no wallet: it is settled outside. */
function childOf(caller: Caller, pathId: PathId): PathRef | Refusal {
  const target = caller.targets.get(pathId)
  if (!target) return refuse('notFound')
  const isChild = target.parentId === caller.path.id && target.role !== ROLE.flyOrder
  return isChild ? target : refuse('stateForbids')
}

type Move = (tx: Tx, transfer: Transfer) => Promise<TransferResult>

async function moveCall(
  context: FundsContext,
  caller: Caller,
  input: TransferRequest | RecoveryRequest,
  call: { readonly name: string; readonly move: Move; readonly merchantsOnly?: boolean },
): Promise<Answer | Refusal> {
  const child = childOf(caller, input.agentPathsId)
  if (child instanceof Refusal) return child
  if (call.merchantsOnly && child.role !== ROLE.merchant) return refuse('stateForbids')
  const { requestId, transferPassword, ...content } = input
  const key = { accountId: caller.account.id, requestId, call: call.name, content }
  const prepare = () => context.passwords.prove(caller.account.id, transferPassword)
  return changeOnce<undefined, Answer>(context, key, prepare, (tx, _proved, at) =>
    moveFunds(tx, context.live, transferBetween(caller, child, input, at), call.move),
  )
}

/** 上分: funds/agent/transfer, and funds/merchant/transfer from the head to a merchant. */
export const transferCall = (
  context: FundsContext,
  caller: Caller,
  input: TransferRequest,
  merchantsOnly: boolean,
): Promise<Answer | Refusal> =>
  moveCall(context, caller, input, {
    name: merchantsOnly ? 'funds/merchant/transfer' : 'funds/agent/transfer',
    merchantsOnly,
    move: (tx, transfer) => transferDown(tx, transfer, amountOf(input.amount)),
  })

/** 回收: funds/agent/recovery of a given sum, or of everything that can be taken back. */
export const recoveryCall = (
  context: FundsContext,
  caller: Caller,
  input: RecoveryRequest,
): Promise<Answer | Refusal> =>
  moveCall(context, caller, input, {
    name: 'funds/agent/recovery',
    move: (tx, transfer) => recoverUp(tx, transfer, input.amount === undefined ? 'all' : amountOf(input.amount)),
  })
