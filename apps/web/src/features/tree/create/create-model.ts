import { CODES } from '@strata/contract/errors'
import { decimalMoneyProblem, newAccountProblem, passwordProblem } from '@strata/contract/rules'
import type { Letter } from '../terms/terms-model.ts'

/** The input for a new account besides its terms and details. */
export type NewAccount = {
  readonly login: 'new' | 'existing'
  readonly accountName: string
  readonly password: string
  /** The password was made up here: whoever gets the account has to be told it. */
  readonly madeUp: boolean
  readonly fundMode: 'credit' | 'cash'
  readonly credit: string
  readonly groupId: number | null
  readonly pankou: Letter
}

export const EMPTY_ACCOUNT: NewAccount = {
  login: 'new',
  accountName: '',
  password: '',
  madeUp: false,
  fundMode: 'credit',
  credit: '',
  groupId: null,
  pankou: 'A',
}

export type AccountFaults = Partial<Record<'accountName' | 'password' | 'credit', string>>

export const plainAmount = (text: string): string => text.replaceAll(/[,\s]/g, '')

/** A member gets no password here. The amount has a question of its own, which asks for the transfer password. */
export const accountFaults = (typed: NewAccount): AccountFaults => {
  const name = newAccountProblem(typed.accountName.trim())
  const password = typed.login === 'new' ? passwordProblem(typed.password) : null
  const amount = plainAmount(typed.credit)
  const credit = amount === '' ? null : decimalMoneyProblem(amount)
  return {
    ...(name === null ? {} : { accountName: name }),
    ...(password === null ? {} : { password }),
    ...(credit === null ? {} : { credit }),
  }
}

const FIELD_OF_CODE: Readonly<Record<number, keyof AccountFaults>> = {
  [CODES.exists]: 'accountName',
  [CODES.notFound]: 'accountName',
  [CODES.balanceTooLow]: 'credit',
}

/** Codes of the refusals that the page's fields and the question about the money show. */
export const FIELD_CODES: readonly number[] = [CODES.transferPassword, ...Object.keys(FIELD_OF_CODE).map(Number)]

const FIELDS: readonly (keyof AccountFaults)[] = ['accountName', 'password', 'credit']

type Issues = { readonly issues?: readonly { readonly path?: unknown; readonly message?: unknown }[] }

/** The fields that a refusal of the server is about; empty: it is about none of them. */
export const refusedFields = (refusal: {
  readonly code: number
  readonly message: string
  readonly data: unknown
}): AccountFaults => {
  const field = FIELD_OF_CODE[refusal.code]
  if (field) return { [field]: refusal.message }
  const { issues } = (refusal.data ?? {}) as Issues
  const named = (issues ?? []).flatMap(({ path, message }) => {
    const found = FIELDS.find((one) => one === path)
    return found && typeof message === 'string' ? [[found, message] as const] : []
  })
  return Object.fromEntries(named)
}
