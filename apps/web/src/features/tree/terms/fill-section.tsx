import type { ReactNode } from 'react'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { Choice, Switch } from '../../../ui/fields/choice.tsx'
import { Labelled } from '../../../ui/fields/labelled.tsx'
import { cellKey, type GameDraft, type GameTerms, type Letter, withGame } from './terms-model.ts'
import type { Editing } from './terms-view.ts'

const words = treeText.edit

type Props = { readonly editing: Editing; readonly game: GameTerms; readonly draft: GameDraft }

/** How the parent treats this account's replenishment, and its replenishment pankou. */
export const FillSection = ({ editing, game, draft }: Props): ReactNode => (
  <div className="form">
    <Labelled label={words.acceptType} hint={words.acceptTypeHint}>
      {() => (
        <Choice
          label={words.acceptType}
          value={String(draft.acceptType)}
          disabled={editing.readonly}
          changed={editing.changed.has(cellKey(game.gameId, 'acceptType'))}
          options={game.bounds.acceptType.map((type) => ({
            value: String(type),
            label: words.acceptTypes[type] ?? String(type),
          }))}
          onChange={(value) => {
            const acceptType = game.bounds.acceptType.find((type) => String(type) === value)
            if (acceptType !== undefined) editing.set(withGame(editing.draft, game.gameId, { acceptType }))
          }}
        />
      )}
    </Labelled>
    <Labelled
      label={words.replenishPankou}
      problem={editing.problems.get(cellKey(game.gameId, 'replenishPankou')) ?? null}
    >
      {() => (
        <Choice<Letter | ''>
          label={words.replenishPankou}
          value={draft.replenishPankou ?? ''}
          disabled={editing.readonly}
          changed={editing.changed.has(cellKey(game.gameId, 'replenishPankou'))}
          options={[
            ...(draft.replenishPankou === null ? [{ value: '' as const, label: '—' }] : []),
            ...game.bounds.pankou.map((letter) => ({ value: letter, label: letter })),
          ]}
          onChange={(letter) =>
            editing.set(withGame(editing.draft, game.gameId, { replenishPankou: letter === '' ? null : letter }))
          }
        />
      )}
    </Labelled>
  </div>
)

export const FlyOutSection = ({ editing }: { readonly editing: Editing }): ReactNode => (
  <Labelled label={words.flyOutAllowed} hint={words.flyOutAllowedHint}>
    {() => (
      <Switch
        label={words.flyOutAllowed}
        checked={editing.draft.isAllowPilotOut}
        disabled={editing.readonly}
        changed={editing.changed.has(cellKey(0, 'isAllowPilotOut'))}
        onChange={(isAllowPilotOut) => editing.set({ ...editing.draft, isAllowPilotOut })}
      />
    )}
  </Labelled>
)
