import { formatMoney, money } from '@strata/domain/money'
import { readAmount, showExact, signOf } from '../../../lib/amount.ts'
import type { ExplainedName, FigureName, Figures } from './delivery-model.ts'

type Term = { readonly sign: '+' | '−'; readonly amount: string }

/**
 * The part of a result that is neither held nor earned: the seat's own replenishments and fly-outs. Only their rows and
 * totals have one (domain.md section 10).
 */
export const ownResultOf = (row: Figures): string => {
  const rest = readAmount(row.result) - readAmount(row.heldResult) - readAmount(row.earnedCommission)
  return formatMoney(money(rest))
}

export const hasOwnResult = (row: Figures): boolean => signOf(ownResultOf(row)) !== 0

/** The terms of each figure. What is owed to an outside book is a term of its own. */
export const termsOf = (name: ExplainedName, row: Figures): readonly Term[] => {
  const plus = (figure: FigureName): Term => ({ sign: '+', amount: row[figure] })
  const minus = (figure: FigureName): Term => ({ sign: '−', amount: row[figure] })
  const own: readonly Term[] = hasOwnResult(row) ? [{ sign: '−', amount: ownResultOf(row) }] : []
  const terms: Readonly<Record<ExplainedName, readonly Term[]>> = {
    receivable: [plus('result'), plus('payable'), plus('external')],
    payable: [plus('receivable'), minus('result'), minus('external')],
    earnedCommission: [plus('result'), minus('heldWinLoss'), minus('heldCommission'), ...own],
    result: [plus('receivable'), minus('payable'), minus('external')],
    heldResult: [plus('heldWinLoss'), plus('heldCommission')],
  }
  return terms[name]
}

/**
 * "12.00 = 5.00 + 7.00" with the row's numbers in full precision, so that both sides are equal; negatives in
 * brackets.
 */
export const worked = (name: ExplainedName, row: Figures): string => {
  const sum = termsOf(name, row).map(({ sign, amount }, place) => {
    const text = showExact(amount)
    const figure = text.startsWith('-') ? `(${text})` : text
    return place === 0 ? figure : `${sign} ${figure}`
  })
  return `${showExact(row[name])} = ${sum.join(' ')}`
}
