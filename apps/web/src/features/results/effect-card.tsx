import { CODES } from '@strata/contract/errors'
import type { GameCode } from '@strata/domain/games/catalogue'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiRefusal } from '../../api/client.ts'
import { Amount } from '../../components/amount.tsx'
import { LoadFailed } from '../../components/list-state.tsx'
import { addAmounts } from '../../lib/amount.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { fourEyesText } from '../../text/zh-CN/rooms/four-eyes.ts'
import { ToggleGroup } from '../../ui/fields/toggle-group.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { Balls } from './balls.tsx'
import { type Effect, type Measure, MerchantTable, OrderTable, WalletTable } from './effect-tables.tsx'
import { changedLabels, derivedOf, type Period } from './period-model.ts'
import css from './results.module.css'

const words = fourEyesText.effect

type VersionsProps = {
  readonly game: GameCode
  readonly period: Period
  readonly version: number
  readonly before: readonly number[]
  /** Null: a void. */
  readonly after: readonly number[] | null
}

/** Both versions beside each other, the changed balls ringed, and what of the result they change. */
export const Versions = ({ game, period, version, before, after }: VersionsProps): ReactNode => {
  const changes = after ? changedLabels(derivedOf(game, period, before), derivedOf(game, period, after)) : []
  return (
    <div className={css.versions}>
      <span>
        <small>{words.version(version)}</small>
        {before.length > 0 ? <Balls game={game} balls={before} /> : words.noBalls}
      </span>
      <i aria-hidden="true">→</i>
      <span>
        <small>{words.version(version + 1)}</small>
        {after ? <Balls game={game} balls={after} against={before} /> : <b className={css.bad}>{words.voided}</b>}
      </span>
      {changes.length > 0 ? (
        <ul className={css.changes} aria-label={words.changed}>
          {changes.map(({ name, was, is }) => (
            <li key={name}>
              {name} {was} → <b>{is}</b>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

/** Whoever gains, somebody loses: over all levels, outside books and members it is nothing. */
const balanceOf = ({ total }: Effect): string =>
  addAmounts([total.wallets, ...total.levels.flatMap(({ result, outside }) => [result, outside])])

const Tables = ({ effect }: { readonly effect: Effect }): ReactNode => {
  const [measure, setMeasure] = useState<Measure>('result')
  return (
    <>
      <div className={css.measure}>
        <small>{words.measure}</small>
        <ToggleGroup
          name="measure"
          label={words.measure}
          value={measure}
          options={(Object.keys(words.measures) as Measure[]).map((value) => ({ value, label: words.measures[value] }))}
          onChange={setMeasure}
        />
        {effect.sources.length > 0 ? (
          <span className="tag tag-warn">{words.sources(effect.sources.join('、'))}</span>
        ) : null}
      </div>
      <MerchantTable effect={effect} measure={measure} />
      <div className={css.halves}>
        <WalletTable effect={effect} />
        <OrderTable effect={effect} />
      </div>
    </>
  )
}

const Body = ({ query, missing }: Pick<Props, 'query' | 'missing'>): ReactNode => {
  if (query.data) return <Tables effect={query.data} />
  if (query.isLoading) return <Skeleton label={appText.loading} rows={4} />
  if (!query.isError) return null
  if (missing !== undefined && query.error instanceof ApiRefusal && query.error.code === CODES.notFound)
    return (
      <p className={css.said} role="alert">
        {missing}
      </p>
    )
  return (
    <LoadFailed query={query} className={css.said}>
      {words.failed}：
    </LoadFailed>
  )
}

type Props = {
  readonly title: string
  readonly reason?: string
  readonly file?: ReactNode
  readonly head?: ReactNode
  readonly query: UseQueryResult<Effect>
  /** What is said when there is nothing to preview; absent: the server's text. */
  readonly missing?: string
  readonly foot: ReactNode
}

/** The whole effect of a correction or a void before it is in force, with its decision at the bottom. */
export const EffectCard = ({ title, reason, file, head, query, missing, foot }: Props): ReactNode => (
  <section className={`card ${css.card}`} data-part="effect">
    <header>
      <h2>{title}</h2>
      <small>{words.note}</small>
      <span className={`${css.end} ${css.headEnd}`}>
        {reason === undefined || reason === '' ? null : (
          <span>
            {words.reason}：{reason}
          </span>
        )}
        {query.data ? file : null}
      </span>
    </header>
    {head}
    <Body query={query} {...(missing === undefined ? {} : { missing })} />
    <footer>
      <p>
        {query.data ? (
          <>
            {words.balance}{' '}
            <b>
              <Amount value={balanceOf(query.data)} />
            </b>
            <span>{words.told(query.data.merchants.length)}</span>
          </>
        ) : null}
      </p>
      {foot}
    </footer>
  </section>
)
