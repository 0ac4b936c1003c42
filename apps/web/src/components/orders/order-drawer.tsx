import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { appText } from '../../text/zh-CN/app/app.ts'
import { ordersText } from '../../text/zh-CN/shared/orders.ts'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
import { CopyButton } from '../copy-button.tsx'
import { Drawer } from '../dialogs/drawer.tsx'
import css from './order-detail.module.css'
import { OrderDetail } from './order-detail.tsx'

/** Where an order stands in the list that it was opened from. */
export type OrderPlace = {
  readonly subject: string | null
  /** Counted from 1. */
  readonly at: number
  readonly total: string
  /** null: the first, or the last of the list. */
  readonly onPrevious: (() => void) | null
  readonly onNext: (() => void) | null
}

const words = ordersText

/** The address of what is shown, for somebody else with the same rights. */
const LinkLine = (): ReactNode => {
  const { pathname, search } = useLocation()
  return (
    <div className={css.link}>
      <span>{words.link}</span>
      <code title={`${pathname}${search}`}>{`${pathname}${search}`}</code>
      <CopyButton text={`${window.location.origin}${pathname}${search}`} label={words.copyLink} />
    </div>
  )
}

const Title = ({ place, onBack }: { readonly place: OrderPlace | null; readonly onBack: (() => void) | null }) => (
  <span className={css.title}>
    {words.detail}
    {place ? (
      <small>
        {place.subject === null ? null : `${words.ofSubject(place.subject)} · `}
        {words.place(String(place.at), place.total)}
      </small>
    ) : null}
    {onBack ? (
      <button type="button" className="link-button" onClick={onBack}>
        {words.back}
      </button>
    ) : null}
  </span>
)

const STEPS = { onPrevious: ['‹ ', words.previous, ''], onNext: ['', words.next, ' ›'] } as const

/** On a phone arrows alone: with words the title would be four lines high. */
const Steps = ({ place, mobile }: { readonly place: OrderPlace; readonly mobile: boolean }): ReactNode => (
  <span className={css.steps}>
    {(['onPrevious', 'onNext'] as const).map((step) => (
      <button
        key={step}
        type="button"
        className="ghost-button"
        disabled={place[step] === null}
        onClick={() => place[step]?.()}
      >
        {STEPS[step][0]}
        <span className={mobile ? 'visually-hidden' : undefined}>{STEPS[step][1]}</span>
        {STEPS[step][2]}
      </button>
    ))}
  </span>
)

type Props = {
  readonly orderNo: string
  readonly onOpen: (orderNo: string) => void
  readonly onClose: () => void
  /** Back to the list, where the drawer has one; null: none. */
  readonly onBack?: (() => void) | null
  readonly place?: OrderPlace | null
  /** Whether the address holds the order, so that it can be copied. */
  readonly linked?: boolean
}

/** One order at the right of its page, which stays usable: the drawer has no mask. */
export const OrderDrawer = (props: Props): ReactNode => {
  const { orderNo, onOpen, onClose, onBack = null, place = null, linked = false } = props
  const mobile = useMedia(MOBILE)
  useEscape(onClose)
  return (
    <Drawer
      open
      mask={false}
      title={<Title place={place} onBack={onBack} />}
      extra={place ? <Steps place={place} mobile={mobile} /> : null}
      size={mobile ? '100%' : 720}
      closable={{ 'aria-label': appText.close }}
      styles={{ body: { padding: 0 } }}
      onClose={onClose}
    >
      <div className={css.drawer}>
        {linked ? <LinkLine /> : null}
        <OrderDetail key={orderNo} orderNo={orderNo} onOpen={onOpen} />
      </div>
    </Drawer>
  )
}

/** Escape closes the drawer also while the focus is on the page beside it. */
const useEscape = (close: () => void): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const elsewhere = event.target instanceof Element && event.target.closest('[role=dialog]') !== null
      if (event.key === 'Escape' && !event.defaultPrevented && !elsewhere) close()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [close])
}
