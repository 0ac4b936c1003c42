import type { GameCode } from '@strata/domain/games/catalogue'
import type { ReactNode } from 'react'
import { Amount } from '../../components/amount.tsx'
import { showCount } from '../../lib/count.ts'
import { formatInstant } from '../../lib/instant.ts'
import { fourEyesText } from '../../text/zh-CN/rooms/four-eyes.ts'
import { Balls } from './balls.tsx'
import type { Period } from './period-model.ts'
import css from './results.module.css'

const words = fourEyesText.history

type Props = { readonly game: GameCode; readonly period: Period }

const HistoryVersions = ({ game, period }: Props): ReactNode => (
  <ol className={css.versionCards} aria-label={words.versions}>
    {period.versions.map((one, at) => (
      <li key={one.version} data-version={one.version}>
        <p>
          <b>{fourEyesText.effect.version(one.version)}</b>
          <span className={one.kind === 'void' ? 'tag tag-bad' : one.kind === 'correction' ? 'tag tag-warn' : 'tag'}>
            {words.kinds[one.kind]}
          </span>
          <small>{[formatInstant(one.at), one.by].filter((text) => text !== '').join(' · ')}</small>
        </p>
        {one.result.length > 0 ? (
          <Balls game={game} balls={one.result} against={period.versions[at - 1]?.result ?? []} />
        ) : (
          <span>{fourEyesText.effect.voided}</span>
        )}
        {one.reason === '' ? null : (
          <small>
            {fourEyesText.effect.reason}：{one.reason}
          </small>
        )}
      </li>
    ))}
  </ol>
)

type Posted = Period['posted'][number]

const what = ({ orderNo, fromVersion, toVersion }: Posted): string =>
  orderNo === null ? words.what(fromVersion, toVersion) : words.order(orderNo)

const PostedTable = ({ posted }: { readonly posted: readonly Posted[] }): ReactNode => (
  <div className="table-scroll">
    <table className="table">
      <thead>
        <tr>
          <th className="left">{words.columns.merchant}</th>
          <th className="left">{words.columns.what}</th>
          <th className="left">{words.columns.at}</th>
          <th>{words.columns.wallets}</th>
          <th>{words.columns.amount}</th>
          <th className="left">{words.columns.state}</th>
        </tr>
      </thead>
      <tbody>
        {posted.map((one) => (
          <tr key={`${one.code} ${one.revision}`}>
            <th scope="row" className="left">
              {one.code}
            </th>
            <td className="left">{what(one)}</td>
            <td className="left">{formatInstant(one.at)}</td>
            <td>{showCount(one.wallets)}</td>
            <td className={css.strong}>
              <Amount value={one.amount} good />
            </td>
            <td className="left">{one.done ? words.done : words.doing}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** How far a result has come, all its versions beside each other, and what corrections and voids posted. */
export const HistoryCard = ({ game, period }: Props): ReactNode => {
  const posted = period.posted.filter(({ reason }) => reason !== 'settlement')
  const { merchants, settled } = period
  return (
    <section className={`card ${css.card}`} data-part="history">
      <header>
        <h2>{words.title}</h2>
        {merchants === 0 ? (
          <small>{words.noOrders}</small>
        ) : (
          <>
            <progress max={merchants} value={settled} aria-label={words.progress(settled, merchants)} />
            <small>{words.progress(settled, merchants)}</small>
          </>
        )}
      </header>
      <HistoryVersions game={game} period={period} />
      <div className={css.half}>
        <h3>{words.posted}</h3>
        {posted.length === 0 ? <p className={css.none}>{words.nonePosted}</p> : <PostedTable posted={posted} />}
      </div>
    </section>
  )
}
