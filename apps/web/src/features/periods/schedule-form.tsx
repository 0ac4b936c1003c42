import type { ReactNode } from 'react'
import { TimeField } from '../../components/days/time-field.tsx'
import { schedulesText as words } from '../../text/zh-CN/rooms/periods.ts'
import { Switch } from '../../ui/fields/choice.tsx'
import { Labelled } from '../../ui/fields/labelled.tsx'
import { ToggleGroup } from '../../ui/fields/toggle-group.tsx'
import css from './periods.module.css'
import { type Draft, lastOf, type SegmentDraft } from './schedule-model.ts'
import { TimeInput, Weekdays } from './weekdays.tsx'

type Props = { readonly draft: Draft; readonly set: (change: Partial<Draft>) => void; readonly freeDay: string }

const MAX_SEGMENTS = 12
const FIELDS = [
  ['first', words.first],
  ['every', words.every],
  ['count', words.count],
] as const

const Segments = ({ draft, set }: Omit<Props, 'freeDay'>): ReactNode => {
  const { segments } = draft
  const change = (at: number, part: Partial<SegmentDraft>): void =>
    set({ segments: segments.map((one, place) => (place === at ? { ...one, ...part } : one)) })
  return (
    <>
      <table className={css.segments}>
        <thead>
          <tr>
            {FIELDS.map(([name, label]) => (
              <th key={name} title={name === 'first' ? words.firstHint : undefined}>
                {label}
              </th>
            ))}
            <th>{words.last}</th>
            <th aria-hidden />
          </tr>
        </thead>
        <tbody>
          {segments.map((segment, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a segment is known by its place
            <tr key={at}>
              {FIELDS.map(([name, label]) => (
                <td key={name}>
                  <input
                    className="text-input"
                    aria-label={`${label} ${at + 1}`}
                    value={segment[name]}
                    onChange={(event) => change(at, { [name]: event.currentTarget.value })}
                  />
                </td>
              ))}
              <td>{lastOf(segment)}</td>
              <td>
                {segments.length > 1 ? (
                  <button
                    type="button"
                    className="link-button"
                    aria-label={words.removeSegment(at + 1)}
                    onClick={() => set({ segments: segments.filter((_, place) => place !== at) })}
                  >
                    ×
                  </button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={css.row}>
        <button
          type="button"
          className="ghost-button"
          disabled={segments.length >= MAX_SEGMENTS}
          onClick={() => set({ segments: [...segments, { first: '', every: '600', count: '' }] })}
        >
          {words.addSegment}
        </button>
        <Switch label={words.continuous} checked={draft.continuous} onChange={(continuous) => set({ continuous })} />
        <span className={css.muted}>{words.continuous}</span>
      </div>
    </>
  )
}

const Weekly = ({ draft, set }: Omit<Props, 'freeDay'>): ReactNode => (
  <div className="form">
    <Labelled label={words.weekdays} wide>
      {() => <Weekdays label={words.weekdays} value={draft.weekdays} onChange={(weekdays) => set({ weekdays })} />}
    </Labelled>
    <Labelled label={words.open}>
      {() => <TimeInput label={words.open} value={draft.open} onChange={(open) => set({ open })} />}
    </Labelled>
    <Labelled label={words.draw}>
      {() => <TimeInput label={words.draw} value={draft.draw} onChange={(draw) => set({ draw })} />}
    </Labelled>
  </div>
)

/** Daily segments or weekdays, and the day from which they hold. */
export const ScheduleForm = ({ draft, set, freeDay }: Props): ReactNode => (
  <>
    <div className={css.row}>
      <ToggleGroup
        name="kind"
        label={words.kind}
        options={[
          { value: 'daily', label: words.daily },
          { value: 'weekly', label: words.weekly },
        ]}
        value={draft.kind}
        onChange={(kind) => set({ kind })}
      />
    </div>
    {draft.kind === 'daily' ? <Segments draft={draft} set={set} /> : <Weekly draft={draft} set={set} />}
    <div className={css.fromDay}>
      <TimeField
        kind="day"
        label={words.fromDay}
        hint={words.fromHint(freeDay)}
        min={freeDay}
        value={draft.fromDay}
        onChange={(fromDay) => set({ fromDay })}
      />
    </div>
  </>
)
