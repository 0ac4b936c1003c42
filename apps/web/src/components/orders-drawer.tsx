import '../ui/table.css'
import './orders-drawer.css'
import type { ResponseOf } from '@strata/contract/endpoint'
import type { orderQuery } from '@strata/contract/endpoints/reports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { type ReactNode, useState } from 'react'
import { api } from '../api/api.ts'
import { orderDetailCall, orderQueryCall, relationOrderCall } from '../api/calls.ts'
import { useSession } from '../api/session.ts'
import { formatInstant } from '../lib/instant.ts'
import { appText } from '../text/zh-CN/app.ts'
import { ordersText } from '../text/zh-CN/orders.ts'
import { Pager } from '../ui/pager.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ToggleGroup } from '../ui/toggle-group.tsx'
import { MOBILE, useMedia } from '../ui/use-media.ts'
import { Amount } from './amount.tsx'

type OrderRow = ResponseOf<typeof orderQuery>['items'][number]

/** Whose orders: those behind an item of the board, or those behind a row of a report. */
export type OrdersSource =
  | {
      readonly kind: 'item'
      readonly gameId: number
      readonly periodNo: string
      readonly playCode: string
      readonly itemCode: string
      readonly pankou: 'A' | 'B' | 'C' | 'D' | null
      /** A path below, whose orders alone are listed. */
      readonly under: number | null
    }
  | {
      readonly kind: 'report'
      readonly agentPathsId: number
      readonly from: string
      readonly to: string
      readonly state: 'settled' | 'open'
      readonly gameId: number | null
      readonly orderKind: 'member' | 'replenishment' | 'flyout'
    }

type Props = {
  readonly subject: string
  readonly source: OrdersSource
  /** Plays that share the item, where the figure asked about covers several: one is shown at a time. */
  readonly plays?: readonly { readonly code: string; readonly name: string }[]
  readonly onClose: () => void
}

const PAGE_SIZE = 20
/** Needed to see one order's whole chain; the lists need only their own page. */
const DETAIL_PERMISSION = 50003

const load = async (source: OrdersSource, pageIndex: number, signal: AbortSignal) => {
  const page = { pageIndex, pageSize: PAGE_SIZE } as const
  if (source.kind === 'item') {
    const { gameId, periodNo, playCode, itemCode, pankou, under } = source
    const filters = { ...(pankou === null ? {} : { pankou }), ...(under === null ? {} : { agentPathsId: under }) }
    return await api.call(relationOrderCall, { gameId, periodNo, playCode, itemCode, ...filters, ...page }, { signal })
  }
  const { agentPathsId, from, to, state, gameId, orderKind } = source
  return await api.call(
    orderQueryCall,
    { agentPathsId, from, to, state, kind: orderKind, ...(gameId === null ? {} : { gameId }), ...page },
    { signal },
  )
}

/** The orders behind a figure, and behind each order its chain of shares. */
export const OrdersDrawer = ({ subject, source: asked, plays = [], onClose }: Props): ReactNode => {
  const mobile = useMedia(MOBILE)
  const [pageIndex, setPageIndex] = useState(1)
  const [detail, setDetail] = useState<string | null>(null)
  const [play, setPlay] = useState<string | null>(null)
  const source: OrdersSource = asked.kind === 'item' && play !== null ? { ...asked, playCode: play } : asked
  const mayOpen = useSession((session) => session.permissionIds.includes(DETAIL_PERMISSION))
  const orders = useQuery({
    queryKey: ['orders', source, pageIndex],
    queryFn: ({ signal }) => load(source, pageIndex, signal),
    placeholderData: keepPreviousData,
  })
  const data = orders.data
  return (
    <Drawer
      open
      title={detail === null ? ordersText.title(subject) : ordersText.detail}
      size={mobile ? '100%' : 920}
      onClose={onClose}
      destroyOnHidden
    >
      {asked.kind === 'item' && plays.length > 1 && detail === null ? (
        <ToggleGroup
          name="orders-play"
          label={ordersText.columns.play}
          options={plays.map(({ code, name }) => ({ value: code, label: name }))}
          value={play ?? asked.playCode}
          onChange={(code) => {
            setPlay(code)
            setPageIndex(1)
          }}
        />
      ) : null}
      {detail !== null ? (
        <OrderDetail orderNo={detail} onBack={() => setDetail(null)} />
      ) : orders.isPending ? (
        <Skeleton label={appText.loading} />
      ) : orders.isError ? (
        <p className="message-line" role="alert">
          {appText.loadFailed}{' '}
          <button type="button" className="link-button" onClick={() => void orders.refetch()}>
            {appText.retry}
          </button>
        </p>
      ) : data && data.items.length > 0 ? (
        <>
          {data.summary ? <OrdersSummary summary={data.summary} /> : null}
          {mobile ? (
            <OrderCards rows={data.items} onOpen={mayOpen ? setDetail : null} />
          ) : (
            <OrderTable rows={data.items} onOpen={mayOpen ? setDetail : null} />
          )}
          <Pager
            pageIndex={pageIndex}
            pageSize={PAGE_SIZE}
            total={data.total}
            more={data.more ?? false}
            words={appText}
            onPage={setPageIndex}
          />
        </>
      ) : (
        <p className="message-line">{appText.empty}</p>
      )}
    </Drawer>
  )
}

type Summary = {
  readonly orders: number
  readonly stake: string
  readonly heldStake: string
  readonly memberResult?: string
  readonly heldResult?: string
}

const OrdersSummary = ({ summary }: { readonly summary: Summary }): ReactNode => (
  <dl className="orders-sum">
    <div>
      <dt>{ordersText.sum.orders}</dt>
      <dd>{summary.orders}</dd>
    </div>
    {(['stake', 'heldStake', 'memberResult', 'heldResult'] as const).map((figure) => {
      const value = summary[figure]
      return value === undefined ? null : (
        <div key={figure}>
          <dt>{ordersText.sum[figure]}</dt>
          <dd>
            <Amount value={value} />
          </dd>
        </div>
      )
    })}
  </dl>
)

type ListProps = { readonly rows: readonly OrderRow[]; readonly onOpen: ((orderNo: string) => void) | null }

const stateOf = (row: OrderRow): string =>
  row.result === null ? ordersText.states[row.state] : ordersText.results[row.result]

const OrderNo = ({ row, onOpen }: { readonly row: OrderRow; readonly onOpen: ListProps['onOpen'] }): ReactNode =>
  onOpen ? (
    <button type="button" className="link-button" onClick={() => onOpen(row.orderNo)}>
      {row.orderNo}
    </button>
  ) : (
    row.orderNo
  )

const showQuote = (odds: OrderRow['odds']): string =>
  typeof odds === 'string' ? odds : Object.values(odds).join(' / ')

const OrderTable = ({ rows, onOpen }: ListProps): ReactNode => {
  const words = ordersText.columns
  return (
    <section
      className="table-scroll"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key
      tabIndex={0}
      aria-label={ordersText.detail}
    >
      <table className="table orders-table">
        <thead>
          <tr>
            {[words.at, words.orderNo, words.account, words.kind, words.period, words.item].map((word) => (
              <th key={word} scope="col" className="left">
                {word}
              </th>
            ))}
            {[words.odds, words.stake, words.share, words.heldStake, words.memberResult].map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
            <th scope="col" className="left">
              {words.state}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.orderNo}>
              <td className="left">{formatInstant(row.at)}</td>
              <td className="left">
                <OrderNo row={row} onOpen={onOpen} />
              </td>
              <td className="left">{row.accountName}</td>
              <td className="left">{ordersText.kinds[row.kind]}</td>
              <td className="left">{row.periodNo}</td>
              <td className="left">
                {row.playName} {row.itemName} <small>{row.pankou}</small>
              </td>
              <td>{showQuote(row.odds)}</td>
              <td>
                <Amount value={row.stake} />
              </td>
              <td>{row.share}%</td>
              <td>
                <Amount value={row.heldStake} />
              </td>
              <td>
                <Amount value={row.memberResult} />
              </td>
              <td className={`left order-${row.result ?? row.state}`}>{stateOf(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const OrderCards = ({ rows, onOpen }: ListProps): ReactNode => (
  <ul className="order-cards">
    {rows.map((row) => (
      <li key={row.orderNo}>
        <p>
          <b>
            {row.playName} {row.itemName}
          </b>{' '}
          @{showQuote(row.odds)}
          <span className={`order-${row.result ?? row.state}`}>{stateOf(row)}</span>
        </p>
        <p>
          <Amount value={row.stake} /> <Amount value={row.memberResult} />
        </p>
        <p className="order-small">
          {row.accountName} · {ordersText.kinds[row.kind]} · {formatInstant(row.at)} ·{' '}
          <OrderNo row={row} onOpen={onOpen} />
        </p>
      </li>
    ))}
  </ul>
)

const OrderDetail = ({ orderNo, onBack }: { readonly orderNo: string; readonly onBack: () => void }): ReactNode => {
  const detail = useQuery({
    queryKey: ['order', orderNo],
    queryFn: ({ signal }) => api.call(orderDetailCall, { orderNo }, { signal }),
  })
  const words = ordersText.level
  return (
    <div className="order-detail">
      <button type="button" className="link-button" onClick={onBack}>
        ‹ {ordersText.back}
      </button>
      {detail.isPending ? <Skeleton label={appText.loading} /> : null}
      {detail.isError ? (
        <p className="message-line" role="alert">
          {appText.loadFailed}
        </p>
      ) : null}
      {detail.data ? (
        <>
          <OrderCards rows={[detail.data]} onOpen={null} />
          <h3>{ordersText.levels}</h3>
          <table className="table">
            <thead>
              <tr>
                <th scope="col" className="left">
                  {words.role}
                </th>
                <th scope="col" className="left">
                  {words.account}
                </th>
                {[words.share, words.commission, words.flow, words.profit].map((word) => (
                  <th key={word} scope="col">
                    {word}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {detail.data.levels.map((level) => (
                <tr key={level.roleId}>
                  <td className="left">{appText.roles[level.roleId]}</td>
                  <td className="left">{level.accountName}</td>
                  <td>{level.share}%</td>
                  <td>{level.commission}%</td>
                  <td>
                    <Amount value={level.flow} />
                  </td>
                  <td>
                    <Amount value={level.profit} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {detail.data.explain.length > 0 ? (
            <>
              <h3>{ordersText.explain}</h3>
              <ul>
                {detail.data.explain.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </>
          ) : null}
          {detail.data.replenishments.length > 0 ? (
            <>
              <h3>{ordersText.replenishments}</h3>
              <OrderCards rows={detail.data.replenishments} onOpen={null} />
            </>
          ) : null}
          {detail.data.causedBy ? (
            <>
              <h3>{ordersText.causedBy}</h3>
              <OrderCards rows={[detail.data.causedBy]} onOpen={null} />
            </>
          ) : null}
        </>
      ) : null}
    </div>
  )
}
