import type { Role } from '@strata/domain/tree'
import type { ReactNode } from 'react'
import { useSession } from '../../api/session.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { ordersText } from '../../text/zh-CN/shared/orders.ts'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
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

/** The levels that a replenishment of the order concerns; the last one is the viewer's own. */
const causedOf = (levels: readonly Level[]): readonly Level[] =>
  levels.filter((level) => level.withReplenishments !== undefined)

const CausedNames = ({ named }: { readonly named: readonly Level[] }): ReactNode => (
  <>
    {ordersText.together}：
    {named.map((level, at) => (
      <span key={level.roleId} className={css.together}>
        {roleOf(level, at === named.length - 1)} {level.accountName}{' '}
        {at === named.length - 1 ? null : <Amount value={level.withReplenishments ?? null} />}
      </span>
    ))}
  </>
)

/** What every level made of the order with the replenishments that it caused. */
const WithCaused = ({ levels }: { readonly levels: readonly Level[] }): ReactNode => {
  const named = causedOf(levels)
  const own = named.at(-1)
  if (!own) return null
  return (
    <tfoot>
      <tr>
        <th scope="row" className="left" colSpan={HEADS.length + 1}>
          <CausedNames named={named} />
        </th>
        <td>
          <Amount value={own.withReplenishments ?? null} />
        </td>
      </tr>
    </tfoot>
  )
}

type LevelsProps = { readonly levels: readonly Level[]; readonly roleId: Role | undefined }

const isOwn = ({ levels, roleId }: LevelsProps, level: Level): boolean => level !== levels[0] && level.roleId === roleId

/** On a phone each level is a card: a row of ten figures would be twice as wide as the screen. */
const LevelCards = (props: LevelsProps): ReactNode => {
  const named = causedOf(props.levels)
  return (
    <section aria-label={ordersText.levels}>
      <ul className={css.levelCards}>
        {props.levels.map((level) => {
          const own = isOwn(props, level)
          return (
            <li key={level.roleId} data-own={own || undefined}>
              <p>
                <b>
                  {roleOf(level, own)} {level.accountName}
                </b>
                <span>
                  {words.profit} <Amount value={level.profit} />
                </span>
              </p>
              <dl>
                <div>
                  <dt>{words.share}</dt>
                  <dd>{level.share === null ? '—' : `${level.share}%`}</dd>
                </div>
                <div>
                  <dt>{words.heldStake}</dt>
                  <dd>
                    <Amount value={level.heldStake} />
                  </dd>
                </div>
                <div>
                  <dt>{words.commission}</dt>
                  <dd>{level.commission}%</dd>
                </div>
                {FIGURES.map((name) => (
                  <div key={name}>
                    <dt>{words[name]}</dt>
                    <dd>
                      <Amount value={level[name]} />
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          )
        })}
      </ul>
      {named.length === 0 ? null : (
        <p className={css.causedLine}>
          <CausedNames named={named} />
          <Amount value={named.at(-1)?.withReplenishments ?? null} />
        </p>
      )}
    </section>
  )
}

const LevelTable = (props: LevelsProps): ReactNode => {
  const { levels } = props
  return (
    <>
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
            {levels.map((level) => {
              const own = isOwn(props, level)
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
    </>
  )
}

/** The bettor and each level up to the viewer: what it held, earned and owes. */
export const OrderLevels = ({ levels }: { readonly levels: readonly Level[] }): ReactNode => {
  const roleId = useSession((session) => session.account?.roleId)
  const mobile = useMedia(MOBILE)
  return (
    <div>
      <h3>
        {ordersText.levels} <small>{ordersText.levelsNote}</small>
      </h3>
      {mobile ? <LevelCards levels={levels} roleId={roleId} /> : <LevelTable levels={levels} roleId={roleId} />}
    </div>
  )
}
