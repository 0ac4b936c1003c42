import '../../../ui/page/table.css'
import type { ReactNode } from 'react'
import { Amount } from '../../../components/amount.tsx'
import { settlingText } from '../../../text/zh-CN/rooms/settling-up.ts'
import { type DueRow, dueOf } from './settle-many-model.ts'
import css from './settling.module.css'

const words = settlingText.many

type Props = {
  readonly rows: readonly DueRow[]
  readonly chosen: ReadonlySet<number>
  /** The amounts of rows that have changed since they were sent: what was shown then. */
  readonly before: ReadonlyMap<number, string>
  readonly fixed: boolean
  readonly onChoose: (chosen: ReadonlySet<number>) => void
}

const Tick = ({
  row,
  chosen,
  fixed,
  onChoose,
}: Omit<Props, 'rows' | 'before'> & { readonly row: DueRow }): ReactNode => (
  <label className={css.manyTick}>
    <input
      type="checkbox"
      checked={chosen.has(row.agentPathsId)}
      disabled={fixed}
      onChange={({ currentTarget: { checked } }) => {
        const next = new Set(chosen)
        if (checked) next.add(row.agentPathsId)
        else next.delete(row.agentPathsId)
        onChoose(next)
      }}
    />
    {row.accountName}
    {row.nickname ? <small>{row.nickname}</small> : null}
  </label>
)

const COLUMNS = ['receivable', 'settled', 'unsettled', 'difference'] as const

/** The downlines with something to settle; each is chosen by itself. */
export const SettleManyRows = (props: Props): ReactNode => {
  const { rows, chosen, before, fixed, onChoose } = props
  const all = rows.length > 0 && rows.every(({ agentPathsId }) => chosen.has(agentPathsId))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key
    <section className={`table-scroll ${css.settlingDays}`} tabIndex={0} aria-label={words.rows}>
      <table className="table data-table">
        <thead>
          <tr>
            <th scope="col" className="left pin edge">
              <label className={css.manyTick}>
                <input
                  type="checkbox"
                  checked={all}
                  disabled={fixed}
                  onChange={() => onChoose(new Set(all ? [] : rows.map(({ agentPathsId }) => agentPathsId)))}
                />
                {words.all}
              </label>
            </th>
            <th scope="col">{words.days}</th>
            {COLUMNS.map((name) => (
              <th key={name} scope="col" className={css.manyRest}>
                {settlingText.sums[name]}
              </th>
            ))}
            <th scope="col">{settlingText.sums.due}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.agentPathsId} data-due={row.accountName}>
              <th scope="row" className="left pin edge">
                <Tick {...{ row, chosen, fixed, onChoose }} />
              </th>
              <td>{words.dayPart(row.days - row.settledDays, row.days)}</td>
              {COLUMNS.map((name) => (
                <td key={name} className={css.manyRest}>
                  <Amount value={row[name]} />
                </td>
              ))}
              <td className="strong">
                {before.has(row.agentPathsId) ? (
                  <del className={css.manyBefore}>
                    <Amount value={before.get(row.agentPathsId) ?? null} />
                  </del>
                ) : null}
                <Amount value={dueOf(row)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
