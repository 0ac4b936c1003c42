import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { flyOutAllowedSet, flyOutQuery } from '@strata/contract/endpoints/fly-outs'
import type { MerchantId, PathId } from '@strata/domain/ids'
import { formatMoney } from '@strata/domain/money'
import { type FlyOutPlace, type FlyOutRule, mayFlyTo } from '@strata/domain/replenishment/fly-out-rule'
import type { LoggedChange, Occasion } from '../../access/audit-log.ts'
import type { Queryable, Tx } from '../../platform/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { listBooks, readFlyOutRules, setFlyOutRule } from '../../settings/fly-out-accounts.ts'
import { HEAD_PATH } from '../../tree/paths.ts'
import { recordBesideTerms } from '../../tree/terms.ts'
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
const LABELS: Words = { books: '可用外部盘', byHand: '人工登记放飞', maxPerItem: '放飞单项限额' }

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
  occasion: Occasion,
  { merchantId, pathId, version }: Child,
  wish: WireRule,
): Promise<number | Refusal> {
  const books = new Map((await listBooks(tx)).map(({ id, name }) => [id, name]))
  const at = { merchantId, pathId }
  const rule = await setFlyOutRule(tx, at, { ...wish, maxPerItem: optionalAmount(wish.maxPerItem) })
  if (rule instanceof Refusal) return rule
  if (!rule.isNew) return version
  const [old, now] = [wordsOf(rule.before, books), wordsOf(rule.after, books)]
  const changes = (Object.keys(LABELS) as (keyof Words)[]).flatMap((field): LoggedChange[] =>
    old[field] === now[field]
      ? []
      : [{ field: `flyOut.${field}`, label: LABELS[field], before: old[field], after: now[field] }],
  )
  await recordBesideTerms(tx, at, occasion, { action: 'flyOutRule', changes })
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
