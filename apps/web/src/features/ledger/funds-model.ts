import { decimalMoneyProblem } from '@strata/contract/rules'
import { recoverable } from '@strata/domain/ledger'
import { add, displayMoney, formatMoney, type Money, neg, parseAmountTyped } from '@strata/domain/money'
import { readAmount } from '../../lib/amount.ts'
import { ledgerText } from '../../text/zh-CN/rooms/ledger.ts'

export type Move = 'transfer' | 'recover'

/** Balances of both sides; null: a side without a wallet (the head), which has no limit. */
export type Sides = { readonly parent: string | null; readonly child: string }

/** What can be taken back from a wallet: of credit never more than the quota, whatever was won. In the wire's form. */
export const recoverableOf = (wallet: {
  readonly fundMode: 'credit' | 'cash'
  readonly credit: string
  readonly balance: string
}): string =>
  formatMoney(
    recoverable({ mode: wallet.fundMode, quota: readAmount(wallet.credit), balance: readAmount(wallet.balance) }),
  )

/** A typed amount as money. Separators are allowed. */
export const readTypedAmount = (text: string): Money | null => {
  const plain = text.replaceAll(/[,\s]/g, '')
  if (decimalMoneyProblem(plain) !== null) return null
  const parsed = parseAmountTyped(plain)
  return parsed.ok ? parsed.value : null
}

/** Two decimals only: fractions of a cent cannot be typed, but are part of all that can be recovered. */
const wholeCents = (amount: Money): Money => ((amount / 100n) * 100n) as Money

/** The largest possible transfer; null: no limit. `back`: what can be recovered, where it is not the whole balance. */
export const maxMovable = (move: Move, sides: Sides, back: string = sides.child): Money | null => {
  const from = move === 'transfer' ? sides.parent : back
  if (from === null) return null
  const balance = readAmount(from)
  return balance > 0n ? balance : (0n as Money)
}

export const amountProblem = (move: Move, text: string, sides: Sides, back?: string): string | null => {
  const plain = text.replaceAll(/[,\s]/g, '')
  const problem = decimalMoneyProblem(plain)
  if (problem !== null) return problem
  const amount = readTypedAmount(text)
  const most = maxMovable(move, sides, back)
  if (amount !== null && most !== null && amount > most) return ledgerText.tooMuch(displayMoney(wholeCents(most)))
  return null
}

/** Balances after the transfer, in the wire's form. */
export const sidesAfter = (move: Move, amount: Money, sides: Sides): Sides => {
  const down = move === 'transfer' ? amount : neg(amount)
  return {
    parent: sides.parent === null ? null : formatMoney(add(readAmount(sides.parent), neg(down))),
    child: formatMoney(add(readAmount(sides.child), down)),
  }
}

/** In the wire's form. */
export const wireAmount = (amount: Money): string => formatMoney(amount)
