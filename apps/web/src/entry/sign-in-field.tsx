import type { ReactNode } from 'react'

export type FieldName = 'account' | 'password' | 'verifyCode' | 'captchaText'
export type Faults = Partial<Record<FieldName, string>>

type InputProps = {
  readonly id: string
  readonly name: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string
}

export const Field = ({
  name,
  label,
  fault,
  children,
}: {
  readonly name: FieldName
  readonly label: string
  readonly fault: string | undefined
  readonly children: (props: InputProps) => ReactNode
}): ReactNode => (
  <div className="entry-field">
    <label htmlFor={`entry-${name}`}>{label}</label>
    {children({
      id: `entry-${name}`,
      name,
      'aria-invalid': fault !== undefined,
      'aria-describedby': `entry-${name}-fault`,
    })}
    <p id={`entry-${name}-fault`} className="entry-fault" role={fault === undefined ? undefined : 'alert'}>
      {fault}
    </p>
  </div>
)
