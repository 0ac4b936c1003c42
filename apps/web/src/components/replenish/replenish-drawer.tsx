import '../../ui/pop-up/dialog.css'
import type { ReactNode } from 'react'
import { serverNow } from '../../api/clock.ts'
import { useDraft } from '../../api/drafts.ts'
import { formatCountdown } from '../../lib/time.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { replenishmentText } from '../../text/zh-CN/rooms/replenishment.ts'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
import { useSecond } from '../../ui/hooks/use-second.ts'
import { Drawer } from '../dialogs/drawer.tsx'
import css from './replenish.module.css'
import { ReplenishForm } from './replenish-form.tsx'
import { type Amounts, amountsKey, type ReplenishItem, replenishKey } from './replenish-model.ts'
import { ReplenishPreview, ReplenishResult } from './replenish-preview.tsx'
import { useManualRules, useReplenish } from './use-replenish.ts'

const words = replenishmentText.drawer
/** Figures older than this are not to be trusted without asking again. */
const STALE_MS = 5_000
/** The last seconds are coloured. */
const URGENT_MS = 10_000

export type ReplenishProps = {
  readonly gameId: number
  readonly gameType: string
  readonly periodNo: string
  /** Until when agents may still send, by the server's clock; null: not known. */
  readonly hedgeCloseAt: number | null
  /** The chosen items with their live figures; a push changes figures, never what is typed. */
  readonly items: readonly ReplenishItem[]
  /** Epoch ms of this machine at which the figures were loaded. */
  readonly loadedAt: number
  /** The merchant whose book the head flies out of; absent: the viewer sends up its own. */
  readonly merchant?: number | null
  /** The figures are of all pankou together and net: only then can a target result be filled in. */
  readonly exact: boolean
  /** What was typed on the board before the drawer stood: the beginning of the first amount. */
  readonly typed?: string
  readonly onRemove: (item: ReplenishItem) => void
  readonly onClose: () => void
}

const NOTHING: Amounts = {}

/** Digits go to the first amount as soon as the drawer stands. */
const focusFirst = (open: boolean): void => {
  if (!open) return
  const first = document.querySelector<HTMLInputElement>('[data-part="replenish-items"] input')
  first?.focus()
  // What was typed already goes on, and is not typed over.
  first?.setSelectionRange(first.value.length, first.value.length)
}

/** Sends chosen items up by hand: amounts, a preview of who takes what, the orders made. */
export const ReplenishDrawer = (props: ReplenishProps): ReactNode => {
  const { gameId, gameType, periodNo, hedgeCloseAt, items, loadedAt, onClose } = props
  const mobile = useMedia(MOBILE)
  useSecond()
  const merchant = props.merchant ?? null
  const rules = useManualRules(gameId, merchant)
  const { state, busy, preview, send, back } = useReplenish({ gameId, periodNo, merchant })
  const [held, hold] = useDraft(amountsKey(gameId, periodNo, merchant), NOTHING)
  const setAmounts = (next: Amounts): void => hold(() => next)
  const firstKey = items[0] ? replenishKey(items[0]) : ''
  const amounts = props.typed && held[firstKey] === undefined ? { ...held, [firstKey]: props.typed } : held
  const left = hedgeCloseAt === null ? null : hedgeCloseAt - serverNow()
  const closed = left !== null && left <= 0
  const age = Date.now() - loadedAt
  const staleSeconds = age > STALE_MS ? Math.floor(age / 1000) : null
  const leave = (): void => {
    hold(() => null)
    onClose()
  }
  const names = new Map(items.map((item) => [`${item.playCode}|${item.itemCode}`, item]))
  return (
    <Drawer
      open
      title={merchant === null ? words.title : words.flyTitle}
      size={mobile ? '100%' : 620}
      closable={{ 'aria-label': appText.close }}
      onClose={leave}
      afterOpenChange={focusFirst}
      destroyOnHidden
      extra={
        left === null ? null : (
          <span
            className={left <= URGENT_MS ? `${css.replenishClock} ${css.replenishUrgent}` : css.replenishClock}
            role="timer"
          >
            {closed ? words.closed : `${words.closesIn} ${formatCountdown(left)}`}
          </span>
        )
      }
    >
      {state.step === 'form' ? (
        <ReplenishForm
          gameType={gameType}
          items={items}
          amounts={amounts}
          rules={rules}
          exact={props.exact}
          busy={busy}
          closed={closed}
          staleSeconds={staleSeconds}
          onAmounts={setAmounts}
          onRemove={props.onRemove}
          onPreview={(orders) => void preview(orders)}
        />
      ) : state.step === 'preview' ? (
        <ReplenishPreview
          key={state.preview.version}
          gameType={gameType}
          items={names}
          orders={state.orders}
          preview={state.preview}
          before={state.before}
          unanswered={state.unanswered}
          busy={busy}
          closed={closed}
          staleSeconds={staleSeconds}
          onBack={back}
          onSend={() => void send()}
        />
      ) : (
        <ReplenishResult
          gameType={gameType}
          items={names}
          answer={state.answer}
          onAgain={() => {
            setAmounts({ [firstKey]: '' })
            back()
          }}
          onClose={leave}
        />
      )}
    </Drawer>
  )
}
