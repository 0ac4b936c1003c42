import '../../ui/fields/labelled.css'
import { bankCardProblem } from '@strata/contract/rules'
import { lazy, type ReactNode, Suspense } from 'react'
import { ipsOf, ipsProblem } from '../../lib/ip-list.ts'
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
  /** Addresses that may use the account, as typed; '': any. */
  readonly allowedIps: string
}

/** Details as the server answers them, with the list of addresses as the text of its field. */
export const detailsOf = (info: Omit<Details, 'allowedIps'> & { readonly allowedIps: readonly string[] }): Details => ({
  ...(Object.fromEntries(NAMES.map((name) => [name, info[name]])) as Details),
  allowedIps: info.allowedIps.join('\n'),
})

/** Changed details as the server takes them. */
export const wireDetails = ({
  allowedIps,
  ...rest
}: Partial<Details>): Partial<Omit<Details, 'allowedIps'>> & { readonly allowedIps?: string[] } =>
  allowedIps === undefined ? rest : { ...rest, allowedIps: ipsOf(allowedIps) }

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
  allowedIps: '',
}

const NAMES = Object.keys(NO_DETAILS) as (keyof Details)[]

/** Only the fields that differ. */
export const changedDetails = (base: Details, draft: Details): Partial<Details> =>
  Object.fromEntries(NAMES.filter((name) => base[name] !== draft[name]).map((name) => [name, draft[name]]))

const cardProblem = ({ bankCardNo }: Details): string | null => (bankCardNo === '' ? null : bankCardProblem(bankCardNo))

/** The rules of these fields besides their length. */
export const detailsProblem = (draft: Details): string | null => cardProblem(draft) ?? ipsProblem(draft.allowedIps)

const LENGTHS = { nickname: 32, contact: 64, address: 120, remark: 200, bankName: 40, bankCardNo: 19 } as const
const MAX_IPS_LENGTH = 400
type TextName = keyof typeof LENGTHS

type Props = {
  readonly base: Details
  readonly draft: Details
  readonly onChange: (draft: Details) => void
  readonly part: 'person' | 'address'
  readonly disabled?: boolean
  /** The account is another one and the user may not reset its password: codes for a new password go to the contact. */
  readonly contactFixed?: boolean
  /** The account does not sign in here, so that it has no addresses. */
  readonly bettor?: boolean
}

type AddressesProps = Pick<Props, 'base' | 'draft' | 'onChange'> & { readonly disabled: boolean }

const Addresses = ({ base, draft, onChange, disabled }: AddressesProps): ReactNode => (
  <Labelled
    label={peopleText.details.allowedIps}
    hint={peopleText.details.allowedIpsHint}
    problem={ipsProblem(draft.allowedIps)}
    wide
  >
    {(input) => (
      <textarea
        {...input}
        className={base.allowedIps === draft.allowedIps ? 'text-area' : 'text-area text-changed'}
        rows={2}
        maxLength={MAX_IPS_LENGTH}
        disabled={disabled}
        value={draft.allowedIps}
        onChange={(event) => onChange({ ...draft, allowedIps: event.currentTarget.value })}
      />
    )}
  </Labelled>
)

/** Fields of an account's details: who it is, or where it is. */
export const DetailsForm = ({
  base,
  draft,
  onChange,
  part,
  disabled = false,
  contactFixed = false,
  bettor = false,
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
        {field('bankCardNo', { problem: cardProblem(draft) })}
        {field('remark', { wide: true })}
        {bettor ? null : <Addresses {...{ base, draft, onChange }} disabled={disabled || contactFixed} />}
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
