import '../../ui/pop-up/dialog.css'
import { type ReactNode, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { useAmountsDraft } from '../../api/drafts.ts'
import { formatCountdown } from '../../lib/time.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { replenishmentText } from '../../text/zh-CN/rooms/replenishment.ts'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
import { useSecond } from '../../ui/hooks/use-second.ts'
import { Drawer } from '../dialogs/drawer.tsx'
import css from './replenish.module.css'
import { ReplenishForm } from './replenish-form.tsx'
import { type Amounts, amountsKey, type ReplenishItem, replenishKey, withPreviewed } from './replenish-model.ts'
import { ReplenishPreview, ReplenishResult } from './replenish-preview.tsx'
import { useManualRules, useReplenish } from './use-replenish.ts'

const words = replenishmentText.drawer
/** Older figures are read again before they are used. */
const STALE_MS = 5_000
/** Below this the countdown is coloured. */
const URGENT_MS = 10_000

export type ReplenishProps = {
  readonly gameId: number
  readonly gameType: string
  readonly periodNo: string
  /** The end of replenishment, by the server's clock; null: unknown. */
  readonly hedgeCloseAt: number | null
  /** The chosen items with their live figures; an update changes figures and never the typed amounts. */
  readonly items: readonly ReplenishItem[]
  /** When the figures were loaded, epoch ms of this machine. */
  readonly loadedAt: number
  /** The merchant whose book the head flies out of; absent: the viewer sends up its own. */
  readonly merchant?: number | null
  /** The figures are net and over all pankou: only then a target result can be computed. */
  readonly exact: boolean
  /** Digits typed on the board before the drawer was ready: the start of the first amount. */
  readonly typed?: string
  readonly onRemove: (item: ReplenishItem) => void
  readonly onClose: () => void
}

const NOTHING: Amounts = {}

/** Focuses the first amount as soon as the drawer is ready. */
const focusFirst = (open: boolean): void => {
  if (!open) return
  const first = document.querySelector<HTMLInputElement>('[data-part="replenish-items"] input')
  first?.focus()
  // Puts the cursor behind the typed digits, so that they are not overwritten.
  first?.setSelectionRange(first.value.length, first.value.length)
}

/** Time until the end of replenishment. */
const Clock = ({ left }: { readonly left: number }): ReactNode => (
  <span
    className={left <= URGENT_MS ? `${css.replenishClock} ${css.replenishUrgent}` : css.replenishClock}
    role="timer"
  >
    {left <= 0 ? words.closed : `${words.closesIn} ${formatCountdown(left)}`}
  </span>
)

type StepProps = {
  readonly props: ReplenishProps
  readonly replenishing: ReturnType<typeof useReplenish>
  readonly rules: ReturnType<typeof useManualRules>
  readonly amounts: Amounts
  readonly firstKey: string
  readonly closed: boolean
  readonly onAmounts: (amounts: Amounts) => void
  readonly onLeave: () => void
}

/** The step that the user is at: amounts, preview or result. */
const Step = ({ props, replenishing, rules, amounts, firstKey, closed, onAmounts, onLeave }: StepProps): ReactNode => {
  const { gameType, items, loadedAt } = props
  const [previewed, setPreviewed] = useState<readonly ReplenishItem[]>([])
  const { state, busy, preview, send, back } = replenishing
  const age = Date.now() - loadedAt
  const staleSeconds = age > STALE_MS ? Math.floor(age / 1000) : null
  const names = withPreviewed(items, previewed)
  if (state.step === 'form')
    return (
      <ReplenishForm
        gameType={gameType}
        items={items}
        amounts={amounts}
        rules={rules}
        exact={props.exact}
        busy={busy}
        closed={closed}
        staleSeconds={staleSeconds}
        onAmounts={onAmounts}
        onRemove={props.onRemove}
        onPreview={(orders) => {
          setPreviewed(items)
          void preview(orders)
        }}
      />
    )
  if (state.step === 'preview')
    return (
      <ReplenishPreview
        key={state.preview.version}
        gameType={gameType}
        items={items}
        names={names}
        orders={state.orders}
        preview={state.preview}
        before={state.before}
        unanswered={state.unanswered}
        busy={busy}
        closed={closed}
        staleSeconds={staleSeconds}
        rules={rules}
        exact={props.exact}
        onBack={back}
        onSend={() => void send()}
      />
    )
  return (
    <ReplenishResult
      gameType={gameType}
      names={names}
      answer={state.answer}
      onAgain={() => {
        onAmounts({ [firstKey]: '' })
        back()
      }}
      onClose={onLeave}
    />
  )
}

/** Manual replenishment of chosen items: amounts, a preview with the takers, and the placed orders. */
export const ReplenishDrawer = (props: ReplenishProps): ReactNode => {
  const { gameId, periodNo, hedgeCloseAt, items, onClose } = props
  const mobile = useMedia(MOBILE)
  useSecond()
  const merchant = props.merchant ?? null
  const rules = useManualRules(gameId, merchant)
  const replenishing = useReplenish({ gameId, periodNo, merchant })
  const [held, hold] = useAmountsDraft(amountsKey(gameId, periodNo, merchant), NOTHING)
  const setAmounts = (next: Amounts): void => hold(() => next)
  const firstKey = items[0] ? replenishKey(items[0]) : ''
  const amounts = props.typed && held[firstKey] === undefined ? { ...held, [firstKey]: props.typed } : held
  const left = hedgeCloseAt === null ? null : hedgeCloseAt - serverNow()
  const closed = left !== null && left <= 0
  const leave = (): void => {
    hold(() => null)
    onClose()
  }
  return (
    <Drawer
      open
      title={merchant === null ? words.title : words.flyTitle}
      size={mobile ? '100%' : 620}
      // The board stays readable and usable: a number pressed there is added here.
      mask={mobile}
      closable={{ 'aria-label': appText.close }}
      onClose={leave}
      afterOpenChange={focusFirst}
      destroyOnHidden
      extra={left === null ? null : <Clock left={left} />}
    >
      <Step {...{ props, replenishing, rules, amounts, firstKey, closed }} onAmounts={setAmounts} onLeave={leave} />
    </Drawer>
  )
}
