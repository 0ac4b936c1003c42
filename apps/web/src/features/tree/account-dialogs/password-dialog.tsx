import * as accessCalls from '@strata/contract/calls/access'
import * as passwordsCalls from '@strata/contract/calls/passwords'
import { passwordProblem, transferPasswordProblem } from '@strata/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/api.ts'
import { keyOf } from '../../../api/queries.ts'
import { seal } from '../../../api/seal.ts'
import { callSealed } from '../../../api/sealed-call.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import { ConfirmDialog } from '../../../components/dialogs/confirm.tsx'
import { makePassword, makeTransferPassword, passwordChecks } from '../../../lib/password.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { Checklist } from '../../../ui/fields/checklist.tsx'
import { Labelled } from '../../../ui/fields/labelled.tsx'
import { PasswordInput } from '../../../ui/fields/password-input.tsx'
import { ToggleGroup } from '../../../ui/fields/toggle-group.tsx'
import css from '../accounts/accounts.module.css'
import type { AccountRow } from '../accounts/row-actions.ts'

const words = treeText.password

type Which = 'login' | 'transfer' | 'validator'
const WHICH = (['login', 'transfer', 'validator'] as const).map((value) => ({ value, label: words.which[value] }))

type Props = { readonly row: Pick<AccountRow, 'agentPathsId' | 'accountName'>; readonly onClose: () => void }

const useValidatorOn = (agentPathsId: number): boolean | undefined =>
  useQuery({
    queryKey: keyOf(accessCalls.accountInfo, 'validator', agentPathsId),
    queryFn: async ({ signal }) =>
      (await api.call(accessCalls.accountInfo, { agentPathsId }, { signal, automatic: true })).validatorOn,
    staleTime: 0,
  }).data

const randomBytes = (bytes: Uint8Array<ArrayBuffer>): Uint8Array => crypto.getRandomValues(bytes)

/** Sets a new sign-in or transfer password of a downline, which it must change itself, or removes its second factor. */
export const PasswordDialog = ({ row, onClose }: Props): ReactNode => {
  const [which, setWhich] = useState<Which>('login')
  const [password, setPassword] = useState('')
  const { agentPathsId } = row
  const validatorOn = useValidatorOn(agentPathsId)
  const rule = which === 'login' ? passwordProblem(password) : transferPasswordProblem(password)
  const disabled = which === 'validator' ? validatorOn !== true : rule !== null
  const send = async (): Promise<unknown> => {
    const requestId = newRequestId()
    if (which === 'validator') return await api.call(accessCalls.validatorReset, { agentPathsId, requestId })
    const kind = which === 'login' ? {} : { kind: which }
    return await callSealed(async (client) => {
      const newPassword = await seal(password)
      return await client.call(passwordsCalls.updatePassword, { agentPathsId, newPassword, requestId, ...kind })
    })
  }
  return (
    <ConfirmDialog
      title={words.title(row.accountName)}
      confirm={words.done[which]}
      disabled={disabled}
      onConfirm={send}
      onClose={onClose}
    >
      <div className={css.radioLine}>
        <ToggleGroup
          name="which-password"
          label={words.whichLabel}
          options={WHICH}
          value={which}
          onChange={(next) => {
            setWhich(next)
            setPassword('')
          }}
        />
      </div>
      <p className="dialog-note">
        {which === 'validator' && validatorOn === false ? words.noValidator : words.note[which]}
      </p>
      {which === 'validator' ? null : (
        <NewPassword key={which} which={which} password={password} onChange={setPassword} />
      )}
    </ConfirmDialog>
  )
}

type NewProps = {
  readonly which: 'login' | 'transfer'
  readonly password: string
  readonly onChange: (password: string) => void
}

const NewPassword = ({ which, password, onChange }: NewProps): ReactNode => {
  const login = which === 'login'
  return (
    <>
      <Labelled label={login ? words.label : words.transferLabel}>
        {(input) => (
          <PasswordInput
            {...input}
            value={password}
            onChange={onChange}
            words={peopleText}
            digits={!login}
            autoComplete="new-password"
            maxLength={login ? 16 : 6}
          />
        )}
      </Labelled>
      {login ? (
        <Checklist label={peopleText.passwordRules.label} items={passwordChecks(password)} />
      ) : (
        <Checklist
          label={peopleText.transferRules.label}
          items={[{ text: peopleText.transferRules.six, ok: transferPasswordProblem(password) === null }]}
        />
      )}
      <p className={css.radioLine}>
        <button
          type="button"
          className="ghost-button"
          onClick={() => onChange((login ? makePassword : makeTransferPassword)(randomBytes))}
        >
          {words.generate}
        </button>
        <CopyButton text={password} />
      </p>
    </>
  )
}
