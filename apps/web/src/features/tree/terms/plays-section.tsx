import { isOptionalLimit, LIMIT_NAMES, LIMITS } from '@strata/domain/tree/limits'
import type { ReactNode } from 'react'
import { showAmount } from '../../../lib/amount.ts'
import { normal, shortAmount } from '../../../lib/decimal.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { Choice } from '../../../ui/fields/choice.tsx'
import { FieldInput } from '../../../ui/fields/field-input.tsx'
import { MOBILE, useMedia } from '../../../ui/hooks/use-media.ts'
import { FieldTable } from '../../../ui/matrix/field-table.tsx'
import css from './terms.module.css'
import {
  cellKey,
  type GameDraft,
  type GameTerms,
  LETTERS,
  type Letter,
  type PlayDraft,
  type PlayField,
  type PlayTerms,
  playValue,
  withGame,
  withPlay,
  withPlays,
} from './terms-model.ts'
import type { Editing, NamedGame } from './terms-view.ts'

const words = treeText.edit

type Props = {
  readonly editing: Editing
  readonly shape: NamedGame
  readonly game: GameTerms
  readonly draft: GameDraft
  readonly onlyChanged: boolean
}

type CellProps = Pick<Props, 'editing' | 'game' | 'draft'> & {
  readonly play: PlayTerms
  readonly typed: PlayDraft
  readonly field: PlayField
  readonly name: string
}

const isLetter = (field: PlayField): field is Letter => field.length === 1
const keyOf = (gameId: number, groupId: number, field: PlayField): string =>
  isLetter(field) ? cellKey(gameId, 'commission', groupId, field) : cellKey(gameId, field, groupId)

const boundsAt = (play: PlayTerms, field: PlayField) =>
  isLetter(field) ? play.bounds.commission[field] : play.bounds[field]

/** The parent's own value in short form; the whole range on hover and for screen readers. */
const ParentValue = ({ play, field }: { readonly play: PlayTerms; readonly field: PlayField }): ReactNode => {
  const bounds = boundsAt(play, field)
  if (!bounds) return <small className={css.parentValue} />
  const letter = isLetter(field)
  const show = (text: string): string => (letter ? `${normal(text)}%` : showAmount(text))
  const range = words.mayBe(show(bounds.min), bounds.max === null ? words.noLimit : show(bounds.max), '')
  const isFloor = LIMITS.some(({ name, bound }) => name === field && bound === 'floor')
  const value = isFloor ? bounds.min : bounds.max
  const short = value === null ? words.noLimit : letter ? normal(value) : shortAmount(value)
  return (
    <small className={css.parentValue} title={`${range}（${bounds.why}）`}>
      /{short}
    </small>
  )
}

const Cell = ({ editing, game, draft, play, typed, field, name }: CellProps): ReactNode => {
  const key = keyOf(game.gameId, play.groupId, field)
  const column = isLetter(field) ? words.letter(field) : words[field]
  return (
    <span className={css.termCell}>
      <FieldInput
        label={words.cell(name, column)}
        value={playValue(typed, field)}
        changed={editing.changed.has(key)}
        problem={editing.problems.get(key) ?? null}
        disabled={editing.readonly}
        placeholder={isOptionalLimit(field) ? words.noLimit : ''}
        onChange={(value) =>
          editing.set(withGame(editing.draft, game.gameId, withPlay(draft, play.groupId, field, value)))
        }
      />
      <ParentValue play={play} field={field} />
    </span>
  )
}

const rowsOf = ({ shape, game, draft, editing, onlyChanged }: Props) =>
  shape.groups.flatMap((group) => {
    const play = game.plays.find(({ groupId }) => groupId === group.id)
    const typed = draft.plays[group.id]
    if (!play || !typed) return []
    const touched = [...LETTERS, ...LIMIT_NAMES].some((field) => {
      const key = keyOf(game.gameId, group.id, field)
      return editing.changed.has(key) || editing.problems.has(key)
    })
    return onlyChanged && !touched ? [] : [{ group, play, typed }]
  })

const PlaysTable = (props: Props & { readonly fields: readonly PlayField[] }): ReactNode => {
  const { editing, game, draft, fields } = props
  const rows = rowsOf(props)
  return (
    <FieldTable
      label={words.sections.plays}
      scrollClassName={css.termsScroll}
      className={css.termsTable}
      size={{ rows: rows.length, columns: fields.length }}
      readOnly={editing.readonly}
      valueAt={({ row, column }) => {
        const [at, field] = [rows[row], fields[column]]
        return at && field ? playValue(at.typed, field) : null
      }}
      onEdit={(made) => {
        const ids = rows.map(({ group }) => group.id)
        editing.set(withGame(editing.draft, game.gameId, withPlays(draft, { ids, fields, made })))
      }}
    >
      <thead>
        <tr>
          <th scope="col" className="left pin">
            {words.group}
          </th>
          {fields.map((field) => (
            <th key={field} scope="col" data-kind={isLetter(field) ? 'rate' : 'limit'}>
              {isLetter(field) ? words.letter(field) : words[field]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ group, play, typed }) => (
          <tr key={group.id}>
            <th scope="row" className="left pin">
              {group.name}
            </th>
            {fields.map((field) => (
              <td key={field} data-kind={isLetter(field) ? 'rate' : 'limit'}>
                <Cell {...props} play={play} typed={typed} field={field} name={group.name} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </FieldTable>
  )
}

const PlaysCards = (props: Props & { readonly fields: readonly PlayField[] }): ReactNode => (
  <ul className={css.termsCards}>
    {rowsOf(props).map(({ group, play, typed }, row) => (
      <li key={group.id}>
        <details open={row === 0}>
          <summary>{group.name}</summary>
          <dl>
            {props.fields.map((field) => (
              <div key={field}>
                <dt>{isLetter(field) ? words.letter(field) : words[field]}</dt>
                <dd>
                  <Cell {...props} play={play} typed={typed} field={field} name={group.name} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      </li>
    ))}
  </ul>
)

/** Commission per open pankou and the limits, one row per play group. */
export const PlaysSection = (props: Props): ReactNode => {
  const mobile = useMedia(MOBILE)
  const fields: readonly PlayField[] = [
    ...LETTERS.filter((letter) => props.draft.pankou.includes(letter)),
    ...LIMIT_NAMES,
  ]
  if (props.shape.groups.length === 0) return <p className="message-line">{words.noGroups}</p>
  const List = mobile ? PlaysCards : PlaysTable
  return <List {...props} fields={fields} />
}

/** Which pankou are open; for a bettor the one it bets on. */
export const PankouChoice = ({ editing, game, draft }: Pick<Props, 'editing' | 'game' | 'draft'>): ReactNode => {
  const key = cellKey(game.gameId, 'pankou')
  const problem = editing.problems.get(key)
  const set = (pankou: readonly Letter[]): void => editing.set(withGame(editing.draft, game.gameId, { pankou }))
  if (editing.bettor)
    return (
      <span className={css.pankouChoice}>
        {words.betPankou}{' '}
        <Choice
          label={words.betPankou}
          value={draft.pankou[0] ?? 'A'}
          changed={editing.changed.has(key)}
          disabled={editing.readonly}
          options={game.bounds.pankou.map((letter) => ({ value: letter, label: letter }))}
          onChange={(letter) => set([letter])}
        />
      </span>
    )
  return (
    <fieldset className={editing.changed.has(key) ? `${css.pankouChoice} ${css.pankouChanged}` : css.pankouChoice}>
      <legend className="visually-hidden">{words.openPankou}</legend>
      <span aria-hidden="true">{words.openPankou}</span>
      {game.bounds.pankou.map((letter) => (
        <label key={letter} className="check">
          <input
            type="checkbox"
            checked={draft.pankou.includes(letter)}
            disabled={editing.readonly}
            onChange={(event) => {
              const on = event.currentTarget.checked
              set(LETTERS.filter((one) => (one === letter ? on : draft.pankou.includes(one))))
            }}
          />
          {letter}
        </label>
      ))}
      {problem === undefined ? null : <em role="alert">{problem}</em>}
    </fieldset>
  )
}
