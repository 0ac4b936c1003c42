import '../../ui/page/list-page.css'
import { type ReactNode, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { useAddress } from '../../components/data-table/use-address.ts'
import { DayRangeField } from '../../components/days/day-range.tsx'
import { rangeOf } from '../../lib/address.ts'
import { businessDay } from '../../lib/day-starts.ts'
import { type DayRange, shortcutRange } from '../../lib/time.ts'
import { operatorsText } from '../../text/zh-CN/rooms/operators.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { AllChanges, AllLogins } from './all-logs.tsx'
import { type Filters, readFilters, TABS } from './log-filters.ts'
import css from './operators.module.css'

const words = operatorsText.logs
const OUTCOMES = (['all', 'ok', 'refused'] as const).map((value) => ({ value, label: words.outcomes[value] }))

type Change = Readonly<Record<string, string>>

/** Each page links to the log of its object by this address. */
const useFilters = () => {
  const { search, change } = useAddress()
  const today = businessDay(serverNow())
  return { today, range: rangeOf(search, today) ?? shortcutRange('last7', today), filters: readFilters(search), change }
}

/** Sign-ins and changes over all paths and merchants: who changed what, when and from where. */
export const LogsPage = (): ReactNode => {
  const { today, range, filters, change } = useFilters()
  const onPage = (page: number): void => change({ page: String(page) })
  const tools = (
    <div className={css.filters}>
      <DayRangeField
        range={range}
        today={today}
        onChange={(next: DayRange | null) => change({ from: next?.from ?? '', to: next?.to ?? '' })}
      />
      <Filter key={JSON.stringify(filters)} filters={filters} onSearch={change} />
    </div>
  )
  return (
    <div className="list-page">
      <Tabs
        label={words.tabs}
        items={TABS.map((value) => ({ value, label: words[value] }))}
        value={filters.tab}
        onChange={(tab) => change({ tab: tab === 'changes' ? '' : tab })}
      />
      <section className="card list-card">
        {filters.tab === 'changes' ? (
          <AllChanges range={range} filters={filters} onPage={onPage} tools={tools} />
        ) : (
          <AllLogins range={range} filters={filters} onPage={onPage} tools={tools} />
        )}
      </section>
    </div>
  )
}

type FilterProps = { readonly filters: Filters; readonly onSearch: (change: Change) => void }

const TEXTS = {
  changes: ['person', 'target', 'action'],
  logins: ['person'],
} as const

/** Typed filters are searched with together: by Enter, or by the button. */
const Filter = ({ filters, onSearch }: FilterProps): ReactNode => {
  const [typed, setTyped] = useState({ person: filters.person, target: filters.target, action: filters.action })
  const labelOf = (name: keyof typeof typed): string =>
    name === 'person' && filters.tab === 'logins' ? words.personLogin : words[name]
  return (
    <form
      className={css.filters}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch({ person: typed.person.trim(), target: typed.target.trim(), action: typed.action.trim() })
      }}
    >
      {TEXTS[filters.tab].map((name) => (
        <input
          key={name}
          className="text-input"
          aria-label={labelOf(name)}
          placeholder={labelOf(name)}
          maxLength={32}
          value={typed[name]}
          onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
        />
      ))}
      {filters.tab === 'logins' ? (
        <Choice
          label={words.outcome}
          value={filters.outcome}
          options={OUTCOMES}
          onChange={(outcome) => onSearch({ outcome: outcome === 'all' ? '' : outcome })}
        />
      ) : null}
      <button type="submit" className="plain-button">
        {words.search}
      </button>
      {filters.under === null ? null : <span className="tag">{words.under}</span>}
      {filters.any ? (
        <button
          type="button"
          className="link-button"
          onClick={() => onSearch({ person: '', target: '', action: '', outcome: '', under: '' })}
        >
          {words.clear}
        </button>
      ) : null}
    </form>
  )
}
