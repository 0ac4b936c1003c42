import { showExact } from '../../../lib/amount.ts'
import type { ExplainedName, FigureName, Figures } from './delivery-model.ts'

type Term = { readonly sign: '+' | '−'; readonly name: FigureName }

const plus = (name: FigureName): Term => ({ sign: '+', name })
const minus = (name: FigureName): Term => ({ sign: '−', name })

/** The formula of each figure. What is owed to an outside book is a term of its own. */
export const TERMS: Readonly<Record<ExplainedName, readonly Term[]>> = {
  receivable: [plus('result'), plus('payable'), plus('external')],
  payable: [plus('receivable'), minus('result'), minus('external')],
  earnedCommission: [plus('result'), minus('heldWinLoss'), minus('heldCommission')],
  result: [plus('receivable'), minus('payable'), minus('external')],
  heldResult: [plus('heldWinLoss'), plus('heldCommission')],
}

/**
 * "12.00 = 5.00 + 7.00" with the row's numbers in full precision, so that both sides are equal; negatives in
 * brackets.
 */
export const worked = (name: ExplainedName, row: Figures): string => {
  const sum = TERMS[name].map(({ sign, name: term }, place) => {
    const text = showExact(row[term])
    const figure = text.startsWith('-') ? `(${text})` : text
    return place === 0 ? figure : `${sign} ${figure}`
  })
  return `${showExact(row[name])} = ${sum.join(' ')}`
}
