import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Amount } from '../../components/amount.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { addAmounts } from '../../lib/amount.ts'
import { showCount } from '../../lib/count.ts'
import { homeAdminText as words } from '../../text/zh-CN/rooms/home-admin.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import css from './home-admin.module.css'
import type { Home } from './needs-model.ts'

type Merchant = NonNullable<Home['merchants']>[number]

const HEADS = Object.keys(words.columns) as readonly (keyof typeof words.columns)[]
const LEFT: ReadonlySet<string> = new Set(['merchant', 'status', 'mode'])
const TONES: Readonly<Record<number, string>> = { 1: 'tag-good', 2: 'tag-bad', 4: 'tag-warn' }

const Row = ({ merchant }: { readonly merchant: Merchant }): ReactNode => (
  <tr data-merchant={merchant.code}>
    <th scope="row" className={`left pin ${css.merchant}`}>
      <Link to={`/admin/merchant/index?q=${encodeURIComponent(merchant.code)}`}>{merchant.code}</Link>{' '}
      {merchant.name === merchant.code ? null : <span>{merchant.name}</span>}
    </th>
    <td className="left">
      <span className={`tag ${TONES[merchant.status] ?? ''}`}>{peopleText.statuses[merchant.status]}</span>
    </td>
    <td className="left">{words.modes[merchant.fundMode]}</td>
    <td>{showCount(merchant.orders)}</td>
    <td>
      <Amount value={merchant.stake} />
    </td>
    <td className={css.strong}>
      <Amount value={merchant.result} />
    </td>
    <td>{showCount(merchant.openOrders)}</td>
    <td>
      <Amount value={merchant.openStake} />
    </td>
    <td className={merchant.isLow ? css.warned : ''}>
      <Amount value={merchant.balance} />
    </td>
    <td className={merchant.isSilent ? css.warned : ''}>
      {merchant.lastSignedAt === null ? words.never : <TimeAgo at={merchant.lastSignedAt} />}
    </td>
    <td className={merchant.isEnding ? css.warned : ''}>{merchant.leaseUntil ?? '—'}</td>
  </tr>
)

const Totals = ({ merchants }: { readonly merchants: readonly Merchant[] }): ReactNode => {
  const sum = (of: 'stake' | 'result' | 'openStake'): string => addAmounts(merchants.map((one) => one[of]))
  const count = (of: 'orders' | 'openOrders'): string => showCount(merchants.reduce((total, one) => total + one[of], 0))
  return (
    <tfoot>
      <tr data-part="totals">
        <th scope="row" className="left pin" colSpan={3}>
          {words.total}
        </th>
        <td>{count('orders')}</td>
        <td>
          <Amount value={sum('stake')} />
        </td>
        <td>
          <Amount value={sum('result')} />
        </td>
        <td>{count('openOrders')}</td>
        <td>
          <Amount value={sum('openStake')} />
        </td>
        <td colSpan={3} />
      </tr>
    </tfoot>
  )
}

/** Today by merchant; the totals are the figures at the top of the page. */
export const MerchantsCard = ({ merchants }: { readonly merchants: readonly Merchant[] }): ReactNode => (
  <section className={`card ${css.card}`} aria-label={words.merchants} data-card="merchants">
    <header className={css.cardHead}>
      <h2>{words.merchants}</h2>
      <small>{words.merchantsNote}</small>
      <Link className={css.headLink} to="/admin/merchant/index">
        {words.toMerchants}
      </Link>
    </header>
    {merchants.length === 0 ? (
      <p className="message-line">{words.noMerchants}</p>
    ) : (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
      <section className={css.scroll} aria-label={words.merchants} tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              {HEADS.map((head) => (
                <th key={head} scope="col" className={LEFT.has(head) ? 'left' : undefined}>
                  {words.columns[head]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {merchants.map((merchant) => (
              <Row key={merchant.merchantId} merchant={merchant} />
            ))}
          </tbody>
          <Totals merchants={merchants} />
        </table>
      </section>
    )}
  </section>
)
