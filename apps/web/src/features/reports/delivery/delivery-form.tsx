import { type ReactNode, useState } from 'react'
import { useAllGames, useGameInfos } from '../../../api/shared-queries.ts'
import { DayRangeField } from '../../../components/days/day-range.tsx'
import { reportText } from '../../../text/zh-CN/rooms/report.ts'
import { settlingText } from '../../../text/zh-CN/rooms/settling-up.ts'
import { Choice } from '../../../ui/fields/choice.tsx'
import { ToggleGroup } from '../../../ui/fields/toggle-group.tsx'
import css from './delivery.module.css'
import { type DeliveryChange, type DeliveryFilters, isOwnWhole } from './delivery-filters.ts'

const STATES = [
  { value: 'settled', label: reportText.states.settled },
  { value: 'open', label: reportText.states.open },
] as const
const PERIOD = /^[0-9A-Za-z/-]{1,32}$/
const RANGE_BY = [
  { value: 'day', label: reportText.byDay },
  { value: 'period', label: reportText.byPeriod },
] as const
type Pankou = '' | 'A' | 'B' | 'C' | 'D'
const PANKOU: readonly { value: Pankou; label: string }[] = [
  { value: '', label: reportText.pankouAll },
  ...(['A', 'B', 'C', 'D'] as const).map((value) => ({ value, label: reportText.pankouOne(value) })),
]
type Kind = '' | 'member' | 'replenishment' | 'flyout'
const KINDS: readonly { value: Kind; label: string }[] = [
  { value: '', label: reportText.kindAll },
  ...(['member', 'replenishment', 'flyout'] as const).map((value) => ({ value, label: reportText.kindOne[value] })),
]
const SETTLING: readonly { value: '' | 'unsettled' | 'settled'; label: string }[] = [
  { value: '', label: `${settlingText.column}：${settlingText.filters.all}` },
  { value: 'unsettled', label: settlingText.filters.unsettled },
  { value: 'settled', label: settlingText.filters.settled },
]

type Props = {
  readonly filters: DeliveryFilters
  readonly today: string
  readonly busy: boolean
  /** The classification has a filter by pankou, the delivery report one by settling up. */
  readonly classified: boolean
  readonly onChange: (change: DeliveryChange) => void
  readonly onQuery: () => void
  /** Buttons at the end of the bar. */
  readonly end?: ReactNode
}

/** A range of one game's periods; sent when both numbers are entered and Enter or the button is pressed. */
const Periods = ({ filters, onChange }: Pick<Props, 'filters' | 'onChange'>): ReactNode => {
  const { periods } = filters
  const [from, to] = [periods?.from ?? '', periods?.to ?? '']
  // What is typed stays until the address names other periods; the page is drawn again for other reasons.
  const asked = { of: `${from} ${to}`, from, to }
  const [held, setHeld] = useState(asked)
  const draft = held.of === asked.of ? held : asked
  const fine = PERIOD.test(draft.from) && PERIOD.test(draft.to)
  const wrong = [draft.from, draft.to].some((text) => text !== '' && !PERIOD.test(text))
  return (
    <form
      className={css.deliveryPeriods}
      onSubmit={(event) => {
        event.preventDefault()
        if (fine) onChange({ periods: { from: draft.from, to: draft.to } })
      }}
    >
      {(['from', 'to'] as const).map((which) => (
        <input
          key={which}
          className="text-input"
          aria-label={which === 'from' ? reportText.periodFrom : reportText.periodTo}
          aria-invalid={draft[which] !== '' && !PERIOD.test(draft[which])}
          placeholder={which === 'from' ? reportText.periodFrom : reportText.periodTo}
          maxLength={32}
          value={draft[which]}
          onChange={(event) => setHeld({ ...draft, [which]: event.currentTarget.value.trim() })}
        />
      ))}
      <button
        type="submit"
        className={`plain-button ${css.deliveryQueryPeriods}`}
        disabled={!fine}
        title={fine ? undefined : reportText.periodWrong}
      >
        {reportText.query}
      </button>
      {wrong ? (
        <em className={css.deliveryPeriodsWrong} role="alert">
          {reportText.periodDigits}
        </em>
      ) : null}
    </form>
  )
}

/** Days, or periods of one game; switching starts with the game's latest period. */
const RangeBy = ({ filters, onChange }: Pick<Props, 'filters' | 'onChange'>): ReactNode => {
  const infos = useGameInfos().data ?? []
  const toPeriods = (): void => {
    const info = infos.find(({ gameId }) => gameId === filters.gameId) ?? infos[0]
    const last = info?.last?.periodNo
    if (info && last !== undefined) onChange({ gameId: info.gameId, periods: { from: last, to: last } })
  }
  return (
    <ToggleGroup
      name="range-by"
      label={reportText.rangeBy}
      options={RANGE_BY}
      value={filters.periods === null ? 'day' : 'period'}
      onChange={(by) => (by === 'period' ? toPeriods() : onChange({ periods: null }))}
    />
  )
}

const idOf = (value: string): number | null => (value === '0' ? null : Number(value))

const Plays = ({ filters, onChange }: Pick<Props, 'filters' | 'onChange'>): ReactNode => {
  const games = useAllGames().data ?? []
  const groups = games.find(({ id }) => id === filters.gameId)?.groups ?? []
  return (
    <>
      <Choice
        label={reportText.gamesLabel}
        value={String(filters.gameId ?? 0)}
        options={[
          ...(filters.periods === null ? [{ value: '0', label: reportText.games }] : []),
          ...games.map((game) => ({ value: String(game.id), label: game.gameName })),
        ]}
        onChange={(gameId) => onChange({ gameId: idOf(gameId) })}
      />
      {filters.gameId === null ? null : (
        <Choice
          label={reportText.groupsLabel}
          value={String(filters.groupId ?? 0)}
          options={[
            { value: '0', label: reportText.groups },
            ...groups.map((group) => ({ value: String(group.id), label: group.name })),
          ]}
          onChange={(groupId) => onChange({ groupId: idOf(groupId) })}
        />
      )}
    </>
  )
}

/** Range, shortcuts, game, plays and state; every choice applies at once, the button repeats the request. */
export const DeliveryForm = ({ filters, today, busy, classified, onChange, onQuery, end }: Props): ReactNode => (
  <div className={css.deliveryForm}>
    <RangeBy filters={filters} onChange={onChange} />
    {filters.periods === null ? (
      <DayRangeField range={filters.range} today={today} onChange={(range) => onChange({ range })} />
    ) : (
      <Periods filters={filters} onChange={onChange} />
    )}
    <Plays filters={filters} onChange={onChange} />
    <ToggleGroup
      name="state"
      label={reportText.state}
      options={STATES}
      value={filters.state}
      onChange={(state) => onChange({ state })}
    />
    {classified ? (
      <>
        <Choice
          label={reportText.pankouLabel}
          value={filters.pankou ?? ''}
          options={PANKOU}
          onChange={(pankou) => onChange({ pankou: pankou === '' ? null : pankou })}
        />
        <Choice
          label={reportText.kindLabel}
          value={filters.kind ?? ''}
          options={KINDS}
          onChange={(kind) => onChange({ kind: kind === '' ? null : kind })}
        />
      </>
    ) : isOwnWhole(filters) ? (
      <Choice
        label={settlingText.filterLabel}
        value={filters.settlingUp ?? ''}
        options={SETTLING}
        onChange={(settlingUp) => onChange({ settlingUp: settlingUp === '' ? null : settlingUp })}
      />
    ) : null}
    {filters.periods === null ? (
      <button type="button" className={`plain-button ${css.deliveryQuery}`} disabled={busy} onClick={onQuery}>
        {reportText.query}
      </button>
    ) : null}
    {end === undefined ? null : (
      <span className={css.deliveryEnd} data-part="report-tools">
        {end}
      </span>
    )}
  </div>
)
