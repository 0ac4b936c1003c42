import { newAccountProblem, passwordProblem } from '@strata/contract/rules'
import { firstStartText as words } from '../../text/zh-CN/entry/first-start.ts'

/** What the first step asks. */
export type Typed = {
  readonly platformName: string
  readonly headName: string
  readonly account: string
  readonly password: string
  readonly again: string
}

export const BLANK: Typed = { platformName: '', headName: '', account: '', password: '', again: '' }

export type Faults = Partial<Record<keyof Typed, string>>

/** What is wrong with the first step, by field. */
export const faultsOf = (typed: Typed): Faults => {
  const account = newAccountProblem(typed.account)
  const password = passwordProblem(typed.password)
  return {
    ...(typed.platformName.trim() === '' ? { platformName: words.needed } : {}),
    ...(typed.headName.trim() === '' ? { headName: words.needed } : {}),
    ...(account === null ? {} : { account }),
    ...(password === null ? {} : { password }),
    ...(typed.again === typed.password ? {} : { again: words.differs }),
  }
}

/** What the phone reads from the picture. It lists the account under the name that the platform is given here. */
export const otpauthOf = (
  { platformName, account }: Pick<Typed, 'platformName' | 'account'>,
  secret: string,
): string => {
  const issuer = encodeURIComponent(platformName.trim())
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?issuer=${issuer}&secret=${secret}&algorithm=SHA1&digits=6&period=30`
}

/** The token of the link: what follows '#'. It stays in the browser: a server sees no fragment. */
export const tokenOf = (hash: string): string | null => /^#([A-Za-z0-9_-]{43})$/.exec(hash)?.[1] ?? null
