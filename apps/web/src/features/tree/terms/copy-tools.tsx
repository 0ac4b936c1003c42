import * as treeCalls from '@strata/contract/calls/tree'
import { ROLE, type Role } from '@strata/domain/tree'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/api.ts'
import { ConfirmDialog } from '../../../components/dialogs/confirm.tsx'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { MenuButton } from '../../../ui/pop-up/menu-button.tsx'
import { earnOnAll } from './earn.ts'
import { newChildTerms } from './new-terms.ts'
import { type GameTerms, type Terms, termsOfGame, withGame } from './terms-model.ts'
import { copiedDraft, copyGame } from './terms-rules.ts'
import type { Editing } from './terms-view.ts'

const words = treeText.edit
const SOURCES = [
  { key: 'parent', label: words.copyParent },
  { key: 'other', label: words.copyOther },
] as const
const EARN = ['0', '0.1', '0.2', '0.3', '0.5', '1'] as const

type Props = {
  readonly editing: Editing
  readonly terms: Terms
  readonly game: GameTerms
  readonly parent: { readonly name: string; readonly agentPathsId: number }
  readonly roleId: Role
}

/** Copies all games of another account into the draft. */
const copyAll = (editing: Editing, terms: Terms, source: Terms): void => {
  const { games, bettor, draft } = editing
  editing.set(copiedDraft({ terms, games, bettor, draft }, source))
}

/** Copies values: the parent's, another account's, a margin on each commission, or this game's to the others. */
export const CopyTools = (props: Props): ReactNode => {
  const { editing, terms, game, parent, roleId } = props
  const [asking, setAsking] = useState(false)
  const draft = editing.draft.games[game.gameId]
  if (!draft) return null
  const fromParent = async (): Promise<void> => {
    const own = await api.call(treeCalls.getGameInfos, { agentPathsId: parent.agentPathsId })
    copyAll(editing, terms, newChildTerms(own, { roleId, parentRole: roleId === ROLE.merchant ? 0 : 1, pankou: null }))
  }
  const sync = (): void => {
    let next = editing.draft
    for (const shape of editing.games) {
      const target = termsOfGame(terms, shape)
      const own = next.games[shape.id]
      if (!target || !own || shape.id === game.gameId) continue
      // Play groups differ between games, so only the values of the game as a whole are copied.
      const { plays } = own
      next = withGame(next, shape.id, { ...copyGame(target, own, draft, editing.bettor), pankou: own.pankou, plays })
    }
    editing.set(next)
  }
  return (
    <>
      <MenuButton
        side="left"
        name={words.copyFrom}
        label={words.copyFrom}
        items={SOURCES}
        onChoose={(source) => {
          if (source === 'parent') fromParent().catch(() => {})
          else setAsking(true)
        }}
      />
      <MenuButton
        side="left"
        name={words.earn}
        label={words.earn}
        items={EARN.map((percent) => ({ key: percent, label: words.earnOf(percent) }))}
        onChoose={(percent) => editing.set(withGame(editing.draft, game.gameId, earnOnAll(game, draft, percent)))}
      />
      <button type="button" className="ghost-button" onClick={sync}>
        {words.sync}
      </button>
      {asking ? (
        <CopyOther onClose={() => setAsking(false)} onTerms={(source) => copyAll(editing, terms, source)} />
      ) : null}
    </>
  )
}

type OtherProps = { readonly onClose: () => void; readonly onTerms: (terms: Terms) => void }

const CopyOther = ({ onClose, onTerms }: OtherProps): ReactNode => {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const copy = async (): Promise<void> => {
    const found = await api.call(treeCalls.agentQuery, { keyword: name.trim(), pageSize: 20 })
    const row = found.items.find(({ accountName }) => accountName.toLowerCase() === name.trim().toLowerCase())
    if (!row) {
      setProblem(treeText.emptyFound)
      throw new Error('no such account')
    }
    onTerms(await api.call(treeCalls.getGameInfos, { agentPathsId: row.agentPathsId }))
  }
  return (
    <ConfirmDialog
      title={treeText.copy.title}
      confirm={treeText.copy.do}
      disabled={name.trim() === ''}
      onConfirm={copy}
      onClose={onClose}
    >
      <p className="dialog-note">{treeText.copy.note}</p>
      <TextField
        label={treeText.copy.label}
        problem={problem}
        maxLength={32}
        value={name}
        onChange={(text) => {
          setName(text)
          setProblem(null)
        }}
      />
    </ConfirmDialog>
  )
}
