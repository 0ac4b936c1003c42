import * as merchantCalls from '@strata/contract/calls/admin-merchants'
import { CODES } from '@strata/contract/errors'
import { newAccountProblem, passwordProblem } from '@strata/contract/rules'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { ApiRefusal } from '../../api/client.ts'
import { seal } from '../../api/seal.ts'
import { refreshAfter } from '../../api/stale.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { ipsOf, ipsProblem } from '../../lib/ip-list.ts'
import { passwordChecks } from '../../lib/password.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { operatorsText } from '../../text/zh-CN/rooms/operators.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { Checklist } from '../../ui/fields/checklist.tsx'
import { Labelled } from '../../ui/fields/labelled.tsx'
import { PasswordInput } from '../../ui/fields/password-input.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { showToast } from '../../ui/pop-up/toast.ts'
import { modulesById, withParents } from '../tree/sub-accounts/permission-nodes.ts'
import { changesOf, isSame, type Operator, overTheirs, type Profile, profileConflicts } from './operator.ts'
import css from './operators.module.css'
import { GrantsFailed, PermissionTree, useGrants } from './permission-tree.tsx'

const words = operatorsText.form

/** A new operator, with the one-time password that its first sign-in replaces. */
export const NewOperator = ({ onClose }: { readonly onClose: () => void }): ReactNode => {
  const grants = useGrants(null)
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [nickname, setNickname] = useState('')
  const [password, setPassword] = useState('')
  const [typed, setTyped] = useState<readonly number[] | null>(null)
  const chosen = typed ?? grants.granted
  const fine = newAccountProblem(name) === null && passwordProblem(password) === null && chosen.length > 0
  const save = async (): Promise<void> => {
    await api.call(merchantCalls.userCreate, {
      accountName: name,
      password: await seal(password),
      nickname,
      moduleIds: withParents(grants.tree, new Set(chosen)),
      requestId: newRequestId(),
    })
    showToast('success', words.created)
    await refreshAfter(client, merchantCalls.userCreate)
  }
  return (
    <ConfirmDialog
      title={operatorsText.create}
      confirm={peopleText.save}
      width={560}
      disabled={!fine}
      onConfirm={save}
      onClose={onClose}
    >
      <div className="form">
        <TextField
          label={words.account}
          value={name}
          onChange={setName}
          hint={words.accountHint}
          problem={name === '' ? null : newAccountProblem(name)}
          autoComplete="off"
          autoCapitalize="off"
          maxLength={10}
        />
        <TextField
          label={words.nickname}
          value={nickname}
          onChange={setNickname}
          autoComplete="off"
          autoCapitalize="off"
          maxLength={32}
        />
        <OneTimePassword value={password} onType={setPassword} />
      </div>
      <PermissionTree grants={grants} chosen={chosen} onChoose={setTyped} />
      <p className="page-note">{operatorsText.told}</p>
    </ConfirmDialog>
  )
}

export const OneTimePassword = ({
  value,
  onType,
}: {
  readonly value: string
  readonly onType: (value: string) => void
}): ReactNode => (
  <div>
    <Labelled label={words.password} hint={words.passwordNote}>
      {(input) => (
        <PasswordInput
          {...input}
          value={value}
          onChange={onType}
          words={peopleText}
          autoComplete="new-password"
          maxLength={16}
        />
      )}
    </Labelled>
    <Checklist label={peopleText.passwordRules.label} items={passwordChecks(value)} />
  </div>
)

type Typed = { readonly nickname: string; readonly contact: string; readonly ips: string; readonly ownPassword: string }

const typedOf = ({ nickname, contact, allowedIps }: Profile): Typed => ({
  nickname,
  contact,
  ips: allowedIps.join('\n'),
  ownPassword: '',
})

/** Who is reached at the contact, and who may use the account: both need the password of whoever changes them. */
const touchesAccess = (seen: Profile, typed: Profile): boolean =>
  !isSame(seen, typed, 'contact') || !isSame(seen, typed, 'allowedIps')

type EditProps = { readonly row: Operator; readonly onClose: () => void }

/** Name, contact, addresses and permissions of an operator; of oneself all but the permissions. */
export const EditOperator = ({ row, onClose }: EditProps): ReactNode => {
  const grants = useGrants(row.accountId)
  const client = useQueryClient()
  const [typed, setTyped] = useState<Typed>(() => typedOf(row))
  const [chosen, setChosen] = useState<readonly number[] | null>(null)
  // Read with the tree, they are newer than the list.
  const opened: Profile = { ...row, moduleIds: [...grants.granted] }
  const [theirs, setTheirs] = useState<Profile | null>(null)
  const seen = theirs ?? opened
  const wish: Profile = {
    nickname: typed.nickname,
    contact: typed.contact,
    allowedIps: ipsOf(typed.ips),
    moduleIds: row.own || chosen === null ? seen.moduleIds : withParents(grants.tree, new Set(chosen)),
  }
  const needsProof = touchesAccess(seen, wish)
  const fine =
    grants.ready &&
    ipsProblem(typed.ips) === null &&
    (!needsProof || typed.ownPassword !== '') &&
    (row.own || wish.moduleIds.length > 0)
  const save = async (): Promise<void> => {
    const changes = changesOf(seen, wish)
    if (Object.keys(changes.fields).length === 0) return
    try {
      await api.call(merchantCalls.userUpdate, {
        accountId: row.accountId,
        ...changes.fields,
        ...(needsProof ? { ownPassword: await seal(typed.ownPassword) } : {}),
        seen: changes.seen,
        requestId: newRequestId(),
      })
    } catch (caught) {
      if (caught instanceof ApiRefusal && caught.code === CODES.changed && caught.data) {
        const { user } = caught.data as { readonly user: Profile }
        const merged = overTheirs(seen, user, wish)
        setTyped({ ...typedOf(merged), ownPassword: typed.ownPassword })
        setChosen(merged.moduleIds)
        setTheirs(user)
      }
      throw caught
    }
    await refreshAfter(client, merchantCalls.userUpdate)
  }
  const modules = modulesById(grants.tree)
  return (
    <ConfirmDialog
      title={words.title(row.accountName)}
      confirm={peopleText.save}
      width={560}
      disabled={!fine}
      conflicts={profileConflicts({ opened, theirs: seen, typed: wish }, (id) => modules.get(id)?.name ?? String(id))}
      onConfirm={save}
      onClose={onClose}
    >
      <AccessFields
        typed={typed}
        type={(name) => (value) => setTyped((held) => ({ ...held, [name]: value }))}
        needsProof={needsProof}
      />
      {row.own ? (
        <>
          <p className="page-note">{words.treeOwn}</p>
          <GrantsFailed grants={grants} />
        </>
      ) : (
        <PermissionTree grants={grants} chosen={chosen ?? grants.granted} onChoose={setChosen} />
      )}
      <p className="page-note">{operatorsText.told}</p>
    </ConfirmDialog>
  )
}

type AccessProps = {
  readonly typed: Typed
  readonly type: (name: keyof Typed) => (value: string) => void
  readonly needsProof: boolean
}

const AccessFields = ({ typed, type, needsProof }: AccessProps): ReactNode => (
  <div className="form">
    <TextField
      label={words.nickname}
      value={typed.nickname}
      onChange={type('nickname')}
      autoComplete="off"
      autoCapitalize="off"
      maxLength={32}
    />
    <TextField
      label={words.contact}
      value={typed.contact}
      onChange={type('contact')}
      hint={words.contactHint}
      autoComplete="off"
      autoCapitalize="off"
      maxLength={64}
    />
    <Labelled label={words.ips} hint={words.ipsHint} problem={ipsProblem(typed.ips)}>
      {(input) => (
        <textarea
          {...input}
          className={`text-input ${css.ips}`}
          maxLength={400}
          value={typed.ips}
          onChange={(event) => type('ips')(event.currentTarget.value)}
        />
      )}
    </Labelled>
    {needsProof ? (
      <Labelled label={words.ownPassword} hint={words.ownPasswordHint}>
        {(input) => (
          <PasswordInput
            {...input}
            value={typed.ownPassword}
            onChange={type('ownPassword')}
            words={peopleText}
            autoComplete="current-password"
            maxLength={64}
          />
        )}
      </Labelled>
    ) : null}
  </div>
)
