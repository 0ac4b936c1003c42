import { ROLE_WORDS } from '@strata/contract/words'
import type { ReactNode } from 'react'
import { Differences } from '../../../components/dialogs/differences.tsx'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import css from './import-accounts.module.css'
import type { Read, RowFault, ShownLine } from './use-accounts-import.ts'

const words = treeText.importAccounts

const Faults = ({ faults }: { readonly faults: readonly RowFault[] }): ReactNode => (
  <div role="alert">
    <p className="form-problem">{words.faults(faults.length)}</p>
    <div className={css.list}>
      <Differences
        head={words.faultColumns}
        rows={faults.map(({ row, text }) => ({
          key: `${row} ${text}`,
          cells: { row: words.row(row), why: text },
        }))}
      />
    </div>
  </div>
)

const percent = (share: string): string => (share === '' ? '—' : `${share}%`)

const Accounts = ({ lines }: { readonly lines: readonly ShownLine[] }): ReactNode => (
  <>
    <p role="status">{words.found(lines.length)}</p>
    <div className={css.list}>
      <Differences
        head={words.columns}
        figures={['uplineShare', 'downlineCap']}
        rows={lines.map(({ accountName, nickname, contact, roleId, pankou, uplineShare, downlineCap }) => ({
          key: accountName,
          cells: {
            accountName,
            nickname: nickname === '' ? '—' : nickname,
            contact: contact === '' ? '—' : contact,
            roleId: ROLE_WORDS[roleId],
            pankou: pankou ?? '—',
            uplineShare: percent(uplineShare),
            downlineCap: percent(downlineCap),
          },
        }))}
      />
    </div>
  </>
)

/** What was found in the file: faults by row, or the accounts that it would create. */
export const FoundAccounts = ({ read }: { readonly read: Read }): ReactNode => {
  if (read.kind === 'none') return null
  if (read.kind === 'ready') return <Accounts lines={read.lines} />
  if (read.kind === 'faults') return <Faults faults={read.faults} />
  return <p role={read.kind === 'unreadable' ? 'alert' : 'status'}>{words[read.kind]}</p>
}
