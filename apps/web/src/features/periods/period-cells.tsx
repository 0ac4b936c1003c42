import type { RoutePath } from '@strata/contract/menu'
import { PERIOD_STAGE_WORDS } from '@strata/contract/words'
import { mayChange } from '@strata/domain/games/month'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { serverNow } from '../../api/clock.ts'
import { Ball } from '../../components/ball/ball.tsx'
import { Countdown } from '../../components/countdown.tsx'
import type { Column } from '../../components/data-table/use-table.ts'
import { formatClock, formatInstant } from '../../lib/instant.ts'
import { formatShort } from '../../lib/time.ts'
import { changeText, periodsText as words } from '../../text/zh-CN/rooms/periods.ts'
import css from './periods.module.css'
import { mayClose, mayVoid, type PeriodRow, STAGE_TAGS, stageOfRow } from './periods-model.ts'

export type Context = {
  readonly gameType: string
  /** Null: the operator may not close periods. */
  readonly close: ((row: PeriodRow) => void) | null
  /** Null: the operator may not change periods, or they follow a schedule. */
  readonly change: ((row: PeriodRow) => void) | null
  /** The operator may propose the void of a period. */
  readonly mayPropose: boolean
}

export const Stage = ({ row }: { readonly row: PeriodRow }): ReactNode => {
  const stage = stageOfRow(row, serverNow())
  return (
    <span className={STAGE_TAGS[stage]} data-stage={stage}>
      {PERIOD_STAGE_WORDS[stage]}
      {stage === 'settling' ? ` ${words.merchants(row.settled, row.merchants)}` : ''}
    </span>
  )
}

export const CloseTime = ({ row }: { readonly row: PeriodRow }): ReactNode => {
  const { closedEarly: early, closeAt } = row
  if (early === null) return formatClock(closeAt)
  const why = words.earlyBy(early.by, formatShort(early.at), formatClock(early.wasAt), early.reason)
  return (
    <span title={why}>
      {formatClock(closeAt)} <span className="tag tag-warn">{words.early}</span>
      <span className="visually-hidden">{why}</span>
    </span>
  )
}

export const Balls = ({ row, gameType }: { readonly row: PeriodRow; readonly gameType: string }): ReactNode => (
  <span className={css.balls}>
    {row.result.map((ball, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a drawn number is known by its place
      <Ball key={at} gameType={gameType} number={ball} />
    ))}
  </span>
)

const RESULT_PATH: RoutePath = '/admin/game/result'

const addressOf = (gameType: string, { periodNo }: PeriodRow): string =>
  `${RESULT_PATH}?game=${gameType}&period=${encodeURIComponent(periodNo)}`

/** The way to the result: to enter it, to decide what is proposed, or to see and correct it. */
const Result = ({ row, gameType }: { readonly row: PeriodRow; readonly gameType: string }): ReactNode => {
  const stage = stageOfRow(row, serverNow())
  if (stage === 'scheduled' || stage === 'open' || stage === 'closed') return null
  const text = stage === 'waiting' ? words.result : stage === 'proposed' ? words.review : words.seeResult
  return <Link to={addressOf(gameType, row)}>{text}</Link>
}

export const Actions = ({
  row,
  gameType,
  close,
  change,
  mayPropose,
}: Context & { readonly row: PeriodRow }): ReactNode => (
  <span className={css.actions}>
    {close !== null && mayClose(row, serverNow()) ? (
      <button type="button" className="link-button" onClick={() => close(row)}>
        {words.close}
      </button>
    ) : null}
    {change !== null && mayChange(row, serverNow()) ? (
      <button type="button" className="link-button" onClick={() => change(row)}>
        {changeText.change}
      </button>
    ) : null}
    <Result row={row} gameType={gameType} />
    {mayPropose && mayVoid(row) ? <Link to={`${addressOf(gameType, row)}&show=void`}>{words.voidPeriod}</Link> : null}
  </span>
)

const isComing = (row: PeriodRow): boolean => ['scheduled', 'open', 'closed'].includes(row.state)

export const Left = ({ row }: { readonly row: PeriodRow }): ReactNode =>
  isComing(row) && row.drawAt > serverNow() ? <Countdown period={row} /> : null

const of = words.columns
export const FIRST = { title: of.periodNo, strong: true as const, cell: (row: PeriodRow) => row.periodNo }
export const COLUMNS: readonly Column<PeriodRow, Context>[] = [
  { name: 'stage', title: of.stage, left: true, cell: (row) => <Stage row={row} /> },
  { name: 'left', title: of.left, left: true, cell: (row) => <Left row={row} /> },
  { name: 'openAt', title: of.openAt, left: true, cell: (row) => formatInstant(row.openAt).slice(5) },
  { name: 'closeAt', title: of.closeAt, left: true, cell: (row) => <CloseTime row={row} /> },
  { name: 'hedgeCloseAt', title: of.hedgeCloseAt, left: true, cell: (row) => formatClock(row.hedgeCloseAt) },
  { name: 'drawAt', title: of.drawAt, left: true, cell: (row) => formatInstant(row.drawAt).slice(5) },
  { name: 'merchants', title: of.merchants, cell: (row) => row.merchants },
  {
    name: 'result',
    title: of.result,
    left: true,
    cell: (row, { gameType }) => <Balls row={row} gameType={gameType} />,
  },
  {
    name: 'actions',
    title: of.actions,
    left: true,
    pinEnd: true,
    cell: (row, context) => <Actions row={row} {...context} />,
  },
]
