import '../../ui/fields/labelled.css'
import { bankCardProblem } from '@strata/contract/rules'
import { lazy, type ReactNode, Suspense } from 'react'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { Labelled } from '../../ui/fields/labelled.tsx'

/** Only pages that edit details need the picker, so lists do not load its code. */
const RegionPicker = lazy(async () => ({ default: (await import('./region-picker.tsx')).RegionPicker }))

/** Details of an account; '' for values that are not set. */
export type Details = {
  readonly nickname: string
  readonly contact: string
  readonly provinceCode: string
  readonly cityCode: string
  readonly districtCode: string
  readonly address: string
  readonly remark: string
  readonly bankName: string
  readonly bankCardNo: string
}

export const NO_DETAILS: Details = {
  nickname: '',
  contact: '',
  provinceCode: '',
  cityCode: '',
  districtCode: '',
  address: '',
  remark: '',
  bankName: '',
  bankCardNo: '',
}

const NAMES = Object.keys(NO_DETAILS) as (keyof Details)[]

/** Only the fields that differ. */
export const changedDetails = (base: Details, draft: Details): Partial<Details> =>
  Object.fromEntries(NAMES.filter((name) => base[name] !== draft[name]).map((name) => [name, draft[name]]))

/** The only rule of these fields besides their length. */
export const detailsProblem = (draft: Details): string | null =>
  draft.bankCardNo === '' ? null : bankCardProblem(draft.bankCardNo)

const LENGTHS = { nickname: 32, contact: 64, address: 120, remark: 200, bankName: 40, bankCardNo: 19 } as const
type TextName = keyof typeof LENGTHS

type Props = {
  readonly base: Details
  readonly draft: Details
  readonly onChange: (draft: Details) => void
  readonly part: 'person' | 'address'
  readonly disabled?: boolean
  /** The account is another one and the user may not reset its password: codes for a new password go to the contact. */
  readonly contactFixed?: boolean
}

/** Fields of an account's details: who it is, or where it is. */
export const DetailsForm = ({
  base,
  draft,
  onChange,
  part,
  disabled = false,
  contactFixed = false,
}: Props): ReactNode => {
  const words = peopleText.details
  const hintOf = (name: TextName): string | undefined => {
    if (name === 'contact' && contactFixed && !disabled) return words.contactFixed
    return name === 'bankCardNo' ? words.bankCardHint : undefined
  }
  const field = (
    name: TextName,
    options: { readonly wide?: boolean; readonly problem?: string | null } = {},
  ): ReactNode => (
    <Labelled
      key={name}
      label={words[name]}
      wide={options.wide ?? false}
      problem={options.problem ?? null}
      hint={hintOf(name)}
    >
      {(input) => (
        <input
          {...input}
          className={base[name] === draft[name] ? 'text-input' : 'text-input text-changed'}
          maxLength={LENGTHS[name]}
          inputMode={name === 'bankCardNo' ? 'numeric' : 'text'}
          disabled={disabled || (contactFixed && name === 'contact')}
          value={draft[name]}
          onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.value })}
        />
      )}
    </Labelled>
  )
  if (part === 'person')
    return (
      <div className="form">
        {field('nickname')}
        {field('contact')}
        {field('bankName')}
        {field('bankCardNo', { problem: detailsProblem(draft) })}
        {field('remark', { wide: true })}
      </div>
    )
  const changed = (['provinceCode', 'cityCode', 'districtCode'] as const).some((name) => base[name] !== draft[name])
  return (
    <div className="form">
      <Labelled label={words.region}>
        {({ id }) => (
          <Suspense fallback={<input id={id} className="text-input" disabled />}>
            <RegionPicker
              id={id}
              value={draft}
              changed={changed}
              disabled={disabled}
              onChange={(codes) => onChange({ ...draft, ...codes })}
            />
          </Suspense>
        )}
      </Labelled>
      {field('address')}
    </div>
  )
}
