import { type FormEvent, type ReactNode, useState } from 'react'
import { passwordChecks } from '../../lib/password.ts'
import { firstStartText as words } from '../../text/zh-CN/entry/first-start.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { Checklist } from '../../ui/fields/checklist.tsx'
import { Labelled } from '../../ui/fields/labelled.tsx'
import { PasswordInput } from '../../ui/fields/password-input.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { type Faults, faultsOf, type Typed } from './first-start-model.ts'

type Props = { readonly typed: Typed; readonly onType: (typed: Typed) => void; readonly onNext: () => void }
type TextName = 'platformName' | 'headName' | 'account'

const TEXTS: readonly { readonly name: TextName; readonly note: string; readonly maxLength: number }[] = [
  { name: 'platformName', note: words.platformNote, maxLength: 40 },
  { name: 'headName', note: words.headNote, maxLength: 32 },
  { name: 'account', note: words.accountNote, maxLength: 10 },
]
const PASSWORDS = ['password', 'again'] as const

/** Names of platform and company, and the login of the first operator. */
export const CompanyStep = ({ typed, onType, onNext }: Props): ReactNode => {
  const [faults, setFaults] = useState<Faults>({})
  const type = (name: keyof Typed, value: string): void => onType({ ...typed, [name]: value })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const found = faultsOf(typed)
    setFaults(found)
    if (Object.keys(found).length === 0) onNext()
  }
  return (
    <form noValidate onSubmit={submit}>
      {TEXTS.map(({ name, note, maxLength }) => (
        <TextField
          key={name}
          label={words[name]}
          hint={note}
          problem={faults[name] ?? null}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={maxLength}
          value={typed[name]}
          onChange={(text) => type(name, text)}
        />
      ))}
      {PASSWORDS.map((name) => (
        <Labelled key={name} label={words[name]} problem={faults[name] ?? null}>
          {(input) => (
            <PasswordInput
              {...input}
              value={typed[name]}
              onChange={(value) => type(name, value)}
              words={peopleText}
              autoComplete="new-password"
              maxLength={16}
            />
          )}
        </Labelled>
      ))}
      <Checklist
        label={peopleText.passwordRules.label}
        items={[
          ...passwordChecks(typed.password),
          { text: peopleText.same, ok: typed.again !== '' && typed.again === typed.password },
        ]}
      />
      <button type="submit" className="plain-button">
        {words.next}
      </button>
    </form>
  )
}
