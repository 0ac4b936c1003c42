import * as flyOutsCalls from '@strata/contract/calls/fly-outs'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/api.ts'
import { keyOf } from '../../../api/queries.ts'
import { useAllGames } from '../../../api/shared-queries.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { Amount } from '../../../components/amount.tsx'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import type { PageSize } from '../../../components/data-table/list-foot.tsx'
import { ListTools, PagedList } from '../../../components/data-table/paged-list.tsx'
import { useAddress } from '../../../components/data-table/use-address.ts'
import { usePageSize } from '../../../components/data-table/use-page-size.ts'
import { type Column, useTable } from '../../../components/data-table/use-table.ts'
import { ExportButton } from '../../../components/exports/export-button.tsx'
import exportsCss from '../../../components/exports/exports.module.css'
import { NotStored } from '../../../components/orders/not-stored.tsx'
import { quoteText } from '../../../components/replenish/replenish-model.ts'
import { pageOf } from '../../../lib/address.ts'
import { formatInstant } from '../../../lib/instant.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import { flyOutText } from '../../../text/zh-CN/rooms/fly-out.ts'
import css from './fly-out.module.css'
import { type Decided, FlyOutDecision } from './fly-out-decision.tsx'
import { FlyOutFilters, filtersOf } from './fly-out-filters.tsx'
import { ACCOUNT_PARAM, type FlyOutOrder, useMayDecide } from './use-fly-out.ts'
import { useFlyOutNews } from './use-fly-out-news.ts'

const words = flyOutText.orders
const TONES = {
  pending: 'tag-warn',
  confirmed: 'tag-good',
  rejected: 'tag-bad',
  unknown: 'tag-warn',
  corrected: 'tag-good',
} as const

type Context = {
  readonly gameName: (id: number) => string
  readonly playName: (order: FlyOutOrder) => string
  readonly mayAct: boolean
  readonly onDecide: (decided: Decided) => void
  readonly onResend: (order: FlyOutOrder) => void
}

const State = ({ order }: { readonly order: FlyOutOrder }): ReactNode => (
  <>
    <span className={`tag ${TONES[order.state]}`} title={words.stateHints[order.state]} data-state={order.state}>
      {words.states[order.state]}
    </span>
    {order.contradicted === null ? null : (
      <span className="tag tag-bad fly-out-contradicted" title={words.contradictedHint}>
        {words.contradicted[order.contradicted]}
      </span>
    )}
  </>
)

const reasonOf = ({ lastError }: FlyOutOrder): string => (lastError === null ? '—' : words.errors[lastError])

const itemText = (order: FlyOutOrder, { playName }: Context): string => {
  const play = playName(order)
  return play === '' || play === order.itemName ? order.itemName : `${play} ${order.itemName}`
}

/** Whether any action is possible for an order now. */
const isOpen = ({ mayConfirm, mayReject, mayResend }: FlyOutOrder, { mayAct }: Context): boolean =>
  mayAct && (mayConfirm || mayReject || mayResend)

const Buttons = ({ order, context }: { readonly order: FlyOutOrder; readonly context: Context }): ReactNode => {
  if (!isOpen(order, context)) return '—'
  return (
    <span className={css.flyOutButtons}>
      {order.mayConfirm ? (
        <button
          type="button"
          className="link-button"
          onClick={() => context.onDecide({ order, wanted: 'confirmed', what: itemText(order, context) })}
        >
          {words.confirm}
        </button>
      ) : null}
      {order.mayReject ? (
        <button
          type="button"
          className="link-button"
          onClick={() => context.onDecide({ order, wanted: 'rejected', what: itemText(order, context) })}
        >
          {words.reject}
        </button>
      ) : null}
      {order.mayResend ? (
        <button type="button" className="link-button" onClick={() => context.onResend(order)}>
          {words.resend}
        </button>
      ) : null}
    </span>
  )
}

const FIRST = {
  title: words.columns.at,
  sort: 'at',
  cell: (order: FlyOutOrder): ReactNode => formatInstant(order.at).slice(5),
}
const COLUMNS: readonly Column<FlyOutOrder, Context>[] = [
  {
    name: 'game',
    title: words.columns.game,
    left: true,
    cell: ({ gameId, periodNo }, { gameName }) => `${gameName(gameId)} ${periodNo}`,
  },
  { name: 'item', title: words.columns.item, left: true, cell: (order, context) => <b>{itemText(order, context)}</b> },
  {
    name: 'amount',
    title: words.columns.amount,
    strong: true,
    sort: 'amount',
    cell: ({ amount }) => <Amount value={amount} />,
  },
  { name: 'odds', title: words.columns.odds, cell: ({ odds }) => quoteText(odds) },
  {
    name: 'pilot',
    title: words.columns.account,
    left: true,
    cell: ({ pilotName, connector }) => (
      <>
        {pilotName} <small className={css.flyOutSmall}>{flyOutText.accounts.connectors[connector]}</small>
      </>
    ),
  },
  { name: 'state', title: words.columns.state, left: true, cell: (order) => <State order={order} /> },
  {
    name: 'externalNo',
    title: words.columns.externalNo,
    left: true,
    cell: ({ externalNo }) => (externalNo === '' ? '—' : externalNo),
  },
  {
    name: 'attempts',
    title: words.columns.attempts,
    cell: ({ connector, attempts }) => (connector === 'record' ? '—' : attempts),
  },
  { name: 'lastError', title: words.columns.lastError, left: true, cell: reasonOf },
  { name: 'orderNo', title: words.columns.orderNo, left: true, cell: ({ id }) => id },
  {
    name: 'actions',
    title: words.columns.actions,
    left: true,
    cell: (order, context) => <Buttons order={order} context={context} />,
  },
]
const SORTS = ['at', 'amount'] as const

const sortOf = (search: URLSearchParams) => {
  const columnName = SORTS.find((name) => name === search.get('sort'))
  return columnName === undefined ? null : ({ columnName, direction: search.get('dir') === 'asc' ? 0 : 1 } as const)
}

const useOrders = (search: URLSearchParams, pageSize: PageSize) => {
  useFlyOutNews()
  const games = useAllGames().data ?? []
  const filters = filtersOf(search, games)
  const sort = sortOf(search)
  const pageIndex = pageOf(search)
  return useQuery({
    queryKey: keyOf(flyOutsCalls.flyOutOrderQuery, filters, sort, pageIndex, pageSize),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.call(
        flyOutsCalls.flyOutOrderQuery,
        { pageIndex, pageSize, ...filters, ...(sort === null ? {} : { sortInfo: sort }) },
        // A change of state reads the list automatically, which is not a click of the user.
        { signal, automatic: true },
      ),
  })
}

type EmptyProps = { readonly onClear: (() => void) | null; readonly notStored: string | undefined }

const Empty = ({ onClear, notStored }: EmptyProps): ReactNode => (
  <>
    {onClear === null ? (
      words.empty
    ) : (
      <>
        {words.emptyFound}{' '}
        <button type="button" className="link-button" onClick={onClear}>
          {words.clear}
        </button>
      </>
    )}
    <NotStored day={notStored} />
  </>
)

/** Fly-out orders and their states. */
export const FlyOutOrders = (): ReactNode => {
  const { search, change } = useAddress()
  const client = useQueryClient()
  const table = useTable('fly-out-orders', COLUMNS)
  const games = useAllGames().data ?? []
  const [decided, setDecided] = useState<Decided | null>(null)
  const sort = sortOf(search)
  const [pageSize, setPageSize] = usePageSize()
  const orders = useOrders(search, pageSize)
  const names = new Map(
    games.flatMap(({ id, groups }) =>
      groups.flatMap(({ plays }) => plays.map((play) => [`${id} ${play.code}`, play.name])),
    ),
  )
  const resend = async ({ id }: FlyOutOrder): Promise<void> => {
    await api.call(flyOutsCalls.flyOutOrderResend, { id, requestId: newRequestId() })
    await refreshAfter(client, flyOutsCalls.flyOutOrderResend)
  }
  const context: Context = {
    gameName: (id) => games.find((game) => game.id === id)?.gameName ?? '',
    playName: ({ gameId, playCode }) => names.get(`${gameId} ${playCode}`) ?? '',
    mayAct: useMayDecide(),
    onDecide: setDecided,
    // The error was shown.
    onResend: (order) => void resend(order).catch(() => {}),
  }
  const filtered = ['state', 'game', 'period', ACCOUNT_PARAM, 'day'].some((name) => search.has(name))
  const clear = (): void => change({ state: '', game: '', period: '', [ACCOUNT_PARAM]: '', day: '' })
  return (
    <>
      <div className="list-bar">
        <FlyOutFilters games={games} />
        <span className={`end ${exportsCss.barButtons}`}>
          <ListTools table={table}>
            <ExportButton
              call={flyOutsCalls.flyOutOrderQuery}
              input={{ ...filtersOf(search, games), ...(sort === null ? {} : { sortInfo: sort }) }}
            />
          </ListTools>
        </span>
      </div>
      <PagedList
        query={orders}
        above={({ notStored }) => <NotStored day={notStored} />}
        empty={<Empty onClear={filtered ? clear : null} notStored={orders.data?.notStored} />}
        pageIndex={pageOf(search)}
        pageSize={pageSize}
        onPageSize={setPageSize}
        onPage={(page) => change({ page: String(page) })}
        cards={(rows) => <Cards rows={rows} context={context} />}
        desk={(rows) => (
          <DataTable
            label={words.label}
            className="list-scroll"
            table={table}
            first={FIRST}
            rows={rows}
            context={context}
            keyOf={({ id }) => id}
            dataOf={({ id, state }) => ({ 'data-order': id, 'data-state': state })}
            sort={sort ?? { columnName: 'at', direction: 1 }}
            onSort={(name) =>
              change({ sort: name, dir: (sort?.columnName ?? 'at') === name && sort?.direction !== 0 ? 'asc' : '' })
            }
          />
        )}
      />
      {decided ? <FlyOutDecision decided={decided} onClose={() => setDecided(null)} /> : null}
    </>
  )
}

/** The last line of a card: the number at the outside book, or why there is none. */
const noteOf = (order: FlyOutOrder): string =>
  order.externalNo !== ''
    ? `${words.columns.externalNo} ${order.externalNo}`
    : order.lastError === null
      ? ''
      : reasonOf(order)

const Cards = ({ rows, context }: { readonly rows: readonly FlyOutOrder[]; readonly context: Context }): ReactNode => (
  <ul className="list-cards">
    {rows.map((order) => (
      <li key={order.id} data-order={order.id} data-state={order.state}>
        <p className="line">
          <b>{itemText(order, context)}</b>
          <State order={order} />
        </p>
        <dl className="three">
          <div>
            <dt>{words.columns.amount}</dt>
            <dd>
              <Amount value={order.amount} />
            </dd>
          </div>
          <div>
            <dt>{words.columns.odds}</dt>
            <dd>{quoteText(order.odds)}</dd>
          </div>
          <div>
            <dt>{words.columns.account}</dt>
            <dd>{order.pilotName}</dd>
          </div>
        </dl>
        <p className="line">
          <span>
            {context.gameName(order.gameId)} {order.periodNo} · {formatInstant(order.at).slice(5)}
          </span>
        </p>
        {noteOf(order) === '' && !isOpen(order, context) ? null : (
          <p className="line">
            <span>{noteOf(order)}</span>
            {isOpen(order, context) ? <Buttons order={order} context={context} /> : null}
          </p>
        )}
      </li>
    ))}
  </ul>
)
