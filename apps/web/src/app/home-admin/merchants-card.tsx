import * as merchantCalls from '@strata/contract/calls/admin-merchants'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Amount } from '../../components/amount.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListTools } from '../../components/data-table/paged-list.tsx'
import { type Column, useTable } from '../../components/data-table/use-table.ts'
import { ExportButton } from '../../components/exports/export-button.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { addAmounts } from '../../lib/amount.ts'
import { showCount } from '../../lib/count.ts'
import { homeAdminText as words } from '../../text/zh-CN/rooms/home-admin.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import css from './home-admin.module.css'
import type { Home } from './needs-model.ts'

type Merchant = NonNullable<Home['merchants']>[number]
/** A merchant, or the sums of all: what cannot be added is null. */
type Row = Pick<Merchant, 'orders' | 'stake' | 'result' | 'openOrders' | 'openStake'> & {
  readonly merchant: Merchant | null
}

const TONES: Readonly<Record<number, string>> = { 1: 'tag-good', 2: 'tag-bad', 4: 'tag-warn' }
const heads = words.columns

const Warned = ({ on, children }: { readonly on: boolean; readonly children: ReactNode }): ReactNode => (
  <span className={on ? css.warned : undefined}>{children}</span>
)

/** A cell that only a merchant has. */
const ofOne =
  (cell: (merchant: Merchant) => ReactNode) =>
  ({ merchant }: Row): ReactNode =>
    merchant === null ? null : cell(merchant)

const FIRST = {
  title: heads.merchant,
  cell: ofOne(({ code, name }) => (
    <span className={css.merchant}>
      <Link to={`/admin/merchant/index?q=${encodeURIComponent(code)}`}>{code}</Link>{' '}
      {name === code ? null : <span>{name}</span>}
    </span>
  )),
}

const COLUMNS: readonly Column<Row>[] = [
  {
    name: 'status',
    title: heads.status,
    left: true,
    cell: ofOne(({ status }) => <span className={`tag ${TONES[status] ?? ''}`}>{peopleText.statuses[status]}</span>),
  },
  { name: 'mode', title: heads.mode, left: true, cell: ofOne(({ fundMode }) => words.modes[fundMode]) },
  { name: 'orders', title: heads.orders, cell: (row) => showCount(row.orders) },
  { name: 'stake', title: heads.stake, cell: (row) => <Amount value={row.stake} /> },
  { name: 'result', title: heads.result, strong: true, cell: (row) => <Amount value={row.result} /> },
  { name: 'openOrders', title: heads.openOrders, cell: (row) => showCount(row.openOrders) },
  { name: 'openStake', title: heads.openStake, cell: (row) => <Amount value={row.openStake} /> },
  {
    name: 'balance',
    title: heads.balance,
    cell: ofOne(({ balance, isLow }) => (
      <Warned on={isLow}>
        <Amount value={balance} />
      </Warned>
    )),
  },
  {
    name: 'signed',
    title: heads.signed,
    cell: ofOne(({ lastSignedAt, isSilent }) => (
      <Warned on={isSilent}>{lastSignedAt === null ? words.never : <TimeAgo at={lastSignedAt} />}</Warned>
    )),
  },
  {
    name: 'lease',
    title: heads.lease,
    cell: ofOne(({ leaseUntil, isEnding }) => <Warned on={isEnding}>{leaseUntil ?? '—'}</Warned>),
  },
]

const rowOf = (merchant: Merchant): Row => ({ ...merchant, merchant })

const sumOf = (merchants: readonly Merchant[]): Row => {
  const sum = (of: 'stake' | 'result' | 'openStake'): string => addAmounts(merchants.map((one) => one[of]))
  const count = (of: 'orders' | 'openOrders'): number => merchants.reduce((total, one) => total + one[of], 0)
  return {
    merchant: null,
    orders: count('orders'),
    stake: sum('stake'),
    result: sum('result'),
    openOrders: count('openOrders'),
    openStake: sum('openStake'),
  }
}

/** Today by merchant; the totals are the figures at the top of the page. The file is that of the list of merchants. */
export const MerchantsCard = ({ merchants }: { readonly merchants: readonly Merchant[] }): ReactNode => {
  const table = useTable('home-merchants', COLUMNS)
  return (
    <section className={`card ${css.card} ${css.tall}`} aria-label={words.merchants} data-card="merchants">
      <header className={css.cardHead}>
        <h2>{words.merchants}</h2>
        <small>{words.merchantsNote}</small>
        <Link className={css.headLink} to="/admin/merchant/index">
          {words.toMerchants}
        </Link>
        {merchants.length === 0 ? null : (
          <ListTools table={table}>
            <ExportButton
              call={merchantCalls.merchantQuery}
              input={{ sortInfo: { columnName: 'code', direction: 0 } }}
            />
          </ListTools>
        )}
      </header>
      {merchants.length === 0 ? (
        <p className="message-line">{words.noMerchants}</p>
      ) : (
        <DataTable
          label={words.merchantTable}
          table={table}
          first={FIRST}
          rows={merchants.map(rowOf)}
          context={null}
          keyOf={({ merchant }) => String(merchant?.merchantId)}
          dataOf={({ merchant }) => ({ 'data-merchant': merchant?.code ?? '' })}
          total={{ row: sumOf(merchants), label: words.total }}
        />
      )}
    </section>
  )
}
