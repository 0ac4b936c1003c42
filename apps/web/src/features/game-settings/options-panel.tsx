import { type OptionKey, optionName } from '@strata/domain/games/options'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { formatClock } from '../../lib/instant.ts'
import { gameSettingsText } from '../../text/zh-CN/rooms/game-settings.ts'
import { Labelled } from '../../ui/fields/labelled.tsx'
import css from './game-settings.module.css'
import {
  choicesOf,
  type GameRow,
  type OptionRow,
  optionRows,
  type Plays,
  placeOf,
  wireAt,
} from './game-settings-model.ts'
import { useSaveGame } from './save-game.ts'

const words = gameSettingsText.options

type Props = { readonly game: GameRow; readonly plays: Plays; readonly mayChange: boolean }

/** The rule options of a game: those of the period on sale, those from the next one, and the plays they touch. */
export const OptionsPanel = ({ game, plays, mayChange }: Props): ReactNode => {
  const [edited, setEdited] = useState<OptionKey | null>(null)
  const rows = optionRows(game, plays.running)
  // As it is now: what somebody else saves meanwhile is shown beside what was chosen.
  const editing = rows.find(({ key }) => key === edited)
  return (
    <section className="card panel" aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
      </header>
      <table className={`table ${css.options}`}>
        <thead>
          <tr>
            {(['name', 'now', 'set', 'plays'] as const).map((name) => (
              <th key={name} scope="col" className="left">
                {words.columns[name]}
              </th>
            ))}
            {mayChange ? (
              <th scope="col" className="left">
                {words.columns.actions}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.key} row={row} onEdit={mayChange ? () => setEdited(row.key) : null} />
          ))}
        </tbody>
      </table>
      {editing ? <OptionDialog game={game} plays={plays} row={editing} onClose={() => setEdited(null)} /> : null}
    </section>
  )
}

const Row = ({ row, onEdit }: { readonly row: OptionRow; readonly onEdit: (() => void) | null }): ReactNode => {
  const { key, label, running, set, playNames } = row
  const isSame = running === null || running === set
  return (
    <tr data-option={key}>
      <th scope="row" className="left">
        {label}
      </th>
      <td className="left" data-label={words.columns.now}>
        {running === null ? gameSettingsText.game.none : optionName(key, running)}
      </td>
      <td className="left" data-label={words.columns.set}>
        {isSame && running !== null ? (
          <span className={css.quiet}>{words.same}</span>
        ) : (
          <b className={isSame ? undefined : css.pending}>{optionName(key, set)}</b>
        )}
      </td>
      <td className={`left ${css.names}`} data-label={words.columns.plays}>
        {playNames.join('、')}
      </td>
      {onEdit === null ? null : (
        <td className="left">
          <button type="button" className="link-button" aria-label={words.dialog(label)} onClick={onEdit}>
            {gameSettingsText.edit}
          </button>
        </td>
      )}
    </tr>
  )
}

type DialogProps = Omit<Props, 'mayChange'> & { readonly row: OptionRow; readonly onClose: () => void }

const OptionDialog = ({ game, plays, row, onClose }: DialogProps): ReactNode => {
  const { key, label, running, set, playNames } = row
  const [opened] = useState(set)
  const [chosen, setChosen] = useState<string | null>(null)
  const place = chosen ?? placeOf(key, set)
  const save = useSaveGame(game)
  const wire = wireAt(key, place)
  const isOpen = plays.running?.state === 'open'
  return (
    <ConfirmDialog
      title={words.dialog(label)}
      confirm={gameSettingsText.save}
      width={520}
      disabled={wire === set}
      conflicts={
        opened === set
          ? []
          : [
              {
                key,
                what: label,
                opened: optionName(key, opened),
                theirs: optionName(key, set),
                mine: chosen === null ? null : optionName(key, wire),
              },
            ]
      }
      onConfirm={() => save({ options: { [key]: wire } }, words.saved)}
      onClose={onClose}
    >
      <Labelled label={words.value}>
        {() => (
          <fieldset className={css.values}>
            <legend className="visually-hidden">{label}</legend>
            {choicesOf(key).map((choice) => (
              <label key={choice.value}>
                <input
                  type="radio"
                  name={key}
                  checked={choice.value === place}
                  onChange={() => setChosen(choice.value)}
                />
                {choice.label}
              </label>
            ))}
          </fieldset>
        )}
      </Labelled>
      <div className={wire === set ? css.quiet : 'dialog-warn'} data-part="effects">
        {wire === set ? (
          words.unchanged
        ) : (
          <>
            <p>
              <b>{words.fromNext(optionName(key, wire))}</b>
            </p>
            {isOpen && running !== null && plays.running ? (
              <p>{words.running(plays.running.periodNo, optionName(key, running))}</p>
            ) : null}
            <p>{plays.next ? words.starts(plays.next.periodNo, formatClock(plays.next.openAt)) : words.noNext}</p>
          </>
        )}
      </div>
      <p className={css.touches}>
        {words.touches(playNames.length)}：{playNames.join('、')}
      </p>
    </ConfirmDialog>
  )
}
