import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { gameSettingsText } from '../../text/zh-CN/rooms/game-settings.ts'
import { Choice, Switch } from '../../ui/fields/choice.tsx'
import { Labelled } from '../../ui/fields/labelled.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import css from './game-settings.module.css'
import {
  changedFields,
  draftOf,
  effectsOf,
  type GameDraft,
  type GameRow,
  gameConflicts,
  hasTimes,
  MAX_CLOSE,
  MAX_REPLENISH,
  type Plays,
  timeProblems,
} from './game-settings-model.ts'
import { useSaveGame } from './save-game.ts'

const words = gameSettingsText.game

type FieldsProps = {
  readonly game: GameRow
  readonly draft: GameDraft
  readonly set: (change: Partial<GameDraft>) => void
}

const Times = ({ draft, set }: Omit<FieldsProps, 'game'>): ReactNode => {
  const problems = timeProblems(draft)
  const fields = [
    ['closeSeconds', words.closeSeconds, MAX_CLOSE, problems.close],
    ['hedgeSeconds', words.hedgeSeconds, MAX_REPLENISH, problems.replenish],
  ] as const
  return fields.map(([name, label, max, problem]) => (
    <TextField
      key={name}
      label={label}
      hint={words.secondsHint(max)}
      problem={problem}
      inputMode="numeric"
      maxLength={5}
      value={draft[name]}
      onChange={(text) => set({ [name]: text })}
    />
  ))
}

/** Draws by the product itself are only for a demo that has them. */
const sourcesOf = ({ resultSource }: GameRow) =>
  (['manual', 'feed', 'demo'] as const)
    .filter((source) => source !== 'demo' || resultSource === 'demo')
    .map((value) => ({ value, label: gameSettingsText.sources[value] }))

const Fields = ({ game, draft, set }: FieldsProps): ReactNode => (
  <div className="form">
    <Labelled label={words.enabled}>
      {() => <Switch label={words.enabled} checked={draft.enabled} onChange={(enabled) => set({ enabled })} />}
    </Labelled>
    <Labelled label={words.source}>
      {() => (
        <Choice
          label={words.source}
          value={draft.resultSource}
          options={sourcesOf(game)}
          onChange={(resultSource) => set({ resultSource })}
        />
      )}
    </Labelled>
    <Labelled label={words.twoSources} hint={draft.twoSources ? words.twoOn : words.twoOff}>
      {() => (
        <Switch label={words.twoSources} checked={draft.twoSources} onChange={(twoSources) => set({ twoSources })} />
      )}
    </Labelled>
    {hasTimes(game) ? <Times draft={draft} set={set} /> : null}
  </div>
)

type Props = { readonly game: GameRow; readonly plays: Plays; readonly onClose: () => void }

/** Changes a game, and says beforehand what that touches. */
export const GameDialog = ({ game, plays, onClose }: Props): ReactNode => {
  const [opened] = useState(game)
  // Only what is typed is held: the rest follows what somebody else saves meanwhile.
  const [edits, setEdits] = useState<Partial<GameDraft>>({})
  const draft = { ...draftOf(game), ...edits }
  const save = useSaveGame(game)
  const fields = changedFields(game, draft)
  const problems = timeProblems(draft)
  const isUnchanged = Object.keys(fields).length === 0
  const effects = effectsOf(fields, draft, plays)
  return (
    <ConfirmDialog
      title={words.dialog(game.gameName)}
      confirm={gameSettingsText.save}
      width={600}
      danger={fields.enabled === false}
      disabled={isUnchanged || problems.close !== null || problems.replenish !== null}
      conflicts={gameConflicts(opened, game, edits)}
      onConfirm={() => save(fields, gameSettingsText.saved)}
      onClose={onClose}
    >
      <Fields game={game} draft={draft} set={(change) => setEdits((held) => ({ ...held, ...change }))} />
      <div className={effects.length === 0 ? css.quiet : 'dialog-warn'} data-part="effects">
        {effects.length === 0 ? gameSettingsText.effects.same : effects.map((line) => <p key={line}>{line}</p>)}
      </div>
    </ConfirmDialog>
  )
}
