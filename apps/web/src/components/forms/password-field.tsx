import type { ReactNode } from 'react'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { Labelled } from '../../ui/fields/labelled.tsx'
import { PasswordInput } from '../../ui/fields/password-input.tsx'

type Props = {
  readonly label: string
  readonly problem: string | null
  readonly hint?: ReactNode
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The six digits that confirm a transfer. */
export const TransferPasswordField = ({ label, problem, hint, value, onChange }: Props): ReactNode => (
  <Labelled label={label} problem={problem} hint={hint ?? peopleText.transferRules.six}>
    {(input) => (
      <PasswordInput
        {...input}
        value={value}
        onChange={onChange}
        words={peopleText}
        digits
        maxLength={6}
        autoComplete="off"
      />
    )}
  </Labelled>
)

/** One's own login password, asked again. */
export const LoginPasswordField = ({ label, problem, value, onChange }: Props): ReactNode => (
  <Labelled label={label} problem={problem}>
    {(input) => (
      <PasswordInput
        {...input}
        value={value}
        onChange={onChange}
        words={peopleText}
        autoComplete="current-password"
        maxLength={64}
      />
    )}
  </Labelled>
)
