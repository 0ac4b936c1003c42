import type { ReactNode } from 'react'
import { countAccounts, FirstRows } from '../../../components/capped/first-rows.tsx'
import { ConfirmDialog } from '../../../components/dialogs/confirm.tsx'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { type Difference, Differences } from '../../../components/dialogs/differences.tsx'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { changesOf, type TermChange, type TermsDraft } from './terms-model.ts'
import { type NamedGame, placeName, showTerm } from './terms-view.ts'

export type Affected = {
  readonly agentPathsId: number
  readonly accountName: string
  readonly gameId: number
  readonly groupId?: number | undefined
  readonly field: string
  readonly before: string
  readonly after: string
  readonly fromDay?: string | undefined
}

const AffectedTable = ({
  games,
  affected,
}: {
  readonly games: readonly NamedGame[]
  readonly affected: readonly Affected[]
}): ReactNode => {
  const { account, field, before, after, from } = treeText.affected.columns
  return (
    <FirstRows of={affected}>
      {(shown) => (
        <Differences
          head={{ account, field, before, after, from }}
          figures={['before', 'after']}
          rows={shown.map((one) => ({
            key: `${one.agentPathsId}:${one.gameId}:${one.groupId ?? ''}:${one.field}`,
            cells: {
              account: one.accountName,
              field: placeName(games, fieldOf(one)),
              before: showTerm(fieldOf(one).field, one.before),
              after: showTerm(fieldOf(one).field, one.after),
              from: one.fromDay ?? treeText.affected.atOnce,
            },
            tones: { after: 'new' },
          }))}
        />
      )}
    </FirstRows>
  )
}

/** `commission.B` is the commission on pankou B. */
const fieldOf = ({ gameId, groupId, field }: Affected) => {
  const [name = field, letter] = field.split('.')
  return { gameId, groupId, field: name, letter }
}

type AffectedProps = {
  readonly games: readonly NamedGame[]
  readonly affected: readonly Affected[]
  /** null: preview only. */
  readonly onConfirm: (() => Promise<unknown>) | null
  readonly onClose: () => void
}

/** The accounts that a lowered term would cap, before it is saved. */
export const AffectedDialog = ({ games, affected, onConfirm, onClose }: AffectedProps): ReactNode => {
  const words = treeText.affected
  const body =
    affected.length === 0 ? (
      <p className="dialog-note">{treeText.edit.noneAffected}</p>
    ) : (
      <>
        <p className="dialog-warn">{words.note}</p>
        <AffectedTable games={games} affected={affected} />
      </>
    )
  if (!onConfirm)
    return (
      <Dialog
        title={treeText.edit.affected(countAccounts(affected))}
        width={720}
        onClose={onClose}
        footer={
          <button type="button" className="plain-button" onClick={onClose}>
            {words.close}
          </button>
        }
      >
        {body}
      </Dialog>
    )
  return (
    <ConfirmDialog
      title={words.title}
      width={720}
      confirm={words.confirm(countAccounts(affected))}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {body}
    </ConfirmDialog>
  )
}

type ConflictProps = {
  readonly games: readonly NamedGame[]
  readonly opened: TermsDraft
  readonly mine: readonly TermChange[]
  readonly theirs: TermsDraft
  readonly onKeep: () => void
  readonly onTake: () => void
  readonly onClose: () => void
}

/** Two users saved the same terms: both versions side by side. */
export const ConflictDialog = ({ games, opened, mine, theirs, onKeep, onTake, onClose }: ConflictProps): ReactNode => {
  const words = treeText.conflict
  const their = new Map(changesOf(opened, theirs).map((change) => [change.key, change]))
  const own = new Map(mine.map((change) => [change.key, change]))
  const rows = [...new Set([...their.keys(), ...own.keys()])].map((key) => {
    const [theirChange, ownChange] = [their.get(key), own.get(key)]
    return { key, theirChange, ownChange, at: theirChange ?? ownChange }
  })
  return (
    <Dialog
      title={words.title}
      width={760}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="ghost-button" onClick={onTake}>
            {words.take}
          </button>
          <button type="button" className="plain-button" onClick={onKeep}>
            {words.keep}
          </button>
        </>
      }
    >
      <p className="dialog-warn">{words.note}</p>
      {their.size === 0 ? <p className="dialog-note">{words.identical}</p> : null}
      <Differences
        head={words.columns}
        figures={['opened', 'theirs', 'mine']}
        rows={rows.flatMap(({ key, theirChange, ownChange, at }): Difference<keyof typeof words.columns>[] => {
          if (!at) return []
          const shown = (change: TermChange | undefined): string =>
            change ? showTerm(at.field, change.after) : words.same
          return [
            {
              key,
              cells: {
                what: placeName(games, at),
                opened: showTerm(at.field, at.before),
                theirs: shown(theirChange),
                mine: shown(ownChange),
              },
              tones: { ...(theirChange ? { theirs: 'new' } : {}), ...(ownChange ? { mine: 'new' } : {}) },
            },
          ]
        })}
      />
    </Dialog>
  )
}
