import { type FormEvent, type ReactNode, useState } from 'react'
import { useAllGames } from '../../../api/shared-queries.ts'
import { DayRangeField } from '../../../components/days/day-range.tsx'
import { DayTime } from '../../../components/days/day-time.tsx'
import type { DayRange } from '../../../lib/time.ts'
import { reportText } from '../../../text/zh-CN/rooms/report.ts'
import { ordersText } from '../../../text/zh-CN/shared/orders.ts'
import { Labelled } from '../../../ui/fields/labelled.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { MOBILE, useMedia } from '../../../ui/hooks/use-media.ts'
import css from '../delivery/delivery.module.css'
import { type FieldName, type FieldProblem, type Fields, fieldProblems, MORE_FIELDS } from './details-filters.ts'
import { ItemField } from './item-field.tsx'

type Props = {
  readonly range: DayRange
  readonly today: string
  readonly fields: Fields
  readonly busy: boolean
  readonly onRange: (range: DayRange | null) => void
  readonly onSend: (fields: Partial<Fields>) => void
}

const words = reportText.details
type Options = readonly { readonly value: string; readonly label: string }[]

const listOf = (names: Readonly<Record<string, string>>): Options => [
  { value: '', label: words.any },
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
]

const PANKOU = listOf({ A: 'A', B: 'B', C: 'C', D: 'D' })
const KINDS = listOf(ordersText.kinds)
const STATES = listOf(ordersText.stateFilters)
const RESULTS = listOf(ordersText.results)

const usePlays = (game: string): { readonly games: Options; readonly groups: Options; readonly plays: Options } => {
  const types = useAllGames().data ?? []
  const chosen = types.find(({ id }) => String(id) === game)
  return {
    games: [
      { value: '', label: words.any },
      ...types.map(({ id, gameName }) => ({ value: String(id), label: gameName })),
    ],
    groups: [
      { value: '', label: chosen ? words.any : words.gameFirst },
      ...(chosen?.groups.map(({ id, name }) => ({ value: String(id), label: name })) ?? []),
    ],
    plays: [
      { value: '', label: chosen ? words.any : words.gameFirst },
      ...(chosen?.groups.flatMap((group) => group.plays.map(({ code, name }) => ({ value: code, label: name }))) ?? []),
    ],
  }
}

/** Fields that mean nothing any more when another one changes. */
const BELONGING: Partial<Record<FieldName, Partial<Fields>>> = {
  game: { play: '', group: '', pfrom: '', pto: '', item: '' },
  play: { item: '' },
}

type DraftProps = {
  readonly draft: Fields
  readonly problems: Partial<Record<FieldName, FieldProblem>>
  readonly set: (name: FieldName, text: string) => void
}

const Line = ({ name, draft, problems, set }: DraftProps & { readonly name: FieldName }): ReactNode => {
  const problem = problems[name]
  return (
    <TextField
      label={words.fields[name]}
      problem={problem === undefined ? null : words.problems[problem]}
      type="text"
      maxLength={160}
      autoComplete="off"
      value={draft[name]}
      onChange={(text) => set(name, text)}
    />
  )
}

const TimeField = ({ name, draft, set }: DraftProps & { readonly name: FieldName }): ReactNode => (
  <Labelled label={words.fields[name]}>
    {() => <DayTime label={words.fields[name]} value={draft[name]} onChange={(text) => set(name, text)} />}
  </Labelled>
)

const ListField = ({
  name,
  draft,
  set,
  options,
}: Omit<DraftProps, 'problems'> & { readonly name: FieldName; readonly options: Options }): ReactNode => (
  <Labelled label={words.fields[name]}>
    {(input) => (
      <select
        {...input}
        className="text-input"
        value={draft[name]}
        onChange={(event) => set(name, event.currentTarget.value)}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    )}
  </Labelled>
)

/** All filters of orders; rare ones are folded. Submitted by Enter or the button. */
export const DetailsForm = ({ range, today, fields, busy, onRange, onSend }: Props): ReactNode => {
  const [held, setHeld] = useState({ of: fields, draft: fields })
  const asked = JSON.stringify(fields)
  // The address changed while the form was open: back and forward, or another report.
  const draft = JSON.stringify(held.of) === asked ? held.draft : fields
  const [opened, setOpened] = useState(false)
  const more = opened || MORE_FIELDS.some((name) => fields[name] !== '')
  const problems = fieldProblems(draft)
  const mobile = useMedia(MOBILE)
  const { games, groups, plays } = usePlays(draft.game)
  const set = (name: FieldName, text: string): void =>
    setHeld({
      of: fields,
      draft: { ...draft, [name]: text, ...BELONGING[name] },
    })
  const props = { draft, problems, set }
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (Object.keys(problems).length === 0) onSend(draft)
  }
  return (
    <search>
      <form className={css.detailsForm} onSubmit={send}>
        <div className={css.deliveryForm}>
          <DayRangeField range={range} today={today} onChange={onRange} />
        </div>
        <div className={css.detailsFields}>
          <Line name="account" {...props} />
          <ListField name="game" {...props} options={games} />
          <ListField name="state" {...props} options={STATES} />
          <Line name="orderNo" {...props} />
          {more || !mobile ? (
            <>
              <Line name="period" {...props} />
              <ListField name="kind" {...props} options={KINDS} />
              <ListField name="result" {...props} options={RESULTS} />
            </>
          ) : null}
          {more ? (
            <>
              <Line name="betNo" {...props} />
              <ListField name="group" {...props} options={groups} />
              <Line name="pfrom" {...props} />
              <Line name="pto" {...props} />
              <ListField name="play" {...props} options={plays} />
              <ItemField
                game={draft.game}
                playCode={draft.play}
                value={draft.item}
                problem={problems.item === undefined ? null : words.problems[problems.item]}
                onChange={(code) => set('item', code)}
              />
              <ListField name="pankou" {...props} options={PANKOU} />
              <Line name="stakeFrom" {...props} />
              <Line name="stakeTo" {...props} />
              <Line name="resultFrom" {...props} />
              <Line name="resultTo" {...props} />
              <TimeField name="placedFrom" {...props} />
              <TimeField name="placedTo" {...props} />
            </>
          ) : null}
          <div className={css.detailsButtons}>
            <button type="submit" className="plain-button" disabled={busy}>
              {reportText.query}
            </button>
            <button type="button" className="ghost-button" onClick={() => onSend({})}>
              {words.reset}
            </button>
            <button type="button" className="link-button" aria-expanded={more} onClick={() => setOpened(!more)}>
              {more ? words.less : words.more}
            </button>
          </div>
        </div>
      </form>
    </search>
  )
}
