import { showCount } from '../../lib/count.ts'
import '../../ui/page/list-page.css'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { serverNow } from '../../api/clock.ts'
import { type GameInfo, type Today, useGameInfos, useToday } from '../../api/shared-queries.ts'
import { Amount, AmountToCome } from '../../components/amount.tsx'
import { DrawnBalls } from '../../components/ball/drawn-balls.tsx'
import { Countdown } from '../../components/countdown.tsx'
import { Crumbs } from '../../components/crumbs.tsx'
import { ListState } from '../../components/list-state.tsx'
import { Sparkline } from '../../components/sparkline/sparkline.tsx'
import { addAmounts, permille, readAmount, showAmount } from '../../lib/amount.ts'
import { businessDay } from '../../lib/day-starts.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { homeText } from '../../text/zh-CN/app/home.ts'
import { boardText } from '../../text/zh-CN/rooms/board.ts'
import { reportText } from '../../text/zh-CN/rooms/report.ts'
import { settlingText } from '../../text/zh-CN/rooms/settling-up.ts'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { AlertsCard } from './alerts-card.tsx'
import css from './home.module.css'
import { OnlineCard, SinceCard } from './since-card.tsx'
import { dueRange, useDue, useGameTrends, useMay, useUnsettled, useWorst, type Worst } from './use-home.ts'

/** Overview of the day: today's results, the possible losses of current periods, unsettled sums and alerts. */
export const HomePage = (): ReactNode => {
  const may = useMay()
  const infos = useGameInfos().data
  const today = useToday(may.boards || may.reports)
  return (
    <div className={css.home}>
      <Crumbs range={businessDay(serverNow())} />
      <section className={css.homeGames} aria-label={homeText.games}>
        {infos ? (
          <GameCards
            infos={infos}
            today={today.isLoading ? undefined : (today.data ?? null)}
            boards={may.boards}
            reports={may.reports}
          />
        ) : (
          <Skeleton label={appText.loading} rows={3} />
        )}
      </section>
      <div className={css.homeGrid}>
        <section className={`card ${css.homeCard} ${css.homeTrend}`}>
          <h2>
            {homeText.trend}
            <small>{homeText.trendNote}</small>
          </h2>
          {today.data ? <Trend trend={today.data.trend} /> : <Skeleton label={appText.loading} rows={4} />}
        </section>
        <AlertsCard />
        {may.reports ? <Due /> : null}
        {may.reports ? <Unsettled /> : null}
        <Latest infos={infos ?? []} />
        {may.accounts ? <SinceCard /> : null}
        {may.accounts ? <OnlineCard /> : null}
      </div>
    </div>
  )
}

type CardsProps = {
  readonly infos: readonly GameInfo[]
  /** Undefined while it is read. */
  readonly today: Today | null | undefined
  readonly boards: boolean
  readonly reports: boolean
}

const GameCards = ({ infos, today, boards, reports }: CardsProps): ReactNode => {
  const worst = useWorst(infos, boards)
  const trends = useGameTrends(infos, reports)
  return infos.map((info) => {
    const figures = today?.games.find(({ gameId }) => gameId === info.gameId) ?? null
    const reading = today === undefined
    return (
      <article key={info.gameId} className={`card ${css.homeGame}`}>
        <h2>
          {boards ? <Link to={`/agent/bet/instant?game=${info.gameType}`}>{info.gameName}</Link> : info.gameName}
          <small>{info.current ? appText.period(info.current.periodNo) : ''}</small>
        </h2>
        <Countdown period={info.current ?? info.next} />
        <dl>
          <div>
            <dt>{homeText.result}</dt>
            <dd>
              {reading ? <AmountToCome /> : <Amount value={figures?.result ?? null} good />}
              <Sparkline label={homeText.gameTrend(info.gameName)} values={trends.get(info.gameId) ?? []} />
            </dd>
          </div>
          <div>
            <dt>{appText.openStake}</dt>
            <dd>{reading ? <AmountToCome /> : <Amount value={figures?.openStake ?? null} />}</dd>
          </div>
          {boards ? <WorstFigure info={info} worst={worst.get(info.gameId)} /> : null}
        </dl>
      </article>
    )
  })
}

/** `worst` is undefined while it is read. */
const WorstFigure = ({
  info,
  worst,
}: {
  readonly info: GameInfo
  readonly worst: Worst | null | undefined
}): ReactNode => (
  <div className={worst && worst.warn > 0 ? css.homeWarned : ''}>
    <dt>
      {homeText.worst}
      {worst ? ` · ${worst.group}` : ''}
      {worst && worst.warn > 0 ? <span className="tag tag-warn">{boardText.overLimit[worst.warn]}</span> : null}
    </dt>
    <dd>
      {worst ? (
        <Link to={`/agent/bet/instant?game=${info.gameType}&sort=result`} title={homeText.toBoard}>
          <Amount value={worst.amount} />
        </Link>
      ) : worst === null ? (
        <Amount value={null} />
      ) : (
        <AmountToCome />
      )}
    </dd>
  </div>
)

/** Thirty days as bars above and below a zero line; each has a label with its day and amount. */
const Trend = ({ trend }: { readonly trend: Today['trend'] }): ReactNode => {
  const results = trend.map(({ result }) => readAmount(result))
  // The line of zero stands where the days leave it, so that days of one sign fill the whole height.
  const best = results.reduce<bigint>((most, result) => (result > most ? result : most), 0n)
  const worst = results.reduce<bigint>((least, result) => (result < least ? result : least), 0n)
  const heightOf = (amount: bigint): number => permille(amount, best - worst) * 0.096
  const zero = best === worst ? 50 : 2 + heightOf(best)
  return (
    <>
      <svg className={css.homeBars} viewBox="0 0 300 100" preserveAspectRatio="none" aria-hidden="true">
        {trend.map(({ day, result }, at) => {
          const amount = results[at] ?? 0n
          const height = heightOf(amount)
          return (
            <rect
              key={day}
              className={amount < 0n ? css.homeLoss : css.homeWin}
              x={(at * 300) / trend.length}
              width={(300 / trend.length) * 0.72}
              y={amount < 0n ? zero : zero - height}
              height={height}
            >
              <title>{`${day} ${showAmount(result)}`}</title>
            </rect>
          )
        })}
        <line x1="0" x2="300" y1={zero} y2={zero} />
      </svg>
      <p className={css.homeDays}>
        <span>{trend[0]?.day.slice(5)}</span>
        <span>{trend.at(-1)?.day.slice(5)}</span>
      </p>
      <ul className="visually-hidden">
        {trend.map(({ day, result }) => (
          <li key={day}>
            {day} {showAmount(result)}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Sums of days that are not settled up yet, by downline. */
const Due = (): ReactNode => {
  const due = useDue(true)
  const { from, to } = dueRange()
  const report = `/reports/delivery?from=${from}&to=${to}&due=unsettled`
  return (
    <section className={`card ${css.homeCard}`} data-card="due">
      <h2>
        {homeText.due}
        <Link to={report}>{homeText.toReport}</Link>
      </h2>
      <ListState query={due} isEmpty={({ items }) => items.length === 0} empty={homeText.noneDue}>
        {({ items, total, summary }) => (
          <>
            <table className={css.homeTable}>
              <thead>
                <tr>
                  <th scope="col">{reportText.columns.account}</th>
                  <th scope="col">{homeText.dueSince}</th>
                  <th scope="col">{settlingText.sums.unsettled}</th>
                  <th scope="col">{settlingText.sums.difference}</th>
                </tr>
              </thead>
              <tbody>
                {items.map((row) => (
                  <tr key={row.agentPathsId}>
                    <th scope="row">
                      {row.accountName}
                      {row.nickname ? <small> {row.nickname}</small> : null}
                    </th>
                    <td>{row.firstUnsettledDay?.slice(5) ?? '—'}</td>
                    <td>
                      <Amount value={row.unsettled} />
                    </td>
                    <td>
                      <Amount value={row.difference} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {summary ? (
              <p className={css.homeSum}>
                {homeText.dueSum(total)} <Amount value={addAmounts([summary.unsettled, summary.difference])} />
              </p>
            ) : null}
          </>
        )}
      </ListState>
    </section>
  )
}

const Unsettled = (): ReactNode => {
  const sums = useUnsettled(true)
  return (
    <section className={`card ${css.homeCard}`}>
      <h2>
        {homeText.unsettled}
        <Link to="/reports/delivery?state=open">{homeText.toReport}</Link>
      </h2>
      <ListState query={sums} isEmpty={({ items }) => items.length === 0} empty={homeText.noneOpen}>
        {({ items }) => (
          <table className={css.homeTable}>
            <thead>
              <tr>
                <th scope="col">{reportText.columns.account}</th>
                <th scope="col">{reportText.columns.orders}</th>
                <th scope="col">{reportText.columns.stake}</th>
                <th scope="col">{reportText.columns.heldStake}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((row) => (
                <tr key={`${row.rowKind}-${row.agentPathsId}`}>
                  <th scope="row">
                    {row.accountName}
                    {row.rowKind === 'child' ? null : <small> {reportText.rowNames[row.rowKind]}</small>}
                  </th>
                  <td>{showCount(row.orders)}</td>
                  <td>
                    <Amount value={row.stake} />
                  </td>
                  <td>
                    <Amount value={row.heldStake} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </ListState>
    </section>
  )
}

const Latest = ({ infos }: { readonly infos: readonly GameInfo[] }): ReactNode => (
  <section className={`card ${css.homeCard}`}>
    <h2>
      {homeText.latest}
      <Link to="/result">{homeText.toResults}</Link>
    </h2>
    {infos.length === 0 ? <p className="message-line">{homeText.noneDrawn}</p> : null}
    <ul className={css.homeLatest}>
      {infos.map(({ gameId, gameName, gameType, last }) => (
        <li key={gameId}>
          <p>
            <b>{gameName}</b> {last ? appText.period(last.periodNo) : ''}
          </p>
          <p className={css.homeBalls}>{last ? <DrawnBalls gameType={gameType} balls={last.result} /> : '—'}</p>
        </li>
      ))}
    </ul>
  </section>
)
