import {
  decimalMoneyProblem,
  newAccountProblem,
  passwordProblem,
  transferPasswordProblem,
} from '@strata/contract/rules'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import type { Letter } from '../terms/terms-model.ts'

/** The input for a new account besides its terms and details. */
export type NewAccount = {
  readonly login: 'new' | 'existing'
  readonly accountName: string
  readonly password: string
  readonly fundMode: 'credit' | 'cash'
  readonly credit: string
  readonly transferPassword: string
  readonly groupId: number | null
  readonly pankou: Letter
}

export const EMPTY_ACCOUNT: NewAccount = {
  login: 'new',
  accountName: '',
  password: '',
  fundMode: 'credit',
  credit: '',
  transferPassword: '',
  groupId: null,
  pankou: 'A',
}

export type AccountFaults = Partial<Record<'accountName' | 'password' | 'credit' | 'transferPassword', string>>

export const plainAmount = (text: string): string => text.replaceAll(/[,\s]/g, '')

/** An amount makes the creation a transfer, which needs the transfer password. A member gets no password here. */
export const accountFaults = (typed: NewAccount): AccountFaults => {
  const name = newAccountProblem(typed.accountName.trim())
  const password = typed.login === 'new' ? passwordProblem(typed.password) : null
  const amount = plainAmount(typed.credit)
  const credit = amount === '' ? null : decimalMoneyProblem(amount)
  const transfer =
    amount === ''
      ? null
      : typed.transferPassword === ''
        ? treeText.createForm.amountProblem
        : transferPasswordProblem(typed.transferPassword)
  return {
    ...(name === null ? {} : { accountName: name }),
    ...(password === null ? {} : { password }),
    ...(credit === null ? {} : { credit }),
    ...(transfer === null ? {} : { transferPassword: transfer }),
  }
}
