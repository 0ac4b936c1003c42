import { passwordProblem } from '@strata/contract/rules'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { updatePasswordCall } from '../../api/public-calls.ts'
import { seal } from '../../api/seal.ts'
import { ConfirmDialog } from '../../components/confirm.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { makePassword, passwordChecks } from '../../lib/password.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { peopleText } from '../../text/zh-CN/people.ts'
import { treeText } from '../../text/zh-CN/tree.ts'
import { Checklist } from '../../ui/checklist.tsx'
import { Labelled } from '../../ui/labelled.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import type { AccountRow } from './row-actions.ts'

const words = treeText.password

type Props = { readonly row: Pick<AccountRow, 'agentPathsId' | 'accountName'>; readonly onClose: () => void }

/** Gives a downline a new password, which it must change when it next signs in. */
export const PasswordDialog = ({ row, onClose }: Props): ReactNode => {
  const [password, setPassword] = useState('')
  return (
    <ConfirmDialog
      title={words.title(row.accountName)}
      confirm={words.done}
      disabled={passwordProblem(password) !== null}
      onConfirm={async () =>
        await api.call(updatePasswordCall, {
          agentPathsId: row.agentPathsId,
          newPassword: await seal(password),
          requestId: newRequestId(),
        })
      }
      onClose={onClose}
    >
      <p className="dialog-note">{words.note}</p>
      <Labelled label={words.label}>
        {(input) => (
          <PasswordInput
            {...input}
            value={password}
            onChange={setPassword}
            words={peopleText}
            autoComplete="new-password"
            maxLength={16}
          />
        )}
      </Labelled>
      <Checklist label={peopleText.passwordRules.label} items={passwordChecks(password)} />
      <p className="radio-line">
        <button
          type="button"
          className="ghost-button"
          onClick={() => setPassword(makePassword((bytes) => crypto.getRandomValues(bytes)))}
        >
          {words.generate}
        </button>
        <CopyButton text={password} />
      </p>
    </ConfirmDialog>
  )
}
