import * as treeCalls from '@strata/contract/calls/tree'
import { ROLE } from '@strata/domain/tree'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { queryOf } from '../../../api/queries.ts'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { saveFile } from '../../../lib/save-file.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { Choice } from '../../../ui/fields/choice.tsx'
import { FilePick } from '../../../ui/fields/file-pick.tsx'
import type { Level } from '../accounts/level.ts'
import { useReadGames, useTerms } from '../terms/use-terms.ts'
import { type ImportRole, TITLES } from './account-table.ts'
import { FoundAccounts } from './found-accounts.tsx'
import css from './import-accounts.module.css'
import { MadeAccounts } from './made-accounts.tsx'
import { type Place, useAccountsImport } from './use-accounts-import.ts'

const words = treeText.importAccounts

type Props = {
  readonly level: Level
  /** Roles that may be created at this level. */
  readonly roles: readonly ImportRole[]
  readonly onClose: () => void
}

const template = async (): Promise<void> => {
  const { writeXlsx } = await import('../../../lib/xlsx/write-xlsx.ts')
  saveFile(`${words.sheet}.xlsx`, writeXlsx(words.sheet, [TITLES]))
}

/** Where the accounts go and what they begin with; null while the terms are read. */
const usePlace = ({ level, roles }: Props, likes: { readonly agent: string; readonly member: string }) => {
  const idOf = (text: string): number | null => (text === '' ? null : Number(text))
  const parent = useTerms(level.agentPathsId)
  const [agent, member] = [useTerms(idOf(likes.agent)), useTerms(idOf(likes.member))]
  const games = useReadGames()
  const reads = (likes.agent !== '' && !agent.data) || (likes.member !== '' && !member.data)
  if (!parent.data || games === null || reads) return null
  const place: Place = {
    parentPathsId: level.agentPathsId,
    allowed: { roles, letters: parent.data.games[0]?.pankou ?? [] },
    sources: {
      parent: parent.data,
      parentRole: level.roleId,
      games,
      likeAgent: agent.data ?? null,
      likeMember: member.data ?? null,
    },
  }
  return place
}

type LikeProps = {
  readonly level: Level
  readonly roleIds: readonly ImportRole[]
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The newest accounts first: whoever imports more of a kind has mostly just made the first of it. */
const MAX_LIKED = 100

/** An account that is there, whose terms the new ones of its kind begin with. */
const Like = ({ level, roleIds, label, value, onChange }: LikeProps): ReactNode => {
  const found = useQuery(
    queryOf(treeCalls.agentQuery, {
      parentPathsId: level.agentPathsId,
      ...(roleIds.length === 1 ? { roleId: roleIds[0] as ImportRole } : {}),
      sortInfo: { columnName: 'createdAt' as const, direction: 1 as const },
      pageIndex: 1,
      pageSize: MAX_LIKED,
    }),
  )
  const rows = (found.data?.items ?? []).filter(({ roleId }) => roleIds.some((one) => one === roleId))
  return (
    <span className={css.like}>
      <span aria-hidden="true">{label}</span>
      <Choice
        label={label}
        value={value}
        options={[
          { value: '', label: words.asParent },
          ...rows.map(({ agentPathsId, accountName }) => ({
            value: String(agentPathsId),
            label: words.asOne(accountName),
          })),
        ]}
        onChange={onChange}
      />
    </span>
  )
}

/** Accounts below one parent from a spreadsheet, which is filled in on a template. */
export const ImportAccountsDialog = (props: Props): ReactNode => {
  const { level, roles, onClose } = props
  const [likes, setLikes] = useState({ agent: '', member: '' })
  const place = usePlace(props, likes)
  const { read, busy, uncertain, made, open, save, forget } = useAccountsImport(place)
  const agents = roles.filter((role) => role !== ROLE.member)
  const like = (kind: 'agent' | 'member') => (value: string) => {
    setLikes({ ...likes, [kind]: value })
    // What was read would begin with other terms.
    forget()
  }
  if (made) return <MadeAccounts made={made} onClose={onClose} />
  return (
    <Dialog
      title={words.title(level.name)}
      width={760}
      // Closed before the answer, the passwords would never have been shown.
      onClose={() => (busy ? undefined : onClose())}
      footer={
        <>
          <button type="button" className="ghost-button" disabled={busy} onClick={onClose}>
            {peopleText.cancel}
          </button>
          <button
            type="button"
            className="plain-button"
            disabled={busy || read.kind !== 'ready'}
            onClick={() => void save()}
          >
            {busy ? peopleText.working : words.save}
          </button>
        </>
      }
    >
      <p className="dialog-note">{words.explain}</p>
      <div className={css.tools}>
        {agents.length > 0 ? (
          <Like level={level} roleIds={agents} label={words.likeAgent} value={likes.agent} onChange={like('agent')} />
        ) : null}
        <Like
          level={level}
          roleIds={[ROLE.member]}
          label={words.likeMember}
          value={likes.member}
          onChange={like('member')}
        />
        <button type="button" className="ghost-button" onClick={() => void template()}>
          {words.template}
        </button>
        <FilePick
          label={words.choose}
          accept=".xlsx"
          disabled={busy || place === null}
          onFile={(file) => void open(file)}
        />
      </div>
      {busy && read.kind === 'ready' ? <p role="status">{words.saving(read.items.length)}</p> : null}
      {uncertain ? (
        <p className="form-problem" role="alert">
          {words.uncertain}
        </p>
      ) : null}
      <FoundAccounts read={read} />
    </Dialog>
  )
}
