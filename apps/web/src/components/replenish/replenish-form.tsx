import { displayMoney, formatMoney, money } from '@strata/domain/money'
import { amountInWords } from '@strata/domain/money/words'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { readAmount, showAmount } from '../../lib/amount.ts'
import { groupDigits, readTyped } from '../../lib/typed-amount.ts'
import { replenishmentText } from '../../text/zh-CN/rooms/replenishment.ts'
import { FieldInput } from '../../ui/fields/field-input.tsx'
import { ToggleGroup } from '../../ui/fields/toggle-group.tsx'
import { moveInGrid } from '../../ui/matrix/field-keys.ts'
import { Amount } from '../amount.tsx'
import { ItemLabel } from './item-label.tsx'
import css from './replenish.module.css'
import {
  type AmountProblem,
  type Amounts,
  amountProblem,
  type FillKind,
  fillAmounts,
  type ManualOrders,
  ordersOf,
  quoteText,
  type ReplenishItem,
  replenishKey,
  sendable,
  sumOf,
} from './replenish-model.ts'
import type { useManualRules } from './use-replenish.ts'

const words = replenishmentText.drawer
const PRESETS = ['100', '500', '1000', '5000', '10000']

type Rules = ReturnType<typeof useManualRules>

type Props = {
  readonly gameType: string
  readonly items: readonly ReplenishItem[]
  readonly amounts: Amounts
  readonly rules: Rules
  readonly exact: boolean
  readonly busy: boolean
  readonly closed: boolean
  readonly staleSeconds: number | null
  readonly onAmounts: (amounts: Amounts) => void
  readonly onRemove: (item: ReplenishItem) => void
  readonly onPreview: (orders: ManualOrders) => void
}

const problemText = (problem: AmountProblem, item: ReplenishItem, rules: Rules): string =>
  problem === 'amount'
    ? words.amountProblem
    : problem === 'unit'
      ? words.unit(groupDigits(formatMoney(rules.unitOf(item.playCode))))
      : words.aboveNet(displayMoney(sendable(item)))

/** Amounts by item: typed, from presets, or computed for a target. */
export const ReplenishForm = (props: Props): ReactNode => {
  const { items, amounts, rules, busy, closed, staleSeconds, onAmounts, onPreview } = props
  const [current, setCurrent] = useState(items[0] ? replenishKey(items[0]) : '')
  const set = (key: string, text: string): void => onAmounts({ ...amounts, [key]: text })
  const orders = ordersOf(items, amounts)
  const wrong = items.some(
    (item) =>
      amountProblem(item, amounts[replenishKey(item)] ?? '', rules.unitOf(item.playCode)) !== null ||
      ((amounts[replenishKey(item)] ?? '') !== '' && rules.isOff(item.playCode)),
  )
  const ready = orders.length > 0 && !wrong && !busy && !closed
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Enter') {
      moveInGrid(event)
      return
    }
    // A button of a line keeps its own Enter.
    if (event.nativeEvent.isComposing || event.repeat || event.target instanceof HTMLButtonElement) return
    event.preventDefault()
    if (ready) onPreview(orders)
  }
  const total = sumOf(orders)
  return (
    <div className={css.replenish}>
      {rules.acceptType === 0 ? <p className="dialog-warn">{words.forbidden}</p> : null}
      {staleSeconds === null ? null : <p className="dialog-warn">{words.stale(staleSeconds)}</p>}
      <QuickFill {...props} />
      <fieldset className={css.replenishPresets}>
        <legend className="visually-hidden">{words.presets}</legend>
        {PRESETS.map((preset) => (
          <button key={preset} type="button" className="ghost-button" onClick={() => set(current, preset)}>
            {groupDigits(preset)}
          </button>
        ))}
      </fieldset>
      <ul className={css.replenishItems} data-part="replenish-items" onKeyDown={onKeyDown}>
        {items.map((item, line) => (
          <ItemLine
            key={replenishKey(item)}
            gameType={props.gameType}
            item={item}
            text={amounts[replenishKey(item)] ?? ''}
            rules={rules}
            cell={`${line}:0`}
            onText={(text) => set(replenishKey(item), text)}
            onFocus={() => setCurrent(replenishKey(item))}
            {...(items.length > 1 ? { onRemove: () => props.onRemove(item) } : {})}
          />
        ))}
      </ul>
      <p className={css.replenishNote}>{words.presetNote}</p>
      <footer className={css.replenishFoot}>
        <p role="status">
          {orders.length === 0 ? (
            words.empty
          ) : (
            <>
              <b>{words.total(orders.length, showAmount(total))}</b> {words.inWords(amountInWords(readAmount(total)))}
            </>
          )}
        </p>
        <button type="button" className="plain-button" disabled={!ready} onClick={() => onPreview(orders)}>
          {busy ? words.previewing : words.preview}
        </button>
      </footer>
    </div>
  )
}

type LineProps = {
  readonly gameType: string
  readonly item: ReplenishItem
  readonly text: string
  readonly rules: Rules
  readonly cell: string
  readonly onText: (text: string) => void
  readonly onFocus: () => void
  readonly onRemove?: () => void
}

const ItemLine = ({ gameType, item, text, rules, cell, onText, onFocus, onRemove }: LineProps): ReactNode => {
  const unit = rules.unitOf(item.playCode)
  const problem = amountProblem(item, text, unit)
  const all = sendable(item)
  const wholeUnits = money(all - (all % unit))
  const off = rules.isOff(item.playCode)
  return (
    <li>
      <ItemLabel gameType={gameType} item={item} />
      <dl className={css.replenishFigures}>
        <div>
          <dt>{words.odds}</dt>
          <dd>{quoteText(item.odds)}</dd>
        </div>
        <div>
          <dt title={words.netHint}>{words.net}</dt>
          <dd>
            <button
              type="button"
              className="link-button"
              aria-label={words.fillAllOf(item.itemName, displayMoney(all))}
              disabled={off || wholeUnits === 0n}
              onClick={({ currentTarget }) => {
                onText(groupDigits(formatMoney(wholeUnits)))
                // Where the next Enter previews.
                currentTarget.closest('li')?.querySelector('input')?.focus()
              }}
            >
              {displayMoney(all)}
            </button>
          </dd>
        </div>
        <div>
          <dt>{words.result}</dt>
          <dd>
            <Amount value={item.netAmount} />
          </dd>
        </div>
      </dl>
      <FieldInput
        label={words.amountOf(`${item.playName ?? ''} ${item.itemName}`.trim())}
        value={text}
        cell={cell}
        disabled={off}
        problem={off ? words.off : problem === null ? null : problemText(problem, item, rules)}
        onChange={onText}
        onFocus={onFocus}
      />
      {onRemove ? (
        <button
          type="button"
          className={css.replenishRemove}
          aria-label={words.remove(item.itemName)}
          onClick={onRemove}
        >
          ×
        </button>
      ) : null}
    </li>
  )
}

const KINDS = (['held', 'even', 'result'] as const).map((value) => ({ value, label: words.fillKinds[value] }))

/** For every item at once: what is to stay, the average result of the items, or a least result. */
const QuickFill = ({ items, rules, exact, amounts, onAmounts }: Props): ReactNode => {
  const [kind, setKind] = useState<FillKind>('held')
  const [text, setText] = useState('')
  const negative = kind === 'result' && text.trim().startsWith('-')
  const typed = readTyped(negative ? text.trim().slice(1) : text)
  const usable = kind === 'held' || exact
  const even = kind === 'even'
  const ready = usable && (even || (typed.ok && typed.value !== null))
  const apply = (): void => {
    if (!ready) return
    const amount = typed.ok && typed.value !== null ? readAmount(typed.value) : money(0n)
    const filled = fillAmounts(items, { kind, target: money(negative ? -amount : amount), ...rules })
    const shown = Object.entries(filled).map(([key, value]) => [key, groupDigits(value)] as const)
    onAmounts({ ...amounts, ...Object.fromEntries(shown) })
  }
  return (
    <fieldset className={css.replenishFill}>
      <legend>{words.fill}</legend>
      <ToggleGroup name="fill" label={words.fill} options={KINDS} value={kind} onChange={setKind} />
      {even ? (
        <p className={css.replenishEven}>{words.fillHint.even}</p>
      ) : (
        <FieldInput
          label={words.fillHint[kind]}
          mode="text"
          value={text}
          placeholder={words.fillHint[kind]}
          problem={typed.ok ? null : words.amountProblem}
          onChange={setText}
          onKeyDown={(event) => {
            if (event.key === 'Enter') apply()
          }}
        />
      )}
      <button type="button" className="ghost-button" disabled={!ready} onClick={apply}>
        {words.fillApply}
      </button>
      {usable ? null : <p className={css.replenishNote}>{words.fillFiltered}</p>}
    </fieldset>
  )
}
