import type { ReactNode } from 'react'
import { copyToast } from '../../../components/copy-button.tsx'
import { Differences } from '../../../components/dialogs/differences.tsx'
import { OnceDialog } from '../../../components/dialogs/once-dialog.tsx'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import css from './import-accounts.module.css'
import type { MadeAccount } from './use-accounts-import.ts'

const words = treeText.importAccounts

type Props = { readonly made: readonly MadeAccount[]; readonly onClose: () => void }

/** The new accounts with the passwords that were made up for them: shown once, and copied together. */
export const MadeAccounts = ({ made, onClose }: Props): ReactNode => {
  const copy = async (): Promise<void> => {
    const lines = made.map(({ accountName, password }) => `${accountName}\t${password}`)
    const head = `${words.madeColumns.account}\t${words.madeColumns.password}`
    await copyToast([head, ...lines, window.location.origin].join('\n'))
  }
  return (
    <OnceDialog
      title={words.made(made.length)}
      note={treeText.createForm.madeNote}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="ghost-button" onClick={onClose}>
            {treeText.createForm.close}
          </button>
          <button type="button" className="plain-button" onClick={() => void copy()}>
            {words.copyAll}
          </button>
        </>
      }
    >
      <div className={css.list}>
        <Differences
          head={words.madeColumns}
          rows={made.map(({ accountName, password }) => ({
            key: accountName,
            cells: { account: accountName, password: <span data-part="made-password">{password}</span> },
          }))}
        />
      </div>
    </OnceDialog>
  )
}
