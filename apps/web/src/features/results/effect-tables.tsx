import type { ResponseOf } from '@strata/contract/endpoint'
import type { periodPreview } from '@strata/contract/endpoints/previews'
import { GAMES, playOf } from '@strata/domain/games/catalogue'
import { itemName } from '@strata/domain/games/item'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Amount } from '../../components/amount.tsx'
import { showCount } from '../../lib/count.ts'
import { fourEyesText } from '../../text/zh-CN/rooms/four-eyes.ts'
import css from './results.module.css'

const words = fourEyesText.effect

export type Effect = ResponseOf<typeof periodPreview>
export type Measure = keyof typeof words.measures
type Sums = Effect['total']

const ROLES = [3, 2, 1, 0] as const
const FIRST_ORDERS = 5

/** What a level pays up or out is no gain: only its result is coloured as one. */
const Levels = ({ sums, measure }: { readonly sums: Sums; readonly measure: Measure }): ReactNode =>
  ROLES.map((role) => (
    <td key={role} className={role === 0 ? 'edge' : undefined}>
      <Amount value={sums.levels.find((level) => level.role === role)?.[measure] ?? null} good={measure === 'result'} />
    </td>
  ))

const SumRow = ({ name, sums, measure }: { readonly name: string; readonly sums: Sums; readonly measure: Measure }) => (
  <tr data-merchant={name}>
    <th scope="row" className="left pin">
      {name}
    </th>
    <td>{showCount(sums.orders)}</td>
    <td>{showCount(sums.toWin)}</td>
    <td className="edge">{showCount(sums.fromWin)}</td>
    <td className={`edge ${css.strong}`}>
      <Amount value={sums.wallets} good />
    </td>
    <Levels sums={sums} measure={measure} />
    <td className={sums.negative > 0 ? css.bad : undefined}>{showCount(sums.negative)}</td>
  </tr>
)

/** Merchant by merchant: orders, wallets, and one measure of every level. */
export const MerchantTable = ({
  effect,
  measure,
}: {
  readonly effect: Effect
  readonly measure: Measure
}): ReactNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
  <section className="table-scroll" aria-label={words.measure} tabIndex={0}>
    <table className="table">
      <thead>
        <tr>
          <th className="left pin">{words.columns.merchant}</th>
          <th>{words.columns.orders}</th>
          <th>{words.columns.toWin}</th>
          <th className="edge">{words.columns.fromWin}</th>
          <th className="edge">{words.columns.wallets}</th>
          {ROLES.map((role) => (
            <th key={role} className={role === 0 ? 'edge' : undefined}>
              {words.roles[role]}
              {words.measures[measure]}
            </th>
          ))}
          <th>{words.columns.negative}</th>
        </tr>
      </thead>
      <tbody>
        {effect.merchants.map((one) => (
          <SumRow key={one.merchantId} name={one.code} sums={one} measure={measure} />
        ))}
      </tbody>
      <tfoot>
        <SumRow name={words.total} sums={effect.total} measure={measure} />
      </tfoot>
    </table>
  </section>
)

const WALLET_HEADS = ['balance', 'difference', 'after'] as const

/** Wallets that would be below zero, the furthest first. */
export const WalletTable = ({ effect }: { readonly effect: Effect }): ReactNode => (
  <section className={css.half}>
    <h3>
      {words.negatives} <small>{effect.total.negative > 0 ? words.negativesNote(effect.total.negative) : null}</small>
    </h3>
    {effect.negatives.length === 0 ? (
      <p className={css.none}>{words.noNegatives}</p>
    ) : (
      <div className="table-scroll">
        <table className="table">
          <thead>
            <tr>
              <th className="left">{words.walletColumns.account}</th>
              <th className="left">{words.walletColumns.merchant}</th>
              {WALLET_HEADS.map((head) => (
                <th key={head}>{words.walletColumns[head]}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {effect.negatives.map((one) => (
              <tr key={`${one.code} ${one.accountName}`}>
                <th scope="row" className="left">
                  {one.accountName}
                </th>
                <td className="left">{one.code}</td>
                <td>
                  <Amount value={one.balance} />
                </td>
                <td>
                  <Amount value={one.difference} />
                </td>
                <td className={css.strong}>
                  <Amount value={one.after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </section>
)

/** An order may be of any game: its play is known by code and name. */
const itemOfOrder = ({ playCode, playName, itemCode }: Effect['orders'][number]): string => {
  const play = GAMES.map(({ code }) => playOf(code, playCode)).find((one) => one?.name === playName)
  return play ? itemName(play, itemCode) : itemCode
}

const OrderRow = ({ one }: { readonly one: Effect['orders'][number] }): ReactNode => (
  <tr data-order={one.orderNo}>
    <td className="left">
      <Link to={`/reports/details?orderNo=${one.orderNo}`}>{one.orderNo}</Link>
    </td>
    <td className="left">{one.accountName}</td>
    <td className="left">
      {one.playName} {itemOfOrder(one)} {one.pankou}
    </td>
    <td>
      <Amount value={one.stake} />
    </td>
    <td>
      <Amount value={one.was} />
    </td>
    <td>
      <Amount value={one.becomes} />
    </td>
    <td className={css.strong}>
      <Amount value={one.difference} good />
    </td>
  </tr>
)

const ORDER_HEADS = ['stake', 'was', 'becomes', 'difference'] as const
const ORDER_NAMES = ['orderNo', 'account', 'item'] as const

/** Orders whose outcome turns, the largest change first. */
export const OrderTable = ({ effect }: { readonly effect: Effect }): ReactNode => {
  const [all, setAll] = useState(false)
  const rows = all ? effect.orders : effect.orders.slice(0, FIRST_ORDERS)
  return (
    <section className={css.half}>
      <h3>
        {words.orders} <small>{words.ordersNote(effect.total.orders, rows.length)}</small>
        {effect.orders.length > FIRST_ORDERS ? (
          <button type="button" className={`link-button ${css.end}`} onClick={() => setAll(!all)}>
            {all ? words.fewer : words.all}
          </button>
        ) : null}
      </h3>
      {rows.length === 0 ? (
        <p className={css.none}>{words.noChange}</p>
      ) : (
        <div className="table-scroll">
          <table className="table">
            <thead>
              <tr>
                {ORDER_NAMES.map((head) => (
                  <th key={head} className="left">
                    {words.orderColumns[head]}
                  </th>
                ))}
                {ORDER_HEADS.map((head) => (
                  <th key={head}>{words.orderColumns[head]}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((one) => (
                <OrderRow key={one.orderNo} one={one} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
