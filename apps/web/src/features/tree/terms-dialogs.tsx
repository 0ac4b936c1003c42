import type { ReactNode } from 'react'
import { ConfirmDialog } from '../../components/confirm.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { treeText } from '../../text/zh-CN/tree.ts'
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

const SHOWN = 200

export const countAccounts = (affected: readonly Affected[]): number =>
  new Set(affected.map(({ agentPathsId }) => agentPathsId)).size

const AffectedTable = ({
  games,
  affected,
}: {
  readonly games: readonly NamedGame[]
  readonly affected: readonly Affected[]
}): ReactNode => {
  const words = treeText.affected.columns
  return (
    <div className="table-scroll">
      <table className="table">
        <thead>
          <tr>
            <th scope="col" className="left">
              {words.account}
            </th>
            <th scope="col" className="left">
              {words.field}
            </th>
            <th scope="col">{words.before}</th>
            <th scope="col">{words.after}</th>
            <th scope="col" className="left">
              {words.from}
            </th>
          </tr>
        </thead>
        <tbody>
          {affected.slice(0, SHOWN).map((one) => (
            <tr key={`${one.agentPathsId}:${one.gameId}:${one.groupId ?? ''}:${one.field}`}>
              <td className="left">{one.accountName}</td>
              <td className="left">{placeName(games, fieldOf(one))}</td>
              <td>{showTerm(fieldOf(one).field, one.before)}</td>
              <td>
                <b>{showTerm(fieldOf(one).field, one.after)}</b>
              </td>
              <td className="left">{one.fromDay ?? treeText.affected.atOnce}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {affected.length > SHOWN ? (
        <p className="dialog-note">{treeText.affected.more(affected.length - SHOWN)}</p>
      ) : null}
    </div>
  )
}

/** `commission.B` is the commission of pankou B. */
const fieldOf = ({ gameId, groupId, field }: Affected) => {
  const [name = field, letter] = field.split('.')
  return { gameId, groupId, field: name, letter }
}

type AffectedProps = {
  readonly games: readonly NamedGame[]
  readonly affected: readonly Affected[]
  /** null: only looked at. */
  readonly onConfirm: (() => Promise<unknown>) | null
  readonly onClose: () => void
}

/** Who would be capped by a lowered term, before it is done. */
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

/** Two people saved the same terms: both versions side by side, nothing lost. */
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
      <div className="table-scroll">
        <table className="table">
          <thead>
            <tr>
              <th scope="col" className="left">
                {words.columns.what}
              </th>
              <th scope="col">{words.columns.opened}</th>
              <th scope="col">{words.columns.theirs}</th>
              <th scope="col">{words.columns.mine}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, theirChange, ownChange, at }) =>
              at ? (
                <tr key={key}>
                  <td className="left">{placeName(games, at)}</td>
                  <td>{showTerm(at.field, at.before)}</td>
                  <td>{theirChange ? <b>{showTerm(at.field, theirChange.after)}</b> : words.same}</td>
                  <td>{ownChange ? <b>{showTerm(at.field, ownChange.after)}</b> : words.same}</td>
                </tr>
              ) : null,
            )}
          </tbody>
        </table>
      </div>
    </Dialog>
  )
}
