import * as groupsCalls from '@strata/contract/calls/groups'
import { PERMISSION } from '@strata/contract/permissions'
import { amountInWords } from '@strata/domain/money/words'
import { ROLE, type Role } from '@strata/domain/tree'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryOf } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { readAmount, showAmount } from '../../../lib/amount.ts'
import { readValue } from '../../../lib/decimal.ts'
import { makePassword, passwordChecks } from '../../../lib/password.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { Checklist } from '../../../ui/fields/checklist.tsx'
import { Choice } from '../../../ui/fields/choice.tsx'
import { Labelled } from '../../../ui/fields/labelled.tsx'
import { PasswordInput } from '../../../ui/fields/password-input.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ToggleGroup } from '../../../ui/fields/toggle-group.tsx'
import type { Letter } from '../terms/terms-model.ts'
import { isBettor } from '../terms/terms-rules.ts'
import { type AccountFaults, type NewAccount, plainAmount } from './create-model.ts'

const words = treeText.createForm

type Props = {
  readonly account: NewAccount
  readonly roleId: Role
  readonly faults: AccountFaults
  /** null: the head, whose balance has no limit, or not loaded yet. */
  readonly parentBalance: string | null
  readonly letters: readonly Letter[]
  readonly onChange: (account: NewAccount) => void
}

const LOGINS = [
  { value: 'new', label: words.newLogin },
  { value: 'existing', label: words.existing },
] as const
const MODES = [
  { value: 'credit', label: treeText.modes.credit },
  { value: 'cash', label: treeText.modes.cash },
] as const

type FieldProps = Pick<Props, 'account' | 'faults'> & { readonly set: (change: Partial<NewAccount>) => void }

const PasswordField = ({ account, faults, set }: FieldProps): ReactNode => (
  <div>
    <Labelled
      label={words.password}
      problem={faults.password ?? null}
      hint={account.madeUp ? words.madeUpHint : undefined}
    >
      {(input) => (
        <PasswordInput
          key={account.madeUp ? 'madeUp' : 'typed'}
          {...input}
          startShown={account.madeUp}
          value={account.password}
          onChange={(password) => set({ password })}
          words={peopleText}
          autoComplete="new-password"
          maxLength={16}
        />
      )}
    </Labelled>
    <Checklist label={peopleText.passwordRules.label} items={passwordChecks(account.password)} />
    <button
      type="button"
      className="link-button"
      onClick={() => set({ password: makePassword((bytes) => crypto.getRandomValues(bytes)), madeUp: true })}
    >
      {treeText.password.generate}
    </button>
  </div>
)

/** A first credit is a transfer: it is asked for when the account is created. */
const FirstFunds = ({ account, faults, parentBalance, set }: FieldProps & Pick<Props, 'parentBalance'>): ReactNode => {
  const mayFund = useSession((session) => session.permissionIds.includes(PERMISSION.funds))
  const credit = plainAmount(account.credit)
  const spelled = credit !== '' && readValue('money', credit) !== null ? amountInWords(readAmount(credit)) : ''
  if (!mayFund) return null
  return (
    <TextField
      label={words.credit}
      problem={faults.credit ?? null}
      hint={spelled !== '' ? spelled : parentBalance === null ? undefined : words.creditHint(showAmount(parentBalance))}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      value={account.credit}
      onChange={(text) => set({ credit: text })}
    />
  )
}

/** Login, password, first credit and group of a new account. */
export const CreateLogin = ({ account, roleId, faults, parentBalance, letters, onChange }: Props): ReactNode => {
  const set = (change: Partial<NewAccount>): void => onChange({ ...account, ...change })
  const bettor = isBettor(roleId)
  return (
    <section className="card panel">
      <header>
        <h3>{words.login}</h3>
        {bettor ? null : (
          <ToggleGroup
            name="login-kind"
            label={words.login}
            options={LOGINS}
            value={account.login}
            onChange={(login) => set({ login })}
          />
        )}
      </header>
      <div className="panel-body form">
        <TextField
          label={words.account}
          problem={faults.accountName ?? null}
          hint={account.login === 'new' ? words.accountHint : words.existingHint}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={10}
          // The page was opened to type it.
          autoFocus
          value={account.accountName}
          onChange={(text) => set({ accountName: text })}
        />
        {account.login === 'existing' ? null : <PasswordField {...{ account, faults, set }} />}
        <FirstFunds {...{ account, faults, parentBalance, set }} />
        {roleId === ROLE.merchant ? (
          <Labelled label={words.fundMode}>
            {() => (
              <ToggleGroup
                name="fund-mode"
                label={words.fundMode}
                options={MODES}
                value={account.fundMode}
                onChange={(fundMode) => set({ fundMode })}
              />
            )}
          </Labelled>
        ) : null}
        {bettor ? (
          <Labelled label={words.pankou}>
            {() => (
              <Choice
                label={words.pankou}
                value={account.pankou}
                options={letters.map((letter) => ({ value: letter, label: letter }))}
                onChange={(pankou) => set({ pankou })}
              />
            )}
          </Labelled>
        ) : null}
        <GroupChoice account={account} set={set} />
      </div>
    </section>
  )
}

type GroupProps = { readonly account: NewAccount; readonly set: (change: Partial<NewAccount>) => void }

const GroupChoice = ({ account, set }: GroupProps): ReactNode => {
  const groups = useQuery({
    ...queryOf(groupsCalls.groupDropdown, {}, { automatic: true }),
    staleTime: 60_000,
  }).data
  if (!groups || groups.length === 0) return null
  return (
    <Labelled label={words.group}>
      {() => (
        <Choice
          label={words.group}
          value={String(account.groupId ?? '')}
          options={[
            { value: '', label: words.noGroup },
            ...groups.map(({ groupId, groupName }) => ({ value: String(groupId), label: groupName })),
          ]}
          onChange={(value) => set({ groupId: value === '' ? null : Number(value) })}
        />
      )}
    </Labelled>
  )
}
