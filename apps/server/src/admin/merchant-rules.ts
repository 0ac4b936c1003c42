import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { merchantInfo, merchantUpdate } from '@strata/contract/endpoints/admin-merchants'
import type { Day } from '@strata/domain/calendar'
import type { MerchantId } from '@strata/domain/ids'
import { formatMoney, type Money, parseMoney } from '@strata/domain/money'
import { must } from '@strata/domain/must'
import { readPicture } from '@strata/domain/tree/picture'
import type { LoggedChange } from '../access/audit-log.ts'
import type { Queryable } from '../platform/db.ts'
import { badField, type Refusal, refuse } from '../platform/refusal.ts'
import { isHostTaken, type MerchantRecord, type MerchantRules } from '../tree/merchants.ts'
import { changesOf } from './change.ts'

type Wish = Pick<
  ParsedRequestOf<typeof merchantUpdate>,
  'leaseFrom' | 'leaseUntil' | 'betsPerSecond' | 'maxOpen' | 'maxGroups' | 'host' | 'balanceLine'
>

const moneyOf = (text: string): bigint => {
  const parsed = parseMoney(text, { maxDecimals: 2 })
  if (!parsed.ok) throw new Error('an amount passed the contract but was refused')
  return parsed.value
}

const given = <T>(wished: T | undefined, before: T): T => (wished === undefined ? before : wished)

const amountGiven = (wished: string | null | undefined, before: bigint | null): bigint | null =>
  wished === undefined ? before : wished === null ? null : moneyOf(wished)

export const NO_RULES: MerchantRules = {
  lease_from: null,
  lease_until: null,
  bets_per_second: null,
  max_open: null,
  max_groups: null,
  host: null,
  balance_line: null,
}

/** The rules as they are after a change. Refused: a lease that ends before it begins, a host that another one has. */
export async function rulesAfter(
  on: Queryable,
  { wish, before, merchantId }: { wish: Wish; before: MerchantRules; merchantId: MerchantId },
): Promise<MerchantRules | Refusal> {
  const after: MerchantRules = {
    lease_from: given(wish.leaseFrom as Day | null | undefined, before.lease_from),
    lease_until: given(wish.leaseUntil as Day | null | undefined, before.lease_until),
    bets_per_second: given(wish.betsPerSecond, before.bets_per_second),
    max_open: amountGiven(wish.maxOpen, before.max_open),
    max_groups: given(wish.maxGroups, before.max_groups),
    host: given(wish.host, before.host),
    balance_line: amountGiven(wish.balanceLine, before.balance_line),
  }
  const { lease_from: from, lease_until: until } = after
  if (from !== null && until !== null && from > until) return badField('leaseUntil', '租期截止日不能早于开始日')
  const isNew = after.host !== null && after.host !== before.host
  if (isNew && (await isHostTaken(on, must(after.host, 'the host'), merchantId))) return refuse('hostTaken')
  return after
}

const text = (value: string | number | null, unit = ''): string => (value === null ? '不限' : `${value}${unit}`)
const lineText = (line: bigint | null): string => (line === null ? '按平台参数' : formatMoney(line as Money))
const openText = (amount: bigint | null): string => (amount === null ? '不限' : formatMoney(amount as Money))

/** The changed rules as they stand in the change log. */
export const rulesChanges = (before: MerchantRules, after: MerchantRules): LoggedChange[] =>
  changesOf([
    ['leaseFrom', '租期开始日', text(before.lease_from), text(after.lease_from)],
    ['leaseUntil', '租期截止日', text(before.lease_until), text(after.lease_until)],
    ['betsPerSecond', '每秒注单数', text(before.bets_per_second), text(after.bets_per_second)],
    ['maxOpen', '未结算注额上限', openText(before.max_open), openText(after.max_open)],
    ['maxGroups', '群组数上限', text(before.max_groups), text(after.max_groups)],
    ['balanceLine', '余额预警线', lineText(before.balance_line), lineText(after.balance_line)],
    ['host', '域名', before.host ?? '', after.host ?? ''],
  ])

export const rulesOnWire = (
  found: MerchantRecord,
): Pick<
  ResponseOf<typeof merchantInfo>,
  'leaseFrom' | 'leaseUntil' | 'betsPerSecond' | 'maxOpen' | 'maxGroups' | 'host' | 'balanceLine' | 'version'
> => ({
  leaseFrom: found.lease_from,
  leaseUntil: found.lease_until,
  betsPerSecond: found.bets_per_second,
  maxOpen: found.max_open === null ? null : formatMoney(found.max_open as Money),
  maxGroups: found.max_groups,
  host: found.host,
  balanceLine: found.balance_line === null ? null : formatMoney(found.balance_line as Money),
  version: found.rules_version,
})

const DATA_URL = /^data:[a-z0-9/+.-]{1,64};base64,([A-Za-z0-9+/]+={0,2})$/

/** The logo of a data URL under the type that its content has; '' for none. Refused: anything that is no picture. */
export function readLogoWish(wish: string): string | Refusal {
  if (wish === '') return ''
  const bytes = Buffer.from(DATA_URL.exec(wish)?.[1] ?? '', 'base64')
  const picture = readPicture(bytes)
  return picture ? `data:${picture.type};base64,${bytes.toString('base64')}` : refuse('notAPicture')
}
