import type { ReactNode } from 'react'
import '../../ui/page/table.css'
import { TimeAgo } from '../../components/time-ago.tsx'
import css from './books.module.css'

/** What the table of books and that of channels say alike. */
type Words = {
  readonly table: string
  readonly columns: Readonly<Record<string, string>>
  readonly on: string
  readonly off: string
  readonly never: string
  readonly outcomes: Readonly<Record<string, string>>
}

export type Connection = {
  readonly key: string
  readonly name: string
  readonly enabled: boolean
  /** Between its state and its last trial: the address, and the name that is used there. */
  readonly facts: readonly [string, string]
  readonly trial: { readonly outcome: string; readonly at: number } | null
  readonly users: string
  /** Null: nothing may be done with it. */
  readonly actions: ReactNode
}

type Props = {
  readonly words: Words
  /** Keys of `words.columns` for the two facts. */
  readonly facts: readonly [string, string]
  readonly good: string
  readonly mayChange: boolean
  readonly rows: readonly Connection[]
}

type TrialProps = { readonly words: Words; readonly good: string; readonly trial: Connection['trial'] }

const Trial = ({ words, good, trial }: TrialProps): ReactNode =>
  trial === null ? (
    words.never
  ) : (
    <>
      <span className={trial.outcome === good ? 'tag tag-good' : 'tag tag-bad'}>{words.outcomes[trial.outcome]}</span>{' '}
      <TimeAgo at={trial.at} />
    </>
  )

/** Connections to the outside: whether each is on, where it leads, its last trial, who uses it. */
export const ConnectionTable = ({ words, facts, good, mayChange, rows }: Props): ReactNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
  <section className="table-scroll" aria-label={words.table} tabIndex={0}>
    <table className="table">
      <thead>
        <tr>
          {['name', 'state', ...facts, 'trial', 'users', ...(mayChange ? ['actions'] : [])].map((head) => (
            <th key={head} className="left">
              {words.columns[head]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, enabled, facts: [first, second], trial, users, actions }) => (
          <tr key={key} data-connection={key}>
            <th scope="row" className="left">
              {name}
            </th>
            <td className="left">
              <span className={enabled ? 'tag tag-good' : 'tag'}>{enabled ? words.on : words.off}</span>
            </td>
            <td className="left">{first}</td>
            <td className="left">{second}</td>
            <td className="left">
              <Trial words={words} good={good} trial={trial} />
            </td>
            <td className={`left ${css.users}`}>{users}</td>
            {mayChange ? <td className="left">{actions}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

type ActionsProps = {
  readonly list: readonly (readonly [text: string, act: () => void])[]
  /** A button's name with that of its row. */
  readonly labelOf: (text: string) => string
  readonly disabled?: boolean
}

export const ConnectionActions = ({ list, labelOf, disabled = false }: ActionsProps): ReactNode => (
  <span className={css.actions}>
    {list.map(([text, act]) => (
      <button
        key={text}
        type="button"
        className="link-button"
        disabled={disabled}
        aria-label={labelOf(text)}
        onClick={act}
      >
        {text}
      </button>
    ))}
  </span>
)
