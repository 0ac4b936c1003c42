import type { ReactNode } from 'react'
import { useSession } from '../../api/session.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { ordersText } from '../../text/zh-CN/shared/orders.ts'
import { Amount } from '../amount.tsx'
import css from './order-detail.module.css'
import type { OrderDetailAnswer } from './order-detail-model.ts'

type Level = OrderDetailAnswer['levels'][number]
const words = ordersText.level

const FIGURES = ['heldWinLoss', 'heldCommission', 'earnedCommission', 'flow'] as const
const HEADS = [
  words.share,
  words.heldStake,
  words.commission,
  ...FIGURES.map((name) => words[name]),
  words.profit,
] as const

const roleOf = (level: Level, own: boolean): string => {
  const role = appText.roles[level.roleId] ?? ''
  return own ? ordersText.own(role) : role
}

/** What every level made of the order with the replenishments that it caused. */
const WithCaused = ({ levels }: { readonly levels: readonly Level[] }): ReactNode => {
  const named = levels.filter((level) => level.withReplenishments !== undefined)
  const own = named.at(-1)
  if (!own) return null
  return (
    <tfoot>
      <tr>
        <th scope="row" className="left" colSpan={HEADS.length + 1}>
          {ordersText.together}：
          {named.map((level) => (
            <span key={level.roleId} className={css.together}>
              {roleOf(level, level === own)} {level.accountName}{' '}
              {level === own ? null : <Amount value={level.withReplenishments ?? null} />}
            </span>
          ))}
        </th>
        <td>
          <Amount value={own.withReplenishments ?? null} />
        </td>
      </tr>
    </tfoot>
  )
}

/** The bettor and each level up to the viewer: what it held, earned and owes. */
export const OrderLevels = ({ levels }: { readonly levels: readonly Level[] }): ReactNode => {
  const roleId = useSession((session) => session.account?.roleId)
  return (
    <div>
      <h3>
        {ordersText.levels} <small>{ordersText.levelsNote}</small>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key */}
      <section className="table-scroll" aria-label={ordersText.levels} tabIndex={0}>
        <table className={`table ${css.levels}`}>
          <thead>
            <tr>
              <th scope="col" className="left">
                {words.role}
              </th>
              <th scope="col" className="left">
                {words.account}
              </th>
              {HEADS.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {levels.map((level, at) => {
              const own = at > 0 && level.roleId === roleId
              return (
                <tr key={level.roleId} data-own={own || undefined}>
                  <td className="left">{roleOf(level, own)}</td>
                  <td className="left">{level.accountName}</td>
                  <td>{level.share === null ? '—' : `${level.share}%`}</td>
                  <td>
                    <Amount value={level.heldStake} />
                  </td>
                  <td>{level.commission}%</td>
                  {FIGURES.map((name) => (
                    <td key={name}>
                      <Amount value={level[name]} />
                    </td>
                  ))}
                  <td className={css.profit}>
                    <Amount value={level.profit} />
                  </td>
                </tr>
              )
            })}
          </tbody>
          <WithCaused levels={levels} />
        </table>
      </section>
    </div>
  )
}
