import { ROLE } from '@strata/domain/tree'
import { memo, type ReactNode, useMemo } from 'react'
import { useOwnRole } from '../../../api/own-role.ts'
import type { GameType } from '../../../api/shared-queries.ts'
import { Amount } from '../../../components/amount.tsx'
import { showWhole } from '../../../lib/amount.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { outlookText } from '../../../text/zh-CN/rooms/outlook.ts'
import { ToggleGroup } from '../../../ui/fields/toggle-group.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import boardSideCss from '../board/board-side.module.css'
import { type Replenishing, WorstList, type WorstOutcome } from '../board/worst-list.tsx'
import { type BoardFilters, type OutlookView, useBoardFilters } from '../board-state/board-filters.ts'
import { type Board, type BoardRow, rowKey } from '../board-state/board-model.ts'
import { useSender } from '../board-state/use-sender.ts'
import { AdviceCard } from './advice-card.tsx'
import { OutcomeLabel } from './outcome-label.tsx'
import css from './outlook.module.css'
import { OutlookChart } from './outlook-chart.tsx'
import { type Scenario, scenarioOfRows, shortPercent } from './outlook-model.ts'
import { WorstWaiting } from './outlook-waiting.tsx'
import { useScenario } from './use-outlook.ts'

const VIEWS = (['deciding', 'period'] as const).map((value) => ({ value, label: outlookText.views[value] }))

type Props = {
  readonly game: GameType
  readonly period: Board['period']
  readonly under: BoardFilters['under']
  /** The board's rows, if they are the outcomes of the deciding draw: then cells and panel show one version. */
  readonly rows: readonly BoardRow[] | null
  readonly replenishing: Replenishing
}

const isGame = (type: string): type is keyof typeof outlookText.bars => Object.hasOwn(outlookText.bars, type)

/** It shows no figure, so a newer answer does not draw it. */
const ViewChoice = memo((): ReactNode => {
  const { filters, setFilter } = useBoardFilters()
  return (
    <ToggleGroup
      name="outlook"
      label={outlookText.viewLabel}
      options={VIEWS}
      value={filters.outlook}
      onChange={(next) => setFilter('outlook', next === 'deciding' ? null : next)}
    />
  )
})

/** The results of the period's outcomes, the worst of them, and the smallest replenishment that stays within a loss. */
export const OutlookPanel = ({ game, period, under, rows, replenishing }: Props): ReactNode => {
  const view = useBoardFilters().filters.outlook
  const target = { gameId: game.id, periodNo: period.periodNo, under }
  const own = view === 'deciding' ? rows : null
  const asked = useScenario(target, own === null ? view : null)
  const { isError, refetch } = asked
  const data = useMemo(() => (own === null ? asked.data : scenarioOfRows(own)), [own, asked.data])
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
        <ViewChoice />
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
          <Told scenario={data} view={view} listed={own === null} />
        ) : (
          <Skeleton label={outlookText.counting} rows={4} />
        )}
      </section>
      {data ? (
        <Worst scenario={data} gameType={game.gameType} view={view} rows={own} replenishing={replenishing} />
      ) : isError ? null : (
        <WorstWaiting />
      )}
      {sender && open ? (
        <AdviceCard
          key={`${period.periodNo}|${sender.merchant}`}
          target={target}
          merchant={sender.merchant}
          game={game}
          period={period}
          view={view}
          worst={data?.worst[0]?.result ?? null}
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

type ToldProps = { readonly scenario: Scenario; readonly view: OutlookView; readonly listed: boolean }

const Told = ({ scenario, view, listed }: ToldProps): ReactNode => {
  const { outcomes, draws, exact, valueAtRisk } = scenario
  const count = showWhole(String(draws))
  const how = view === 'deciding' ? outlookText.outcomes : exact ? outlookText.exact : outlookText.sampled
  return (
    <>
      <OutlookChart key={outcomes[0]?.code} outcomes={outcomes} listed={listed} />
      <p className={css.outlookRisk}>
        <span title={outlookText.atRiskHint}>
          {outlookText.atRisk} <Amount value={valueAtRisk === '0' ? '0' : `-${valueAtRisk}`} as="whole" />
        </span>
        <small>{how(count)}</small>
      </p>
    </>
  )
}

type WorstProps = {
  readonly scenario: Scenario
  readonly gameType: string
  readonly view: OutlookView
  readonly rows: readonly BoardRow[] | null
  readonly replenishing: Replenishing
}

const Worst = ({ scenario, gameType, view, rows, replenishing }: WorstProps): ReactNode => {
  const { worst, outcomes } = scenario
  const percents = new Set(worst.map(({ probability }) => probability))
  const [same] = percents.size === 1 ? percents : []
  const rowOf = new Map((rows ?? []).map((row) => [rowKey(row), row]))
  const told = (outcome: (typeof outcomes)[number]): WorstOutcome => ({
    key: outcome.code,
    name: outcome.label,
    label: <OutcomeLabel gameType={gameType} outcome={outcome} />,
    chance: same === undefined ? `${shortPercent(outcome.probability)}%` : null,
    result: outcome.result,
    row: rowOf.get(outcome.code.replace(':', '|')) ?? null,
  })
  const find = (key: string): WorstOutcome | null => {
    const outcome = outcomes.find(({ code }) => code === key)
    return outcome ? told(outcome) : null
  }
  return (
    <section className={`card ${boardSideCss.sideCard}`}>
      <h2>
        {view === 'period' ? outlookText.worstDraws : outlookText.worst}
        {same === undefined ? null : <small>{outlookText.probability(shortPercent(same))}</small>}
      </h2>
      {view === 'period' ? (
        <ol data-part="worst-draws" className={`${boardSideCss.worst} ${css.worstDraws}`}>
          {worst.map((outcome) => (
            <li key={outcome.code}>
              <OutcomeLabel gameType={gameType} outcome={outcome} />
              <Amount value={outcome.result} as="whole" />
            </li>
          ))}
        </ol>
      ) : (
        <WorstList outcomes={worst.map(told)} find={find} replenishing={replenishing} />
      )}
    </section>
  )
}
