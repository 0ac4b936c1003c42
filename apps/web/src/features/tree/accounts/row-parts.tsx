import { PERMISSION } from '@strata/contract/permissions'
import { ROLE } from '@strata/domain/tree'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../../api/session.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { MenuButton } from '../../../ui/pop-up/menu-button.tsx'
import css from './accounts.module.css'
import { levelAddress } from './accounts-filters.ts'
import type { Level } from './level.ts'
import { type AccountRow, type Action, rowActions } from './row-actions.ts'

const TONES: Readonly<Record<number, string>> = { 1: 'tag-good', 2: 'tag-bad', 4: 'tag-warn' }

/** An account's name; an agent's links to its children. */
type NameProps = { readonly row: AccountRow; readonly isNew?: boolean }

export const AccountName = ({ row, isNew = false }: NameProps): ReactNode => (
  <>
    {row.roleId > ROLE.agent ? (
      <b>{row.accountName}</b>
    ) : (
      <Link
        to={{ search: levelAddress({ agentPathsId: row.agentPathsId, roleId: row.roleId, name: row.accountName }) }}
        title={treeText.open(row.accountName)}
      >
        <b>{row.accountName}</b>
      </Link>
    )}
    {row.nickname === '' ? null : <small> {row.nickname}</small>}
    {isNew ? <span className="tag tag-good">{treeText.createForm.isNew}</span> : null}
    {row.online ? (
      <span className={css.online} title={treeText.online} role="img" aria-label={treeText.online} />
    ) : null}
  </>
)

/** The own status, and the stricter one of a level above if there is one. */
export const StatusTags = ({ row }: { readonly row: Pick<AccountRow, 'status' | 'effectiveStatus'> }): ReactNode => (
  <>
    <span className={`tag ${TONES[row.status] ?? ''}`}>{peopleText.statuses[row.status]}</span>
    {row.effectiveStatus === row.status ? null : (
      <span className={`tag ${TONES[row.effectiveStatus] ?? ''}`}>
        {treeText.byUpline(peopleText.statuses[row.effectiveStatus] ?? '')}
      </span>
    )}
  </>
)

type ChoiceProps = {
  readonly row: Pick<AccountRow, 'agentPathsId' | 'accountName'>
  /** null: no checkboxes. */
  readonly chosen: ReadonlySet<number> | null
  readonly onChoose: (ids: ReadonlySet<number>) => void
}

/** The checkbox that selects a row for bulk changes. */
export const RowChoice = ({ row, chosen, onChoose }: ChoiceProps): ReactNode =>
  chosen === null ? null : (
    <input
      type="checkbox"
      className={css.rowChoice}
      aria-label={treeText.selectRow(row.accountName)}
      checked={chosen.has(row.agentPathsId)}
      onChange={(event) => {
        const next = new Set(chosen)
        if (event.currentTarget.checked) next.add(row.agentPathsId)
        else next.delete(row.agentPathsId)
        onChoose(next)
      }}
    />
  )

type MenuProps = {
  readonly row: AccountRow
  readonly level: Level
  readonly onAction: (action: Action, row: AccountRow) => void
}

const INLINE: readonly Action[] = ['edit', 'transfer', 'recover']

/** The actions of an account: the three most frequent as buttons, the others in a menu. */
export const RowMenu = ({ row, level, onAction }: MenuProps): ReactNode => {
  const permissionIds = useSession((session) => session.permissionIds)
  const pathId = useSession((session) => session.currentPathId)
  const ids = new Set(permissionIds)
  // Rows of a search may be from deeper levels, where the parent's role is unknown: the server decides.
  const parentRole = row.parentPathsId === level.agentPathsId ? level.roleId : null
  const actions = rowActions(row, { ids, parentRole, pathId })
  const nameOf = (action: Action): string =>
    action === 'edit' && !ids.has(PERMISSION.terms) ? treeText.actions.view : treeText.actions[action]
  // What a row cannot have stands in the menu, with the reason.
  const rest = actions.filter(({ action, why }) => !INLINE.includes(action) || why !== null)
  return (
    <span className={css.rowMenu}>
      {actions
        .filter(({ action, why }) => INLINE.includes(action) && why === null)
        .map(({ action }) => (
          <button type="button" key={action} className="link-button" onClick={() => onAction(action, row)}>
            {nameOf(action)}
          </button>
        ))}
      {rest.length === 0 ? null : (
        <MenuButton
          className="link-button"
          name={treeText.actionsOf(row.accountName)}
          label={
            <>
              {peopleText.more} <span aria-hidden="true">▾</span>
              <span className="visually-hidden">{treeText.actionsOf(row.accountName)}</span>
            </>
          }
          items={rest.map(({ action, why }) => ({ key: action, label: nameOf(action), why }))}
          onChoose={(action) => onAction(action, row)}
        />
      )}
    </span>
  )
}
