import { ROLE } from '@strata/domain/tree'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { saveFile } from '../../../lib/save-file.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { FilePick } from '../../../ui/fields/file-pick.tsx'
import type { Level } from '../accounts/level.ts'
import { useReadGames, useTerms } from '../terms/use-terms.ts'
import { type ImportRole, TITLES } from './account-table.ts'
import { FoundAccounts } from './found-accounts.tsx'
import css from './import-accounts.module.css'
import { type Like, LikeChoice } from './like-choice.tsx'
import { MadeAccounts } from './made-accounts.tsx'
import { Saving } from './saving.tsx'
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

type Likes = { readonly agent: Like; readonly member: Like }

/** Where the accounts go and what they begin with; null while the terms are read. */
const usePlace = ({ level, roles }: Props, likes: Likes) => {
  const idOf = (like: Like): number | null => like?.agentPathsId ?? null
  const parent = useTerms(level.agentPathsId)
  const [agent, member] = [useTerms(idOf(likes.agent)), useTerms(idOf(likes.member))]
  const games = useReadGames()
  const reads = (likes.agent !== null && !agent.data) || (likes.member !== null && !member.data)
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

/** Accounts below one parent from a spreadsheet, which is filled in on a template. */
export const ImportAccountsDialog = (props: Props): ReactNode => {
  const { level, roles, onClose } = props
  const [likes, setLikes] = useState<Likes>({ agent: null, member: null })
  const place = usePlace(props, likes)
  const { read, busy, uncertain, made, open, save, forget } = useAccountsImport(place)
  const agents = roles.filter((role) => role !== ROLE.member)
  const like = (kind: keyof Likes) => (value: Like) => {
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
          <LikeChoice
            level={level}
            roleIds={agents}
            label={words.likeAgent}
            value={likes.agent}
            onChange={like('agent')}
          />
        ) : null}
        <LikeChoice
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
      {busy && read.kind === 'ready' ? <Saving rows={read.items.length} /> : null}
      {uncertain ? (
        <p className="form-problem" role="alert">
          {words.uncertain}
        </p>
      ) : null}
      <FoundAccounts read={read} />
    </Dialog>
  )
}
