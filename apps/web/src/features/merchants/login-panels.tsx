import type { ReactNode } from 'react'
import { makePassword, passwordChecks } from '../../lib/password.ts'
import { merchantsText } from '../../text/zh-CN/rooms/merchants.ts'
import { treeText } from '../../text/zh-CN/rooms/tree.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { Checklist } from '../../ui/fields/checklist.tsx'
import { Labelled } from '../../ui/fields/labelled.tsx'
import { PasswordInput } from '../../ui/fields/password-input.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ToggleGroup } from '../../ui/fields/toggle-group.tsx'
import type { Faults, LoginDraft } from './merchant-form.ts'

const words = merchantsText.form
const MODES = [
  { value: 'credit', label: merchantsText.modes.credit },
  { value: 'cash', label: merchantsText.modes.cash },
] as const

type Props = {
  readonly draft: LoginDraft
  readonly password: string
  readonly faults: Faults<LoginDraft & { readonly password: string }>
  readonly onChange: (draft: LoginDraft) => void
  readonly onPassword: (password: string) => void
}

type TextName = 'code' | 'nickname' | 'accountName'
const LENGTHS = { code: 32, nickname: 32, accountName: 10 } as const

const DraftField = ({ draft, faults, onChange, name }: Props & { readonly name: TextName }): ReactNode => (
  <TextField
    label={words[name]}
    hint={words.hints[name]}
    problem={faults[name] ?? null}
    autoComplete="off"
    autoCapitalize="off"
    spellCheck={false}
    maxLength={LENGTHS[name]}
    value={draft[name]}
    onChange={(text) => onChange({ ...draft, [name]: text })}
  />
)

/** Code, name and mode of a new merchant. */
export const IdentityPanel = (props: Props & { readonly children: ReactNode }): ReactNode => (
  <section className="card panel" id="section-identity">
    <header>
      <h3>{words.sections.identity}</h3>
    </header>
    <div className="panel-body form">
      <DraftField {...props} name="code" />
      <DraftField {...props} name="nickname" />
      <Labelled label={words.fundMode} hint={words.fundModeHint}>
        {() => (
          <ToggleGroup
            name="fund-mode"
            label={words.fundMode}
            options={MODES}
            value={props.draft.fundMode}
            onChange={(fundMode) => props.onChange({ ...props.draft, fundMode })}
          />
        )}
      </Labelled>
      {props.children}
    </div>
  </section>
)

/** Its first account. */
export const AccountPanel = (props: Props): ReactNode => (
  <section className="card panel" id="section-account">
    <header>
      <h3>{words.sections.account}</h3>
      <span>{words.accountNote}</span>
    </header>
    <div className="panel-body form">
      <DraftField {...props} name="accountName" />
      <div>
        <Labelled label={words.password} problem={props.faults.password ?? null}>
          {(input) => (
            <PasswordInput
              {...input}
              value={props.password}
              onChange={props.onPassword}
              words={peopleText}
              autoComplete="new-password"
              maxLength={16}
            />
          )}
        </Labelled>
        <Checklist label={peopleText.passwordRules.label} items={passwordChecks(props.password)} />
        <button
          type="button"
          className="link-button"
          onClick={() => props.onPassword(makePassword((bytes) => crypto.getRandomValues(bytes)))}
        >
          {treeText.password.generate}
        </button>
      </div>
    </div>
  </section>
)
