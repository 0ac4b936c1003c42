import { businessDayProblem, newAccountProblem, passwordProblem } from '@strata/contract/rules'
import type { Answer } from '../../api/client.ts'
import { merchantsText } from '../../text/zh-CN/rooms/merchants.ts'

const words = merchantsText.form

/** Lease, limits and host as they are typed; '' for none. */
export type RulesDraft = {
  readonly leaseFrom: string
  readonly leaseUntil: string
  readonly betsPerSecond: string
  readonly maxOpen: string
  readonly maxGroups: string
  readonly host: string
  readonly balanceLine: string
}

export const NO_RULES: RulesDraft = {
  leaseFrom: '',
  leaseUntil: '',
  betsPerSecond: '',
  maxOpen: '',
  maxGroups: '',
  host: '',
  balanceLine: '',
}

export const rulesDraftOf = (info: Answer<'admin.merchantInfo'>): RulesDraft => ({
  leaseFrom: info.leaseFrom ?? '',
  leaseUntil: info.leaseUntil ?? '',
  betsPerSecond: info.betsPerSecond === null ? '' : String(info.betsPerSecond),
  maxOpen: info.maxOpen ?? '',
  maxGroups: info.maxGroups === null ? '' : String(info.maxGroups),
  host: info.host ?? '',
  balanceLine: info.balanceLine ?? '',
})

const plain = (text: string): string => text.replaceAll(/[,\s]/g, '')

/** The rules as the call takes them. */
export const rulesWish = (draft: RulesDraft) => ({
  leaseFrom: draft.leaseFrom || null,
  leaseUntil: draft.leaseUntil || null,
  betsPerSecond: plain(draft.betsPerSecond) === '' ? null : Number(plain(draft.betsPerSecond)),
  maxOpen: plain(draft.maxOpen) || null,
  maxGroups: plain(draft.maxGroups) === '' ? null : Number(plain(draft.maxGroups)),
  host: draft.host.trim().toLowerCase() || null,
  balanceLine: plain(draft.balanceLine) || null,
})

const isWhole = (text: string, min: number, max: number): boolean =>
  /^\d{1,6}$/.test(text) && Number(text) >= min && Number(text) <= max

/** Whether each field of a draft still says the same. */
export const sameFields = <T extends object>(one: T, other: T): boolean =>
  (Object.keys(one) as (keyof T)[]).every((name) => one[name] === other[name])

export type Faults<T> = Partial<Record<keyof T, string>>

const given = <T>(faults: { readonly [K in keyof T]?: string | null }): Faults<T> =>
  Object.fromEntries(Object.entries(faults).filter(([, text]) => text !== null)) as Faults<T>

const untilProblem = ({ leaseFrom, leaseUntil }: RulesDraft): string | null => {
  if (leaseUntil === '') return null
  const wrong = businessDayProblem(leaseUntil)
  return wrong ?? (leaseFrom !== '' && leaseFrom > leaseUntil ? words.leaseWrong : null)
}

export const rulesFaults = (draft: RulesDraft): Faults<RulesDraft> => {
  const [rate, open, groups] = [plain(draft.betsPerSecond), plain(draft.maxOpen), plain(draft.maxGroups)]
  const host = draft.host.trim().toLowerCase()
  const line = plain(draft.balanceLine)
  return given<RulesDraft>({
    leaseFrom: draft.leaseFrom === '' ? null : businessDayProblem(draft.leaseFrom),
    leaseUntil: untilProblem(draft),
    betsPerSecond: rate === '' || isWhole(rate, 1, 100_000) ? null : words.rateWrong,
    maxOpen: open === '' || (/^\d{1,12}(\.\d{1,2})?$/.test(open) && Number(open) > 0) ? null : words.openWrong,
    maxGroups: groups === '' || isWhole(groups, 0, 1_000) ? null : words.groupsWrong,
    balanceLine: line === '' || /^(?:0|[1-9]\d{0,11})(\.\d{1,2})?$/.test(line) ? null : words.lineWrong,
    host: host === '' || /^(?=.*\.)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(host) ? null : words.hostWrong,
  })
}

export type LoginDraft = {
  readonly code: string
  readonly nickname: string
  readonly fundMode: 'credit' | 'cash'
  readonly accountName: string
}

export const NO_LOGIN: LoginDraft = { code: '', nickname: '', fundMode: 'credit', accountName: '' }

export const loginFaults = (draft: LoginDraft, password: string): Faults<LoginDraft & { readonly password: string }> =>
  given({
    code: /^[a-z0-9-]{2,32}$/.test(draft.code.trim()) ? null : words.codeWrong,
    accountName: newAccountProblem(draft.accountName.trim()),
    password: passwordProblem(password),
  })

/** What is set on the copied terms of a game. */
export type GameDraft = { readonly enabled: boolean; readonly downlineCap: string }
export type CopiedTerms = Answer<'admin.merchantTerms'>

export const capProblem = (text: string): string | null =>
  /^(?:100(?:\.0{1,2})?|[1-9]?\d(?:\.\d{1,2})?)$/.test(text.trim()) ? null : words.capWrong

/** The changed games as the call takes them. */
export const termsWish = (copied: CopiedTerms, drafts: Readonly<Record<number, GameDraft>>) =>
  Object.entries(drafts).flatMap(([id, draft]) => {
    const own = copied.find(({ gameId }) => String(gameId) === id)
    const isSame = own?.enabled === draft.enabled && Number(own.downlineCap) === Number(draft.downlineCap)
    return isSame ? [] : [{ gameId: Number(id), enabled: draft.enabled, downlineCap: draft.downlineCap.trim() }]
  })

export const MAX_LOGO_BYTES = 65_536

/** A file as a data URL. */
export const readFile = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'))
    reader.readAsDataURL(file)
  })
