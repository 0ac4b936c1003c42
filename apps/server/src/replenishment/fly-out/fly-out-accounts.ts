import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type {
  flyOutAccountCreate,
  flyOutAccountQuery,
  flyOutAccountUpdate,
  flyOutBooks,
} from '@strata/contract/endpoints/fly-outs'
import { STATUS_WORDS } from '@strata/contract/words'
import { formatMoney, formatRate, formatShare, money, parseRate, parseShare, rate, share } from '@strata/domain/money'
import type { LoggedChange } from '../../access/audit-log.ts'
import { type Caller, oncePerRequest } from '../../access/session.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Pool, Queryable, Tx } from '../../platform/db.ts'
import { badField, Refusal, refuse } from '../../platform/refusal.ts'
import {
  type FlyOutAccountRow,
  type FlyOutAccountTerms,
  findFlyOutAccount,
  flyOutAccountPage,
  listBooks,
  saveFlyOutAccount,
} from '../../settings/fly-out-accounts.ts'
import { lockMerchant, outdateSnapshots } from '../../tree/merchants.ts'
import { createFlyOrder, HEAD_PATH, renamePath, switchFlyOrder } from '../../tree/paths.ts'
import { occasionOf, recordChange } from '../../tree/terms.ts'
import { optionalAmount } from '../automatic/settings-from-wire.ts'
import { placeProblem } from './fly-out-rules.ts'

type CreateRequest = ParsedRequestOf<typeof flyOutAccountCreate>
type UpdateRequest = ParsedRequestOf<typeof flyOutAccountUpdate>
type ListRequest = ParsedRequestOf<typeof flyOutAccountQuery>

export interface FlyOutAccountDeps {
  readonly pool: Pool
  readonly clock: Clock
}

const WHOLE = 10_000n

interface WishedTerms {
  readonly connector: 'record' | 'http'
  readonly bookId?: number | undefined
  readonly oddsDiscount: string
  readonly commission: string
  readonly maxPerItem: string | null
}

/**
 * Terms in stored form. Refused: a discount of 100%, and for `http` a missing, unknown or disabled book. A disabled book
 * that the account already has is accepted, so that its owner can still switch the account off.
 */
async function termsOf(
  tx: Tx,
  wish: WishedTerms,
  namedBook: number | null = null,
): Promise<FlyOutAccountTerms | Refusal> {
  const discount = parseShare(wish.oddsDiscount)
  const commission = parseRate(wish.commission)
  if (!discount.ok) return badField('oddsDiscount', '赔率折扣须为0至100之间的数字，最多两位小数')
  if (!commission.ok) return badField('commission', '退水须为数字，最多三位小数')
  if (discount.value >= WHOLE) return badField('oddsDiscount', '赔率折扣须小于100%')
  const needsBook = wish.connector === 'http'
  if (needsBook && wish.bookId === undefined) return badField('bookId', '请选择外部盘')
  const isUnchanged = !needsBook || wish.bookId === namedBook
  const known = isUnchanged || (await listBooks(tx)).some(({ id }) => id === wish.bookId)
  if (!known) return refuse('notFound')
  return {
    connector: wish.connector,
    bookId: needsBook ? (wish.bookId ?? null) : null,
    discount: discount.value,
    rate: commission.value,
    maxPerItem: optionalAmount(wish.maxPerItem),
  }
}

export const CONNECTOR_TEXT = { record: '人工登记', http: '接口直连' } as const

type Shown = Readonly<Record<'connector' | 'book' | 'discount' | 'commission' | 'maxPerItem', string | null>>
const LABELS: Readonly<Record<keyof Shown, string>> = {
  connector: '对接方式',
  book: '外部盘',
  discount: '赔率折扣',
  commission: '退水',
  maxPerItem: '单项限额',
}

const shown = (terms: FlyOutAccountTerms, books: ReadonlyMap<number, string>): Shown => ({
  connector: CONNECTOR_TEXT[terms.connector],
  book: terms.bookId === null ? null : (books.get(terms.bookId) ?? null),
  discount: `${formatShare(share(terms.discount))}%`,
  commission: `${formatRate(rate(terms.rate))}%`,
  maxPerItem: terms.maxPerItem === null ? '不限' : formatMoney(money(terms.maxPerItem)),
})

async function changesOf(
  tx: Tx,
  before: FlyOutAccountTerms | null,
  after: FlyOutAccountTerms,
): Promise<LoggedChange[]> {
  const books = new Map((await listBooks(tx)).map(({ id, name }) => [id, name]))
  const old = before && shown(before, books)
  const now = shown(after, books)
  return (Object.keys(LABELS) as (keyof Shown)[]).flatMap((field) =>
    (old?.[field] ?? null) === now[field]
      ? []
      : [{ field: `pilot.${field}`, label: LABELS[field], before: old?.[field] ?? null, after: now[field] }],
  )
}

/** The accounts of a call are always the caller's own. */
const placeOf = (caller: Caller) => ({ merchantId: caller.merchantId, owner: caller.path.id })

/** pilot/create: creates a leaf below the caller for an outside book. */
export async function createFlyOutAccount(
  deps: FlyOutAccountDeps,
  caller: Caller,
  input: CreateRequest,
): Promise<ResponseOf<typeof flyOutAccountCreate> | Refusal> {
  const { requestId, ...content } = input
  const at = deps.clock()
  const key = { accountId: caller.account.id, requestId, call: 'pilot/create', content, now: at }
  return oncePerRequest<ResponseOf<typeof flyOutAccountCreate>>(deps.pool, key, async (tx) => {
    const terms = await termsOf(tx, input)
    if (terms instanceof Refusal) return terms
    const { merchantId, owner } = placeOf(caller)
    const problem = await placeProblem(tx, { merchantId, owner }, terms)
    if (problem) return problem
    const occasion = occasionOf(caller, at)
    const { accountName: name, nickname } = input
    const made = await createFlyOrder(tx, { merchantId, parentId: owner, name, nickname, ...occasion })
    if (made instanceof Refusal) return made
    await saveFlyOutAccount(tx, { merchantId, owner, pathId: made.pathId }, terms)
    const { pathId } = made
    if (input.status !== 1) await switchFlyOrder(tx, { merchantId, pathId, status: input.status })
    const path = { id: made.pathId, merchantId, name }
    await recordChange(tx, path, occasion, 'flyOutAccount', await changesOf(tx, null, terms))
    return { pilotId: made.pathId }
  })
}

const storedTerms = (row: FlyOutAccountRow): FlyOutAccountTerms => ({
  connector: row.connector,
  bookId: row.book_id,
  discount: BigInt(row.discount),
  rate: BigInt(row.rate),
  maxPerItem: row.max_per_item,
})

/** The requested changes applied to the stored terms. A stored book is dropped when the connector does not use one. */
const wishOver = (input: UpdateRequest, row: FlyOutAccountRow): WishedTerms => {
  const before = storedTerms(row)
  return {
    connector: input.connector ?? before.connector,
    bookId: input.bookId ?? before.bookId ?? undefined,
    oddsDiscount: input.oddsDiscount ?? formatShare(share(before.discount)),
    commission: input.commission ?? formatRate(rate(before.rate)),
    maxPerItem:
      input.maxPerItem === undefined
        ? before.maxPerItem === null
          ? null
          : formatMoney(money(before.maxPerItem))
        : input.maxPerItem,
  }
}

/** pilot/update: applies to future fly-outs. Existing orders keep their terms. */
export async function updateFlyOutAccount(
  deps: FlyOutAccountDeps,
  caller: Caller,
  input: UpdateRequest,
): Promise<null | Refusal> {
  const { requestId, ...content } = input
  const at = deps.clock()
  const key = { accountId: caller.account.id, requestId, call: 'pilot/update', content, now: at }
  return oncePerRequest<null>(deps.pool, key, async (tx) => {
    const place = { ...placeOf(caller), pathId: input.pilotId }
    const isHead = place.owner === HEAD_PATH
    if (!isHead) await lockMerchant(tx, place.merchantId)
    const row = await findFlyOutAccount(tx, place)
    if (!row) return refuse('notFound')
    const terms = await termsOf(tx, wishOver(input, row), row.book_id)
    if (terms instanceof Refusal) return terms
    const isMoved = terms.connector !== row.connector || terms.bookId !== row.book_id
    const problem = isMoved ? await placeProblem(tx, place, terms) : null
    if (problem) return problem
    const changes = await changesOf(tx, storedTerms(row), terms)
    await saveFlyOutAccount(tx, place, terms)
    const { nickname, status } = input
    if (nickname !== undefined && nickname !== row.nickname) {
      await renamePath(tx, { merchantId: place.merchantId, pathId: row.path_id, nickname })
      changes.push({ field: 'nickname', label: '昵称', before: row.nickname, after: nickname })
    }
    if (status !== undefined && status !== row.status) {
      await switchFlyOrder(tx, { ...place, status })
      changes.push({ field: 'status', label: '状态', before: STATUS_WORDS[row.status], after: STATUS_WORDS[status] })
    }
    await outdateSnapshots(tx, place.merchantId)
    const path = { id: row.path_id, merchantId: place.merchantId, name: row.name }
    await recordChange(tx, path, occasionOf(caller, at), 'flyOutAccount', changes)
    return null
  })
}

/** pilot/query: the caller's own accounts. */
export async function queryFlyOutAccounts(
  deps: { readonly pool: Queryable },
  caller: Caller,
  input: ListRequest,
): Promise<ResponseOf<typeof flyOutAccountQuery>> {
  const { pageIndex, pageSize, sortInfo, status } = input
  const { items, total } = await flyOutAccountPage(
    deps.pool,
    { ...placeOf(caller), status: status ?? null },
    {
      sort: sortInfo?.columnName ?? 'createdAt',
      descending: sortInfo?.direction !== 0,
      limit: pageSize,
      offset: (pageIndex - 1) * pageSize,
    },
  )
  const wire = items.map((row) => ({
    pilotId: row.path_id,
    accountName: row.name,
    nickname: row.nickname ?? '',
    connector: row.connector,
    ...(row.book_id === null ? {} : { bookId: row.book_id }),
    oddsDiscount: formatShare(share(BigInt(row.discount))),
    commission: formatRate(rate(BigInt(row.rate))),
    maxPerItem: row.max_per_item === null ? null : formatMoney(money(row.max_per_item)),
    status: row.status,
    createdAt: Number(row.created_at),
  }))
  return { items: wire, total, pageIndex, pageSize }
}

/** pilot/books: names of the registered outside books. */
export async function queryBooks(deps: { readonly pool: Queryable }): Promise<ResponseOf<typeof flyOutBooks>> {
  const books = await listBooks(deps.pool)
  return { books: books.map(({ id, name }) => ({ bookId: id, name })) }
}
