import type { ReactNode } from 'react'
import type { GameType } from '../../api/shared-queries.ts'
import { normal } from '../../lib/decimal.ts'
import { pankouText as words } from '../../text/zh-CN/rooms/pankou.ts'
import { FieldInput } from '../../ui/fields/field-input.tsx'
import { FieldTable } from '../../ui/matrix/field-table.tsx'
import css from './pankou.module.css'
import {
  ceilingOf,
  LETTERS,
  type Letter,
  type RateEdits,
  type Row,
  rateProblem,
  type Setting,
  savedRate,
  shownRate,
  withRate,
  withRates,
} from './pankou-model.ts'

const heads = words.ladderColumns

/** How each pankou follows A, and the commission that its lower odds leave room for. */
export const Ladder = ({ ladder }: Pick<Setting, 'ladder'>): ReactNode => (
  <section className="card panel" aria-label={words.ladder}>
    <header>
      <h2>{words.ladder}</h2>
    </header>
    <table className="table">
      <thead>
        <tr>
          <th scope="col" className="left">
            {heads.pankou}
          </th>
          <th scope="col">{heads.ratio}</th>
          <th scope="col">{heads.ceiling}</th>
          <th scope="col" className="left">
            {heads.state}
          </th>
        </tr>
      </thead>
      <tbody>
        {ladder.map(({ pankou, oddsRatio, enabled }) => (
          <tr key={pankou} data-pankou={pankou}>
            <th scope="row" className="left">
              {words.pankouName(pankou)}
            </th>
            <td>{normal(oddsRatio)}%</td>
            <td>{ceilingOf(pankou)}%</td>
            <td className="left">
              <span className={enabled ? 'tag tag-good' : 'tag'}>{enabled ? words.enabled : words.disabled}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <p className={css.note}>{words.ladderNote}</p>
  </section>
)

type RatesProps = {
  readonly game: GameType
  readonly rows: readonly Row[]
  readonly edits: RateEdits
  readonly readOnly: boolean
  readonly onEdit: (edits: RateEdits) => void
}

type CellProps = Omit<RatesProps, 'rows' | 'game'> & {
  readonly row: Row
  readonly letter: Letter
  readonly name: string
}

const RateCell = ({ row, letter, name, edits, readOnly, onEdit }: CellProps): ReactNode => {
  const text = shownRate(row, letter, edits)
  const changed = text !== savedRate(row, letter)
  return (
    <td className={css.rate}>
      <FieldInput
        label={words.fieldOf(name, letter)}
        value={text}
        changed={changed}
        problem={changed ? rateProblem(letter, text) : null}
        disabled={readOnly}
        onChange={(typed) => onEdit(withRate(edits, row, letter, typed))}
      />
    </td>
  )
}

/** The highest commission of each play group and pankou. */
export const RateTable = ({ game, rows, ...editing }: RatesProps): ReactNode => {
  const names = new Map(game.groups.map(({ id, name }) => [id, name]))
  return (
    <section className="card panel" aria-label={words.commission}>
      <header>
        <h2>{words.commission}</h2>
        <span>{words.commissionNote}</span>
      </header>
      <FieldTable
        label={words.commission}
        scrollClassName={css.scroll}
        className={css.rates}
        size={{ rows: rows.length, columns: LETTERS.length }}
        readOnly={editing.readOnly}
        valueAt={({ row, column }) => {
          const [at, letter] = [rows[row], LETTERS[column]]
          return at && letter ? shownRate(at, letter, editing.edits) : null
        }}
        onEdit={(made) => editing.onEdit(withRates(editing.edits, rows, made))}
      >
        <thead>
          <tr>
            <th scope="col" className="left">
              {words.group}
            </th>
            {LETTERS.map((letter) => (
              <th key={letter} scope="col" className={css.rate}>
                {words.pankouName(letter)} <small>≤ {ceilingOf(letter)}%</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const name = names.get(row.groupId) ?? String(row.groupId)
            return (
              <tr key={row.groupId} data-group={row.groupId}>
                <th scope="row" className="left">
                  {name}
                </th>
                {LETTERS.map((letter) => (
                  <RateCell key={letter} {...{ row, letter, name, ...editing }} />
                ))}
              </tr>
            )
          })}
        </tbody>
      </FieldTable>
    </section>
  )
}
