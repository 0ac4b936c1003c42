import type { ReactNode } from 'react'
import { showExact, signOf } from '../../lib/amount.ts'
import { ordersText } from '../../text/zh-CN/shared/orders.ts'
import css from './order-detail.module.css'
import { type OrderDetailAnswer, type OrderFormula, termLabel, termText, totalLabel } from './order-detail-model.ts'

const words = ordersText

const Box = ({ label, text, total = false }: { label: string; text: string; total?: boolean }): ReactNode => (
  <span className={total ? `${css.term} ${css.termTotal}` : css.term}>
    <small className={css.termLabel}>{label}</small>
    <b className={`${css.termValue}${total && text.startsWith('-') ? ' amount-negative' : ''}`}>{text}</b>
  </span>
)

type FormulaProps = { readonly formula: OrderFormula; readonly pankou: string; readonly isMember: boolean }

const Formula = ({ formula, pankou, isMember }: FormulaProps): ReactNode => (
  <p className={css.formula} data-formula={formula.name}>
    {formula.terms.map((term, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a term is its place in the formula
      <span key={at} className={css.step}>
        {term.sign === '' ? null : <i className={css.sign}>{term.sign}</i>}
        <Box label={termLabel(term, { formula: formula.name, pankou })} text={termText(term)} />
      </span>
    ))}
    <span className={css.step}>
      <i className={css.sign}>=</i>
      <Box
        label={totalLabel(formula.name, isMember)}
        text={signOf(formula.total) === 0 ? '0.00' : showExact(formula.total)}
        total
      />
    </span>
    {formula.capped ? <small className={css.note}>{words.capped}</small> : null}
  </p>
)

/** How payout, commission and result came about: every number with what it is. */
export const OrderFormulas = ({ order }: { readonly order: OrderDetailAnswer }): ReactNode =>
  order.formulas.length === 0 ? null : (
    <section aria-label={words.formula}>
      <h3>
        {words.formula} <small>{words.formulaNote(order.periodNo)}</small>
      </h3>
      <div className={css.formulas}>
        {order.formulas.map((formula) => (
          <Formula key={formula.name} formula={formula} pankou={order.pankou} isMember={order.kind === 'member'} />
        ))}
      </div>
    </section>
  )
