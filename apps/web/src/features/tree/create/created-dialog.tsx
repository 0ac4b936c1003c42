import type { ReactNode } from 'react'
import { copyToast } from '../../../components/copy-button.tsx'
import { OnceDialog } from '../../../components/dialogs/once-dialog.tsx'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import css from '../terms/terms.module.css'

const words = treeText.createForm

type Props = { readonly name: string; readonly password: string; readonly onClose: () => void }

/** The account with the password that was made up for it: shown once, and copied together. */
export const CreatedDialog = ({ name, password, onClose }: Props): ReactNode => {
  const copy = async (): Promise<void> => {
    await copyToast(words.copied(name, password, window.location.origin))
    onClose()
  }
  return (
    <OnceDialog
      title={words.made}
      note={words.madeNote}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="ghost-button" onClick={onClose}>
            {words.close}
          </button>
          <button type="button" className="plain-button" onClick={() => void copy()}>
            {words.copyBoth}
          </button>
        </>
      }
    >
      <dl className={css.madeFacts}>
        <dt>{words.madeAccount}</dt>
        <dd>{name}</dd>
        <dt>{words.madePassword}</dt>
        <dd data-part="made-password">{password}</dd>
      </dl>
    </OnceDialog>
  )
}
