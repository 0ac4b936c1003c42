import { REPLENISHMENT_REASONS } from '@strata/contract/errors'
import { amountInWords } from '@strata/domain/money/words'
import { type ReactNode, useState } from 'react'
import { readAmount, showAmount, signOf } from '../../lib/amount.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { replenishmentText } from '../../text/zh-CN/rooms/replenishment.ts'
import { Amount } from '../amount.tsx'
import { ItemLabel } from './item-label.tsx'
import css from './replenish.module.css'
import {
  flownOut,
  type ManualAnswer,
  type ManualOrders,
  type ManualResult,
  type Moved,
  movedSince,
  quoteText,
  type ReplenishItem,
  replenishKey,
  resultsAfterSending,
  sumOf,
  takenOf,
  withPreviewed,
} from './replenish-model.ts'
import type { useManualRules } from './use-replenish.ts'

const words = replenishmentText.drawer

type Named = ReadonlyMap<string, ReplenishItem>

const Was = ({ amount }: { readonly amount: string | null | undefined }): ReactNode =>
  amount === null || amount === undefined ? null : <small className={css.replenishWas}>{words.was(amount)}</small>

/** Who takes how much of one item, and the refused part with its reason; changed figures are marked. */
const ResultLine = ({
  gameType,
  names,
  result,
  moved,
  change,
}: {
  readonly gameType: string
  /** What sending does to the item's result, and by which terms; absent: after it was sent. */
  readonly change?: ReactNode
  readonly names: Named
  readonly result: ManualResult
  readonly moved: Moved | null
}): ReactNode => {
  const item = names.get(replenishKey(result)) ?? { ...result, itemName: result.itemCode }
  const out = flownOut(result)
  const gone = [...(moved?.takes ?? [])].filter(([role]) => !result.takes.some(({ roleId }) => roleId === role))
  return (
    <li className={moved ? css.replenishMoved : ''}>
      <p className={css.replenishLine}>
        <ItemLabel gameType={gameType} item={item} />
        <span className={moved?.odds ? css.replenishMark : ''}>
          @{quoteText(result.odds)} <Was amount={moved?.odds} />
        </span>
        <span>
          {words.requested} <b>{showAmount(result.requested)}</b>
        </span>
      </p>
      {change}
      <ul className={css.replenishTakes}>
        {result.takes.map(({ roleId, amount }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a role may take twice, in the order of the chain
          <li key={at} className={moved?.takes.has(roleId) ? css.replenishMark : ''}>
            {appText.roles[roleId]} {words.takes} <b>{showAmount(amount)}</b>{' '}
            <Was amount={moved?.takes.has(roleId) ? showAmount(moved.takes.get(roleId) ?? '0') : null} />
          </li>
        ))}
        {gone.map(([roleId, amount]) => (
          <li key={`gone-${roleId}`} className={css.replenishMark}>
            {appText.roles[roleId]} {words.takes} <b>{showAmount('0')}</b> <Was amount={showAmount(amount)} />
          </li>
        ))}
        {signOf(out) === 0 ? null : (
          <li>
            {words.flownOut} <b>{showAmount(out)}</b>
          </li>
        )}
        {signOf(result.refused) === 0 && !moved?.refused ? null : (
          <li className={`${css.replenishRefused}${moved?.refused || moved?.reason ? ` ${css.replenishMark}` : ''}`}>
            {words.refused} <b>{showAmount(result.refused)}</b>
            {result.reason === undefined ? null : <> · {REPLENISHMENT_REASONS[result.reason]}</>}{' '}
            <Was amount={moved?.refused ? showAmount(moved.refused) : null} />
          </li>
        )}
      </ul>
      {result.orderNos.length === 0 ? null : (
        <p className={css.replenishNos}>
          {words.orderNos} {result.orderNos.join('、')}
        </p>
      )}
    </li>
  )
}

type PreviewProps = {
  readonly gameType: string
  /** The live figures. */
  readonly items: readonly ReplenishItem[]
  readonly names: Named
  readonly orders: ManualOrders
  readonly preview: ManualAnswer
  readonly before: ManualAnswer | null
  readonly unanswered: boolean
  readonly busy: boolean
  readonly closed: boolean
  readonly staleSeconds: number | null
  readonly rules: ReturnType<typeof useManualRules>
  /** Results are of the whole net board: only then they can be computed ahead. */
  readonly exact: boolean
  readonly onBack: () => void
  readonly onSend: () => void
}

type ChangeProps = Pick<PreviewProps, 'rules'> & {
  readonly item: ReplenishItem | undefined
  readonly playCode: string
  readonly after: string | undefined
}

/** The result of the item before and after, and the terms of what is sent. */
const Change = ({ item, playCode, after, rules }: ChangeProps): ReactNode => {
  const percent = rules.percentOf(playCode)
  return (
    <p className={css.replenishChange} data-part="result-change">
      {item === undefined || after === undefined ? null : (
        <span>
          {words.fromTo} <Amount value={item.netAmount} /> → <Amount value={after} />
        </span>
      )}
      {percent === null ? null : (
        <span>
          {words.rebate} {percent}%
        </span>
      )}
      {rules.pankou === null ? null : (
        <span>
          {words.pankou} {rules.pankou}
        </span>
      )}
    </p>
  )
}

/** The confirmation before orders are placed: amounts in figures and in words, and the takers. */
export const ReplenishPreview = (props: PreviewProps): ReactNode => {
  const { preview, before, busy, closed, staleSeconds, onBack, onSend } = props
  const [asked, setAsked] = useState(false)
  const stale = staleSeconds !== null
  const taken = takenOf(preview.results)
  const nothing = signOf(taken) === 0
  const after = props.exact ? resultsAfterSending(props.items, preview.results, props.rules) : null
  const live = withPreviewed(props.items, [])
  const old = new Map((before?.results ?? []).map((result) => [replenishKey(result), result]))
  return (
    <div className={css.replenish}>
      <h3>{words.previewTitle}</h3>
      {before ? (
        <p className="dialog-warn" role="alert">
          {words.moved}
        </p>
      ) : null}
      {props.unanswered ? (
        <p className="dialog-warn" role="alert">
          {words.unanswered}
        </p>
      ) : null}
      {stale ? <p className="dialog-warn">{words.stale(staleSeconds)}</p> : null}
      <ul className={css.replenishResults}>
        {preview.results.map((result) => (
          <ResultLine
            key={replenishKey(result)}
            gameType={props.gameType}
            names={props.names}
            result={result}
            moved={before ? movedSince(old.get(replenishKey(result)), result) : null}
            change={
              <Change
                item={live.get(replenishKey(result))}
                playCode={result.playCode}
                after={after?.get(replenishKey(result))}
                rules={props.rules}
              />
            }
          />
        ))}
      </ul>
      <footer className={css.replenishFoot}>
        <p>
          {words.requested} {showAmount(sumOf(props.orders))}
          <br />
          <b>{nothing ? words.nothingSent : words.willSend(showAmount(taken))}</b>{' '}
          {nothing ? null : words.inWords(amountInWords(readAmount(taken)))}
        </p>
        <button type="button" className="ghost-button" disabled={busy} onClick={onBack}>
          {words.back}
        </button>
        <button
          type="button"
          className="plain-button"
          // biome-ignore lint/a11y/noAutofocus: Enter previews, Enter sends
          autoFocus
          disabled={busy || closed || nothing}
          onKeyDown={(event) => {
            // Holding Enter must not preview and send at once.
            if (event.key === 'Enter' && event.repeat) event.preventDefault()
          }}
          onClick={() => {
            if (stale && !asked) setAsked(true)
            else onSend()
          }}
        >
          {busy ? words.sending : stale && asked ? words.sendAnyway : words.send}
        </button>
      </footer>
    </div>
  )
}

type ResultProps = {
  readonly gameType: string
  readonly names: Named
  readonly answer: ManualAnswer
  readonly onAgain: () => void
  readonly onClose: () => void
}

/** The placed orders. */
export const ReplenishResult = ({ gameType, names, answer, onAgain, onClose }: ResultProps): ReactNode => {
  const taken = takenOf(answer.results)
  return (
    <div className={css.replenish}>
      <h3 role="status">{signOf(taken) === 0 ? words.nothingSent : words.sent(showAmount(taken))}</h3>
      <ul className={css.replenishResults}>
        {answer.results.map((result) => (
          <ResultLine key={replenishKey(result)} gameType={gameType} names={names} result={result} moved={null} />
        ))}
      </ul>
      <footer className={css.replenishFoot}>
        <p />
        <button type="button" className="ghost-button" onClick={onAgain}>
          {words.again}
        </button>
        {/* biome-ignore lint/a11y/noAutofocus: nothing else is to be done here */}
        <button type="button" className="plain-button" autoFocus onClick={onClose}>
          {words.done}
        </button>
      </footer>
    </div>
  )
}
