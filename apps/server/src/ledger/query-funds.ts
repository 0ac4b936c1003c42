import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { fundLogs } from '@strata/contract/endpoints/ledger'
import { type Day, daysBetween } from '@strata/domain/calendar'
import type { PathId } from '@strata/domain/ids'
import { formatMoney, money, neg, parseMoney, ZERO } from '@strata/domain/money'
import { ABOVE, operatorFor } from '../access/audit-log.ts'
import type { Caller } from '../access/session.ts'
import { businessDayBounds } from '../platform/business-day.ts'
import { type Pool, type Queryable, runTx, sqlState } from '../platform/db.ts'
import { idOf } from '../platform/ids.ts'
import { badField, Refusal } from '../platform/refusal.ts'
import { HEAD_MERCHANT, listMerchantIds } from '../tree/merchants.ts'
import { HEAD_PATH, namesBelow, pathsNamed } from '../tree/paths.ts'
import { ISSUANCE } from './store.ts'
import {
  countFunds,
  type FundFilter,
  type FundPage,
  type FundRecord,
  type FundScope,
  findFunds,
  operatorsBelow,
  sumFunds,
} from './store-funds.ts'

/** Those of fundLogs; fundsQuery asks for a part of them. */
type Request = ParsedRequestOf<typeof fundLogs>
type Answer = ResponseOf<typeof fundLogs>

const COUNTED = 10_000
const MAX_DAYS = 366

export async function scopeOf(on: Queryable, caller: Caller, input: Request, everything: boolean): Promise<FundScope> {
  const named = input.agentPathsId === undefined ? undefined : caller.targets.get(input.agentPathsId)
  const { id: pathId, merchantId, role } = named ?? caller.path
  const below = everything && !named ? true : (input.includeDownline ?? false)
  return { merchantIds: merchantId === HEAD_MERCHANT ? await listMerchantIds(on) : [merchantId], pathId, role, below }
}

const sizeOf = (text: string | undefined): bigint | null => (text === undefined ? null : parsedAmount(text))

function parsedAmount(text: string): bigint {
  const parsed = parseMoney(text)
  if (!parsed.ok) throw new Error(`amount ${text} passed the contract`)
  return parsed.value
}

/** The paths with this name; the head's own records are those of the issuance account. */
async function pathsOf(on: Queryable, caller: Caller, scope: FundScope, name: string): Promise<readonly PathId[]> {
  const found = await pathsNamed(on, scope.merchantIds, name)
  const isHead = caller.path.id === HEAD_PATH && caller.path.name.toLowerCase() === name.toLowerCase()
  return isHead ? [...found, ISSUANCE] : found
}

export async function filterOf(
  on: Queryable,
  caller: Caller,
  scope: FundScope,
  input: Request,
): Promise<FundFilter | Refusal> {
  const [from, to] = [input.from as Day, input.to as Day]
  if (daysBetween({ from, to }) > MAX_DAYS) return badField('to', `日期范围最多${MAX_DAYS}天`)
  const [least, most] = [sizeOf(input.least), sizeOf(input.most)]
  if (least !== null && most !== null && least > most) return badField('least', '最小金额不能大于最大金额')
  return {
    paths: input.account ? await pathsOf(on, caller, scope, input.account.trim()) : null,
    operator: input.operator?.trim() || null,
    least,
    most,
    kinds: input.kinds && input.kinds.length > 0 ? input.kinds : null,
    from: businessDayBounds(from).startAt,
    to: businessDayBounds(to).endAt,
    fromDay: from,
  }
}

function pageOf(input: Request): FundPage | Refusal {
  const { cursor, pageIndex, pageSize, sortInfo } = input
  const by = sortInfo?.columnName ?? 'at'
  if (cursor !== undefined && (by !== 'at' || !/^\d{1,19}$/.test(cursor)))
    return badField('cursor', '翻页位置无效，请重新查询')
  const after = cursor === undefined ? null : idOf(cursor)
  const offset = after === null ? (pageIndex - 1) * pageSize : 0
  return { by, descending: sortInfo?.direction !== 0, limit: pageSize, offset, after }
}

/** The sums over a range. On a large downline they may take too long; then the page is shown without them. */
async function summaryOf(pool: Pool, scope: FundScope, filter: FundFilter, timeoutMs: number) {
  try {
    const sums = await runTx(pool, { readOnly: true, timeoutMs, retries: 0 }, (tx) => sumFunds(tx, scope, filter))
    return { amountIn: formatMoney(money(sums.amountIn)), amountOut: formatMoney(neg(money(sums.amountOut))) }
  } catch (error) {
    if (sqlState(error) === '57014') return undefined
    throw error
  }
}

type Mark = NonNullable<Answer['items'][number]['mark']>

/** Posts of a correction or void name both result versions. Those of a first settlement have no mark. */
function markOf(one: FundRecord): { readonly mark?: Mark } {
  const isVoid = one.draw_kind === 'void'
  if (one.run_reason === null || (one.run_reason === 'settlement' && !isVoid)) return {}
  const kind = one.run_reason === 'orderVoid' ? 'orderVoid' : isVoid ? 'periodVoid' : 'correction'
  const order = one.voided_order === null ? {} : { orderNo: String(one.voided_order) }
  const versions = { fromVersion: one.from_version ?? 0, toVersion: one.to_version ?? 0 }
  return {
    mark: { kind, ...order, ...versions, before: one.before ?? [], after: one.after ?? [], reason: one.why ?? '' },
  }
}

export async function rowsOf(on: Queryable, caller: Caller, scope: FundScope, records: readonly FundRecord[]) {
  const isHead = caller.path.id === HEAD_PATH
  const ids = [
    ...new Set(records.flatMap((one) => [one.path_id, one.counterparty ?? one.path_id]).filter((id) => id > 0)),
  ]
  const under = { pathId: caller.path.id, accountId: caller.account.mainId }
  const names = await namesBelow(on, scope.merchantIds, isHead ? null : under, ids)
  const operatorIds = [...new Set(records.flatMap((one) => one.operator_id ?? []))]
  const known = isHead ? new Set(operatorIds) : await operatorsBelow(on, scope.merchantIds, caller.path.id, operatorIds)
  const nameOf = (id: PathId | null): string => {
    if (id === null || id === -1 || id === -2) return ''
    if (id > 0) return names.get(id) ?? ABOVE
    return isHead ? caller.path.name : ABOVE
  }
  const operatorOf = (one: FundRecord): string => {
    // A settlement has no operator. For a correction or void, the operator who caused it is shown.
    if (one.operator_id === null) return 'mark' in markOf(one) ? operatorFor(isHead, one.who ?? '') : ''
    return known.has(one.operator_id) ? (one.operator_name ?? '') : ABOVE
  }
  return records.map((one) => ({
    id: String(one.id),
    transactionId: String(one.transaction_id),
    at: Number(one.at),
    accountName: nameOf(one.path_id),
    kind: one.kind,
    amount: formatMoney(money(one.amount)),
    balanceAfter: formatMoney(one.balance_after === null ? ZERO : money(one.balance_after)),
    counterparty: nameOf(one.counterparty),
    reference: one.reference ?? '',
    remark: one.bets === null ? (one.remark ?? '') : `${one.bets}笔下注的合计，单笔注单已不再保存`,
    operatorName: operatorOf(one),
    ...markOf(one),
  }))
}

/**
 * funds/query and fund-logs: the movements of a path, or of it and everything below, newest first. Stakes are read from
 * the order rows. `everything`: when no path is named, the whole downline.
 */
export async function queryFunds(
  pool: Pool,
  caller: Caller,
  input: Request,
  everything: boolean,
): Promise<Answer | Refusal> {
  const page = pageOf(input)
  if (page instanceof Refusal) return page
  const scope = await scopeOf(pool, caller, input, everything)
  const filter = await filterOf(pool, caller, scope, input)
  if (filter instanceof Refusal) return filter
  const { pageIndex, pageSize } = input
  if (input.summaryOnly) {
    const summary = await summaryOf(pool, scope, filter, 9_000)
    return { items: [], total: 0, pageIndex, pageSize, ...(summary ? { summary } : {}) }
  }
  const records = await findFunds(pool, scope, filter, page)
  const counted = await countFunds(pool, scope, filter, COUNTED + 1)
  const summary = await summaryOf(pool, scope, filter, 2_000)
  const last = records.length === pageSize ? records.at(-1) : undefined
  return {
    items: await rowsOf(pool, caller, scope, records),
    total: Math.min(counted, COUNTED),
    ...(counted > COUNTED ? { more: true } : {}),
    pageIndex,
    pageSize,
    nextCursor: last && page.by === 'at' ? String(last.id) : null,
    ...(summary ? { summary } : {}),
  }
}
