import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { flyOutAllowedSet, flyOutQuery } from '@strata/contract/endpoints/fly-outs'
import type { MerchantId, PathId } from '@strata/domain/ids'
import { formatMoney } from '@strata/domain/money'
import { type FlyOutPlace, type FlyOutRule, mayFlyTo } from '@strata/domain/replenishment/fly-out-rule'
import type { LoggedChange } from '../../access/audit-log.ts'
import type { Queryable, Tx } from '../../platform/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { listBooks, readFlyOutRules, saveFlyOutRule } from '../../settings/fly-out-accounts.ts'
import { bumpConfig } from '../../tree/merchants.ts'
import { HEAD_PATH, namesOf } from '../../tree/paths.ts'
import { bumpTerms, recordChange } from '../../tree/terms.ts'
import { optionalAmount } from '../automatic/settings-from-wire.ts'

type Row = ResponseOf<typeof flyOutQuery>['downline'][number]
type WireRule = NonNullable<ParsedRequestOf<typeof flyOutAllowedSet>['items'][number]['rule']>
type Child = { readonly merchantId: MerchantId; readonly pathId: PathId; readonly version: number }

export const ruleOnWire = ({
  bookIds,
  byHand,
  maxPerItem,
}: FlyOutRule): Pick<Row, 'bookIds' | 'byHand' | 'maxPerItem'> => ({
  bookIds: bookIds === null ? null : [...bookIds],
  byHand,
  maxPerItem: maxPerItem === null ? null : formatMoney(maxPerItem),
})

type Words = Readonly<Record<'books' | 'byHand' | 'maxPerItem', string>>
const LABELS: Words = { books: '可用外部账房', byHand: '人工登记放飞', maxPerItem: '放飞单项限额' }

const wordsOf = ({ bookIds, byHand, maxPerItem }: FlyOutRule, books: ReadonlyMap<number, string>): Words => ({
  books: bookIds === null ? '全部' : bookIds.map((id) => books.get(id) ?? id).join('、') || '无',
  byHand: byHand ? '允许' : '不允许',
  maxPerItem: maxPerItem === null ? '不限' : formatMoney(maxPerItem),
})

/**
 * Saves what the parent decides about the fly-outs of a direct child, with a line in the log, and moves the version of
 * its terms on, which the rule shares. Refused: an unknown book, unless the rule has named it before.
 */
export async function putRule(
  tx: Tx,
  occasion: Parameters<typeof recordChange>[2],
  { merchantId, pathId, version }: Child,
  wish: WireRule,
): Promise<number | Refusal> {
  const books = new Map((await listBooks(tx)).map(({ id, name }) => [id, name]))
  const before = (await readFlyOutRules(tx, merchantId, [pathId]))(pathId)
  const bookIds = wish.bookIds === null ? null : [...new Set(wish.bookIds)].toSorted((one, other) => one - other)
  if (bookIds?.some((id) => !books.has(id) && !before.bookIds?.includes(id))) return refuse('notFound')
  const after: FlyOutRule = { bookIds, byHand: wish.byHand, maxPerItem: optionalAmount(wish.maxPerItem) }
  const [old, now] = [wordsOf(before, books), wordsOf(after, books)]
  const changes = (Object.keys(LABELS) as (keyof Words)[]).flatMap((field): LoggedChange[] =>
    old[field] === now[field]
      ? []
      : [{ field: `flyOut.${field}`, label: LABELS[field], before: old[field], after: now[field] }],
  )
  if (changes.length === 0) return version
  await saveFlyOutRule(tx, { merchantId, pathId }, after)
  await bumpTerms(tx, merchantId, [pathId])
  await bumpConfig(tx, merchantId)
  const name = (await namesOf(tx, [merchantId], [pathId])).get(pathId) ?? ''
  await recordChange(tx, { id: pathId, merchantId, name }, occasion, 'flyOutRule', changes)
  return version + 1
}

/** Why the parent of an owner does not allow an account that sends there; null: it does. The head has no parent. */
export async function placeProblem(
  on: Queryable,
  { merchantId, owner }: { readonly merchantId: MerchantId; readonly owner: PathId },
  place: FlyOutPlace,
): Promise<Refusal | null> {
  if (owner === HEAD_PATH) return null
  const rule = (await readFlyOutRules(on, merchantId, [owner]))(owner)
  if (mayFlyTo(rule, place)) return null
  return refuse(place.connector === 'record' ? 'byHandNotAllowed' : 'bookNotAllowed')
}
