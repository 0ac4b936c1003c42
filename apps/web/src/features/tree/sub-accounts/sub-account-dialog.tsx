import * as subAccountsCalls from '@strata/contract/calls/sub-accounts'
import { newAccountProblem, passwordProblem } from '@strata/contract/rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { queryOf } from '../../../api/queries.ts'
import { seal } from '../../../api/seal.ts'
import { callSealed } from '../../../api/sealed-call.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { ConfirmDialog } from '../../../components/dialogs/confirm.tsx'
import { ipsOf, ipsProblem } from '../../../lib/ip-list.ts'
import { passwordChecks } from '../../../lib/password.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { Checklist } from '../../../ui/fields/checklist.tsx'
import { Choice } from '../../../ui/fields/choice.tsx'
import { Labelled } from '../../../ui/fields/labelled.tsx'
import { PasswordInput } from '../../../ui/fields/password-input.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { showToast } from '../../../ui/pop-up/toast.ts'
import css from '../accounts/accounts.module.css'
import { nodeOf, ownPages, withParents } from './permission-nodes.ts'
import { titlesOf } from './permission-title.tsx'
import type { SubAccount } from './sub-account.ts'

const KitTree = lazy(async () => ({ default: (await import('../../../components/kit/kit-tree.tsx')).KitTree }))

const words = treeText.sub_

const useModules = (accountId: number | null) =>
  useQuery({
    ...queryOf(subAccountsCalls.childAccountModules, accountId === null ? {} : { accountId }),
    gcTime: 0,
  }).data

/** The fields of a sub-account, whether they can be saved, and how. */
const useSubAccount = (row: SubAccount | null) => {
  const modules = useModules(row?.accountId ?? null)
  const [name, setName] = useState('')
  const [nickname, setNickname] = useState(row?.nickname ?? '')
  const [password, setPassword] = useState('')
  const [ips, setIps] = useState(row?.allowedIps.join('\n') ?? '')
  const [typed, setTyped] = useState<readonly number[] | null>(null)
  const client = useQueryClient()
  const isNew = row === null
  const chosen = typed ?? (isNew ? ownPages(modules?.tree ?? []) : modules?.granted) ?? []
  const fine =
    modules !== undefined &&
    chosen.length > 0 &&
    ipsProblem(ips) === null &&
    (isNew
      ? newAccountProblem(name) === null && passwordProblem(password) === null
      : password === '' || passwordProblem(password) === null)
  const save = async (): Promise<void> => {
    const moduleIds = withParents(modules?.tree ?? [], new Set(chosen))
    await callSealed(async (client) => {
      const sealed = password === '' ? null : await seal(password)
      const common = { nickname, moduleIds, allowedIps: ipsOf(ips), requestId: newRequestId() }
      if (row === null && sealed !== null)
        await client.call(subAccountsCalls.createChildAccount, { ...common, accountName: name, password: sealed })
      else if (row !== null)
        await client.call(subAccountsCalls.updateChildAccount, {
          ...common,
          accountId: row.accountId,
          ...(sealed === null ? {} : { password: sealed }),
        })
    })
    if (isNew) showToast('success', treeText.createForm.created)
    await refreshAfter(client, isNew ? subAccountsCalls.createChildAccount : subAccountsCalls.updateChildAccount)
  }
  return {
    modules,
    isNew,
    name,
    setName,
    nickname,
    setNickname,
    password,
    setPassword,
    ips,
    setIps,
    chosen,
    setTyped,
    fine,
    save,
  }
}

const Addresses = ({ ips, setIps }: ReturnType<typeof useSubAccount>): ReactNode => (
  <Labelled
    label={peopleText.details.allowedIps}
    hint={peopleText.details.allowedIpsHint}
    problem={ipsProblem(ips)}
    wide
  >
    {(input) => (
      <textarea
        {...input}
        className="text-area"
        rows={2}
        maxLength={400}
        value={ips}
        onChange={(event) => setIps(event.currentTarget.value)}
      />
    )}
  </Labelled>
)

const Fields = (props: ReturnType<typeof useSubAccount>): ReactNode => {
  const { isNew, name, setName, nickname, setNickname, password, setPassword, setTyped } = props
  return (
    <div className="form">
      {isNew ? (
        <TextField
          label={words.account}
          problem={name === '' ? null : newAccountProblem(name)}
          hint={treeText.createForm.accountHint}
          autoComplete="off"
          autoCapitalize="off"
          maxLength={10}
          value={name}
          onChange={setName}
        />
      ) : null}
      <TextField label={peopleText.details.nickname} maxLength={32} value={nickname} onChange={setNickname} />
      <div>
        <Labelled label={isNew ? words.password : words.newPassword}>
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
        {isNew || password !== '' ? (
          <Checklist label={peopleText.passwordRules.label} items={passwordChecks(password)} />
        ) : null}
      </div>
      {isNew ? <TemplateChoice onChoose={setTyped} /> : null}
      <Addresses {...props} />
    </div>
  )
}

/** Creates a sub-account, or changes name, password and permissions of one. */
export const SubAccountDialog = ({
  row,
  onClose,
}: {
  readonly row: SubAccount | null
  readonly onClose: () => void
}): ReactNode => {
  const edit = useSubAccount(row)
  const { modules, chosen, setTyped, fine, save } = edit
  return (
    <ConfirmDialog
      title={row === null ? words.create : words.title(row.accountName)}
      confirm={peopleText.save}
      width={560}
      disabled={!fine}
      onConfirm={save}
      onClose={onClose}
    >
      <Fields {...edit} />
      <p>
        {words.tree} <small>{chosen.length === 0 ? words.none : words.only}</small>
      </p>
      <div className={css.permissionTree}>
        {modules ? (
          <Suspense fallback={<Skeleton rows={4} label={words.tree} />}>
            <KitTree
              nodes={modules.tree.map(nodeOf)}
              checked={[...chosen]}
              onCheck={setTyped}
              titleOf={titlesOf(modules.tree, [...chosen], setTyped)}
            />
          </Suspense>
        ) : (
          <Skeleton rows={4} label={words.tree} />
        )}
      </div>
    </ConfirmDialog>
  )
}

const CUSTOM = { id: 0, name: words.custom }

const TemplateChoice = ({ onChoose }: { readonly onChoose: (ids: readonly number[]) => void }): ReactNode => {
  const templates = useQuery({
    ...queryOf(subAccountsCalls.childAccountTemplates, {}, { automatic: true }),
  }).data
  const [chosen, setChosen] = useState(CUSTOM.id)
  const all: readonly { id: number; name: string; moduleIds?: number[] | undefined }[] = [CUSTOM, ...(templates ?? [])]
  return (
    <Labelled label={words.template}>
      {() => (
        <Choice
          label={words.template}
          value={String(chosen)}
          options={all.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(value) => {
            const template = all.find(({ id }) => String(id) === value)
            setChosen(template?.id ?? CUSTOM.id)
            if (template?.moduleIds) onChoose(template.moduleIds)
          }}
        />
      )}
    </Labelled>
  )
}
