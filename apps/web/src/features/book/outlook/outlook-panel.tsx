import { ROLE } from '@strata/domain/tree'
import type { ReactNode } from 'react'
import { useOwnRole } from '../../../api/own-role.ts'
import type { GameType } from '../../../api/shared-queries.ts'
import { Amount } from '../../../components/amount.tsx'
import { permille, readAmount, showWhole } from '../../../lib/amount.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { outlookText } from '../../../text/zh-CN/rooms/outlook.ts'
import { ToggleGroup } from '../../../ui/fields/toggle-group.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import boardSideCss from '../board/board-side.module.css'
import { type BoardFilters, type OutlookView, useBoardFilters } from '../board-state/board-filters.ts'
import type { Board } from '../board-state/board-model.ts'
import { useSender } from '../board-state/use-sender.ts'
import { AdviceCard } from './advice-card.tsx'
import { OutcomeLabel } from './outcome-label.tsx'
import css from './outlook.module.css'
import { OutlookChart } from './outlook-chart.tsx'
import { type Scenario, shortPercent } from './outlook-model.ts'
import { WorstWaiting } from './outlook-waiting.tsx'
import { useScenario } from './use-outlook.ts'

const VIEWS = (['deciding', 'period'] as const).map((value) => ({ value, label: outlookText.views[value] }))

type Props = {
  readonly game: GameType
  readonly period: Board['period']
  readonly under: BoardFilters['under']
}

const isGame = (type: string): type is keyof typeof outlookText.bars => Object.hasOwn(outlookText.bars, type)

/** The results of the period's outcomes, the worst of them, and the smallest replenishment that stays within a loss. */
export const OutlookPanel = ({ game, period, under }: Props): ReactNode => {
  const { filters, setFilter } = useBoardFilters()
  const view = filters.outlook
  const target = { gameId: game.id, periodNo: period.periodNo, under }
  const { data, isError, refetch } = useScenario(target, view)
  const sender = useSender(under)
  const head = useOwnRole() === ROLE.head
  const open = period.state === 'open' || period.state === 'closed'
  const title = view === 'period' || !isGame(game.gameType) ? outlookText.percentiles : outlookText.bars[game.gameType]
  const note =
    view === 'period' || !isGame(game.gameType) ? outlookText.percentilesNote : outlookText.barsNote[game.gameType]
  return (
    <>
      <section
        className={
          data
            ? `card ${boardSideCss.sideCard} ${css.outlook}`
            : `card ${boardSideCss.sideCard} ${css.outlook} ${css.outlookWaiting}`
        }
      >
        <ToggleGroup
          name="outlook"
          label={outlookText.viewLabel}
          options={VIEWS}
          value={view}
          onChange={(next) => setFilter('outlook', next === 'deciding' ? null : next)}
        />
        <h2>
          {title}
          <small>{note}</small>
        </h2>
        {isError && !data ? (
          <p role="alert">
            {outlookText.failed}{' '}
            <button type="button" className="link-button" onClick={() => void refetch()}>
              {appText.retry}
            </button>
          </p>
        ) : data ? (
          <Told scenario={data} view={view} />
        ) : (
          <Skeleton label={outlookText.counting} rows={4} />
        )}
      </section>
      {data ? <Worst scenario={data} gameType={game.gameType} view={view} /> : isError ? null : <WorstWaiting />}
      {sender && open ? (
        <AdviceCard
          key={`${period.periodNo}|${sender.merchant}`}
          target={target}
          merchant={sender.merchant}
          game={game}
          period={period}
          view={view}
        />
      ) : head && open && under === null ? (
        <section className={`card ${boardSideCss.sideCard} ${css.advice}`}>
          <h2>{outlookText.advice.title}</h2>
          <p>{outlookText.advice.chooseMerchant}</p>
        </section>
      ) : null}
    </>
  )
}

const Told = ({ scenario, view }: { readonly scenario: Scenario; readonly view: OutlookView }): ReactNode => {
  const { outcomes, draws, exact, valueAtRisk } = scenario
  const count = showWhole(String(draws))
  const how = view === 'deciding' ? outlookText.outcomes : exact ? outlookText.exact : outlookText.sampled
  return (
    <>
      <OutlookChart key={outcomes[0]?.code} outcomes={outcomes} />
      <p className={css.outlookRisk}>
        <span title={outlookText.atRiskHint}>
          {outlookText.atRisk} <Amount value={valueAtRisk === '0' ? '0' : `-${valueAtRisk}`} as="whole" />
        </span>
        <small>{how(count)}</small>
      </p>
    </>
  )
}

type WorstProps = { readonly scenario: Scenario; readonly gameType: string; readonly view: OutlookView }

const Worst = ({ scenario, gameType, view }: WorstProps): ReactNode => {
  const { worst } = scenario
  const largest = worst[0] ? readAmount(worst[0].result) : 0n
  const percents = new Set(worst.map(({ probability }) => probability))
  const [same] = percents.size === 1 ? percents : []
  return (
    <section className={`card ${boardSideCss.sideCard}`}>
      <h2>
        {view === 'period' ? outlookText.worstDraws : outlookText.worst}
        {same === undefined ? null : <small>{outlookText.probability(shortPercent(same))}</small>}
      </h2>
      <ol
        data-part={view === 'period' ? 'worst-draws' : undefined}
        className={
          view === 'period'
            ? `${boardSideCss.worst} ${css.worstDraws}`
            : same === undefined
              ? `${boardSideCss.worst} ${css.worstLikely}`
              : boardSideCss.worst
        }
      >
        {worst.map((outcome) => {
          const result = readAmount(outcome.result)
          return (
            <li key={outcome.code}>
              <OutcomeLabel gameType={gameType} outcome={outcome} />
              {view === 'period' ? null : (
                <span className={boardSideCss.worstTrack}>
                  <i style={{ width: `${result < 0n ? permille(result, largest) / 10 : 0}%` }} />
                </span>
              )}
              {same === undefined ? <small>{shortPercent(outcome.probability)}%</small> : null}
              <Amount value={outcome.result} as="whole" />
            </li>
          )
        })}
      </ol>
    </section>
  )
}
