import { type FormEvent, lazy, memo, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { serverNow } from '../../../api/clock.ts'
import { useAmountsDraft, useDraft } from '../../../api/drafts.ts'
import type { GameType } from '../../../api/shared-queries.ts'
import { Amount } from '../../../components/amount.tsx'
import { type Amounts, amountsKey } from '../../../components/replenish/replenish-model.ts'
import { formatClock } from '../../../lib/instant.ts'
import { readTyped } from '../../../lib/typed-amount.ts'
import { outlookText } from '../../../text/zh-CN/rooms/outlook.ts'
import boardSideCss from '../board/board-side.module.css'
import type { OutlookView } from '../board-state/board-filters.ts'
import type { Board, BoardRow } from '../board-state/board-model.ts'
import { OutcomeLabel } from './outcome-label.tsx'
import css from './outlook.module.css'
import { type Advice, adviceAge, adviceAmounts, adviceItems, sendableNow, sendableOrders } from './outlook-model.ts'
import { type GivenAdvice, type OutlookTarget, useAdvice, useRowsOf } from './use-outlook.ts'

const words = outlookText.advice
const NO_LIMIT = ''
const NOTHING: Amounts = {}
const SHOWN_UNMET = 5

const ReplenishDrawer = lazy(async () => ({
  default: (await import('../../../components/replenish/replenish-drawer.tsx')).ReplenishDrawer,
}))

type Props = {
  readonly target: OutlookTarget
  /** The merchant whose book the head flies out of. */
  readonly merchant: number | null
  readonly game: GameType
  readonly period: Board['period']
  readonly view: OutlookView
  /** The worst result that the panel shows now; null: not known yet. */
  readonly worst: string | null
}

const playNames = (game: GameType): ReadonlyMap<string, string> =>
  new Map(game.groups.flatMap(({ plays }) => plays.map(({ code, name }) => [code, name] as const)))

/**
 * The replenishment adviser: enter a loss, get the smallest orders that stay within it, open them in the replenish
 * form.
 */
export const AdviceCard = ({ target, merchant, game, period, view, worst }: Props): ReactNode => {
  const [text, hold] = useDraft(`advice|${target.gameId}`, NO_LIMIT)
  const [, holdAmounts] = useAmountsDraft(amountsKey(target.gameId, target.periodNo, merchant), NOTHING)
  const [filled, setFilled] = useState<Advice['orders'] | null>(null)
  const { given, busy, ask, forget } = useAdvice(target, merchant)
  const advice = given?.advice ?? null
  // The figures of the advised items: to see when they change, and for the replenish form when it is opened.
  const plays = advice?.orders.map(({ playCode }) => playCode) ?? []
  const behind = useRowsOf(game, { periodNo: period.periodNo, merchant }, plays)
  // A limit is a loss with or without a minus sign.
  const typed = readTyped(text.trim().replace(/^[-－]/, ''))
  const value = typed.ok ? typed.value : null
  const type = useCallback(
    (next: string): void => {
      hold(() => next)
      forget()
    },
    [hold, forget],
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (value !== null) void ask(value, view)
  }
  const fill = (): void => {
    if (!advice) return
    const orders = sendableOrders(advice.orders)
    holdAmounts(() => adviceAmounts(orders))
    setFilled(orders)
  }
  return (
    <section className={`card ${boardSideCss.sideCard} ${css.advice}`}>
      <h2>
        {words.title}
        <small>{words.scope[view]}</small>
      </h2>
      <form onSubmit={submit}>
        <LimitField text={text} wrong={!typed.ok} onText={type} />
        {/* The answer has its place before it is there: nothing below it moves. */}
        <div className={css.adviceTold} aria-live="polite">
          {given ? <Told advice={given.advice} game={game} /> : null}
          {given ? <Age key={given.at} given={given} rows={behind.rows} ready={behind.ready} worst={worst} /> : null}
        </div>
        <div className={css.adviceButtons}>
          <button type="submit" className={advice ? 'ghost-button' : 'plain-button'} disabled={busy || value === null}>
            {busy ? words.asking : advice ? words.askAgain : words.ask}
          </button>
          <button
            type="button"
            className={advice ? 'plain-button' : 'ghost-button'}
            disabled={advice === null || advice.orders.length === 0}
            onClick={fill}
          >
            {words.fill}
          </button>
        </div>
      </form>
      {filled ? (
        <Filled
          orders={filled}
          merchant={merchant}
          game={game}
          period={period}
          behind={behind}
          onOrders={setFilled}
          onClose={() => {
            setFilled(null)
            forget()
          }}
        />
      ) : null}
    </section>
  )
}

type LimitProps = {
  readonly text: string
  readonly wrong: boolean
  readonly onText: (text: string) => void
}

/** A newer answer of the board does not draw it. */
const LimitField = memo(
  ({ text, wrong, onText }: LimitProps): ReactNode => (
    <>
      <label>
        {words.limit}
        <input
          inputMode="decimal"
          autoComplete="off"
          value={text}
          placeholder={words.limitHint}
          aria-invalid={wrong}
          onChange={(event) => onText(event.currentTarget.value)}
        />
      </label>
      {wrong ? (
        <p className={css.adviceWrong} role="alert">
          {words.wrong}
        </p>
      ) : null}
    </>
  ),
)

const Told = ({ advice, game }: { readonly advice: Advice; readonly game: GameType }): ReactNode => {
  const { orders, total, cost, worstBefore, worstAfter, unmet } = advice
  return (
    <>
      {orders.length === 0 ? (
        <p>{unmet.length === 0 ? words.within : words.none}</p>
      ) : (
        <p>
          {words.send} <b>{orders.length}</b> {words.items}{' '}
          <b>
            <Amount value={total} />
          </b>
          {words.from}{' '}
          <b>
            <Amount value={worstBefore} />
          </b>{' '}
          {words.to}{' '}
          <b>
            <Amount value={worstAfter} />
          </b>
          {words.cost}{' '}
          <b>
            <Amount value={cost} />
          </b>
          {words.end}
        </p>
      )}
      {unmet.length === 0 ? null : (
        <>
          <p className={css.adviceWrong}>{words.unmet}</p>
          <ul className={css.adviceUnmet}>
            {unmet.slice(0, SHOWN_UNMET).map(({ code, why }) => (
              <li key={code}>
                <OutcomeLabel gameType={game.gameType} outcome={{ code, label: unmetLabel(game, code) }} />
                <small>{why}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

type AgeProps = {
  readonly given: GivenAdvice
  readonly rows: readonly BoardRow[]
  readonly ready: boolean
  readonly worst: string | null
}

/** Which board the advice was computed from, and whether bets have changed it since. */
const Age = ({ given, rows, ready, worst }: AgeProps): ReactNode => {
  const { advice, at } = given
  const [first, setFirst] = useState<ReadonlyMap<string, string> | null>(null)
  const now = useMemo(() => sendableNow(rows), [rows])
  if (first === null && ready) setFirst(now)
  if (advice.orders.length === 0) return null
  const { stale, changed } = adviceAge(advice, { at, sendable: first }, { worst, sendable: now })
  return (
    <p className={stale ? `${css.adviceAge} ${css.adviceStale}` : css.adviceAge} data-part="advice-age">
      <b>{words.version(formatClock(at), stale)}</b>
      {stale && changed > 0 ? <span>{words.changed(formatClock(serverNow()), changed)}</span> : null}
    </p>
  )
}

/** For plays with places the name says which place. */
const unmetLabel = (game: GameType, code: string): string => {
  const [playCode = '', itemCode = ''] = code.split(':')
  return `${(playNames(game).get(playCode) ?? playCode).split(' ')[0]} ${itemCode}`
}

type FilledProps = {
  readonly orders: Advice['orders']
  readonly merchant: number | null
  readonly game: GameType
  readonly period: Board['period']
  readonly behind: ReturnType<typeof useRowsOf>
  readonly onOrders: (orders: Advice['orders']) => void
  readonly onClose: () => void
}

/** The replenish form with the advised items and amounts, on the board's live figures. */
const Filled = ({ orders, merchant, game, period, behind, onOrders, onClose }: FilledProps): ReactNode => {
  const names = playNames(game)
  const { loadedAt, ready } = behind
  if (!ready) return <p role="status">{words.filling}</p>
  const items = adviceItems(orders, behind, (playCode) => names.get(playCode))
  if (items.length === 0) return <p role="alert">{words.moved}</p>
  return (
    <Suspense fallback={null}>
      <ReplenishDrawer
        gameId={game.id}
        gameType={game.gameType}
        periodNo={period.periodNo}
        hedgeCloseAt={period.hedgeCloseAt}
        items={items}
        loadedAt={loadedAt}
        merchant={merchant}
        exact
        onRemove={(item) =>
          onOrders(orders.filter((one) => one.playCode !== item.playCode || one.itemCode !== item.itemCode))
        }
        onClose={onClose}
      />
    </Suspense>
  )
}
