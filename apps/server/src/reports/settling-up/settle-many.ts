import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { settlingUpSetMany } from '@strata/contract/endpoints/settling-up'
import { formatMoney, type Money, parseMoney } from '@strata/domain/money'
import { type AccessContext, type Caller, changeOnce } from '../../access/session.ts'
import type { TransferPasswords } from '../../ledger/transfer-password.ts'
import type { Tx } from '../../platform/db.ts'
import { badField, Refusal, refuse } from '../../platform/refusal.ts'
import {
  type Child,
  directChild,
  dueSum,
  isOpenRange,
  lockedDue,
  OPEN_RANGE,
  sideOf,
  writeMark,
} from './settling-up.ts'
import type { ChildDay, MarkingSide } from './store-settling-up.ts'

type Request = ParsedRequestOf<typeof settlingUpSetMany>
type Answer = ResponseOf<typeof settlingUpSetMany>

/** One child of the request with what is due now. */
interface Asked {
  readonly child: Child
  readonly amount: string
  readonly due: readonly ChildDay[]
}

const text = (amount: bigint): string => formatMoney(amount as Money)

/** Days are locked child by child in one order, so that two calls with the same children cannot wait for each other. */
const byChild = (one: Pick<Asked, 'child'>, other: Pick<Asked, 'child'>): number =>
  one.child.merchantId - other.child.merchantId || one.child.id - other.child.id

const hasMoved = ({ amount, due }: Asked): boolean => {
  const asked = parseMoney(amount)
  return due.length === 0 || !asked.ok || asked.value !== dueSum(due)
}

const shown = ({ child, due }: Asked) => ({
  agentPathsId: child.id,
  accountName: child.name,
  amount: text(dueSum(due)),
  days: due.length,
})

const childrenOf = (caller: Caller, request: Request): Omit<Asked, 'due'>[] | Refusal => {
  const found: Omit<Asked, 'due'>[] = []
  for (const { agentPathsId, amount } of request.items) {
    const child = directChild(caller, agentPathsId)
    if (child instanceof Refusal) return child
    found.push({ child, amount })
  }
  return found.toSorted(byChild)
}

const markAll = async (
  tx: Tx,
  side: MarkingSide,
  asked: readonly Omit<Asked, 'due'>[],
  by: { readonly caller: Caller; readonly request: Request; readonly at: number },
): Promise<Answer | Refusal> => {
  const { caller, request, at } = by
  const found: Asked[] = []
  for (const one of asked) found.push({ ...one, due: await lockedDue(tx, side, one.child, request) })
  const moved = found.filter(hasMoved)
  if (moved.length > 0) return refuse('changed', {}, { items: moved.map(shown) })
  const items: Answer['items'] = []
  for (const one of found) {
    const marking = { caller, side, child: one.child, range: request, note: request.note ?? '', at }
    const id = await writeMark(tx, marking, one.due)
    items.push({ ...shown(one), id: id.toString() })
  }
  return { items, amount: text(found.reduce((sum, { due }) => sum + dueSum(due), 0n)) }
}

/**
 * Marks several direct children in one transaction (docs/decisions/0115). Refused in this order: not a direct child, a
 * range that includes today, the transfer password, an amount other than the user saw.
 */
export const settleMany = (
  context: AccessContext & { readonly passwords: TransferPasswords },
  caller: Caller,
  request: Request,
): Promise<Answer | Refusal> => {
  const { requestId, transferPassword, ...content } = request
  const key = { accountId: caller.account.id, requestId, call: 'reports.settlingUpSetMany', content }
  const prepare = async () => {
    const side = await sideOf(context.pool, caller)
    if (side instanceof Refusal) return side
    const asked = childrenOf(caller, request)
    if (asked instanceof Refusal) return asked
    if (isOpenRange(request, context.clock())) return badField('to', OPEN_RANGE)
    const wrong = await context.passwords.prove(caller.account.id, transferPassword)
    return wrong ?? { side, asked }
  }
  return changeOnce(context, key, prepare, (tx, { side, asked }, at) =>
    markAll(tx, side, asked, { caller, request, at }),
  )
}
