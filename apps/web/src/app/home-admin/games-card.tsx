import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { serverNow } from '../../api/clock.ts'
import { useGameInfos } from '../../api/shared-queries.ts'
import { Amount } from '../../components/amount.tsx'
import { countdownOf } from '../../components/countdown-view.ts'
import { homeAdminText as words } from '../../text/zh-CN/rooms/home-admin.ts'
import { useSecond } from '../../ui/hooks/use-second.ts'
import css from './home-admin.module.css'
import type { Home } from './needs-model.ts'

type Info = NonNullable<ReturnType<typeof useGameInfos>['data']>[number]
type Figures = NonNullable<Home['games']>[number]

const HEADS = ['game', 'period', 'left', 'stake', 'result'] as const

const Left = ({ info }: { readonly info: Info }): ReactNode => {
  const period = info.current ?? info.next
  const { left, urgent } = countdownOf(period, serverNow())
  const isClosed = period !== null && serverNow() >= period.closeAt
  if (isClosed) return <b className={css.waiting}>{words.waiting}</b>
  return <b className={urgent ? css.urgent : ''}>{left === '' ? '—' : left}</b>
}

const Row = ({ info, figures }: { readonly info: Info; readonly figures: Figures | undefined }): ReactNode => (
  <tr data-game={info.gameId}>
    <th scope="row" className="left">
      {info.gameName}
    </th>
    <td className={`left ${css.period}`}>{(info.current ?? info.next)?.periodNo ?? '—'}</td>
    <td>
      <Left info={info} />
    </td>
    <td>
      <Amount value={figures?.stake ?? '0'} as="whole" />
    </td>
    <td>
      <Amount value={figures?.result ?? '0'} as="whole" />
    </td>
  </tr>
)

/** Today by game, with what is left of its period. */
export const GamesCard = ({ games }: { readonly games: readonly Figures[] }): ReactNode => {
  const { data } = useGameInfos()
  const infos = data ?? []
  useSecond()
  return (
    <section className={`card ${css.card}`} aria-label={words.games} data-card="games">
      <header className={css.cardHead}>
        <h2>{words.games}</h2>
        <Link className={css.headLink} to="/result">
          {words.toResults}
        </Link>
      </header>
      {data?.length === 0 ? (
        <p className="message-line">
          {words.noGames} <Link to="/admin/game/plays">{words.toGames}</Link>
        </p>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard */}
      <section className={css.scroll} hidden={infos.length === 0} aria-label={words.gamesTable} tabIndex={0}>
        <table className={`table ${css.small}`}>
          <thead>
            <tr>
              {HEADS.map((head) => (
                <th key={head} scope="col" className={head === 'game' || head === 'period' ? 'left' : undefined}>
                  {words.gameColumns[head]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {infos.map((info) => (
              <Row key={info.gameId} info={info} figures={games.find(({ gameId }) => gameId === info.gameId)} />
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
