import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import {
  BOOK_OUTCOMES,
  type bookCreate,
  type bookQuery,
  type bookTrial,
  type bookUpdate,
} from '@strata/contract/endpoints/outside-books'
import { BOOK_OUTCOME_WORDS, onOffWord } from '@strata/contract/words'
import type { MerchantId } from '@strata/domain/ids'
import { openWrapped } from '../../access/passwords.ts'
import { type AccessContext, type Caller, changeOnce } from '../../access/session.ts'
import { nextId } from '../../platform/ids.ts'
import { badField, Refusal, refuse } from '../../platform/refusal.ts'
import { type BookCallDeps, callBook } from '../../replenishment/fly-out.ts'
import {
  addBook,
  allBooks,
  bookUsers,
  findBook,
  noteTrial,
  changeBook as writeBook,
} from '../../settings/fly-out-accounts.ts'
import { HEAD_MERCHANT, merchantCode, outdateSnapshots } from '../../tree/merchants.ts'
import { changeAs, changesOf, logForHead } from '../change.ts'
import { outsideAddress } from './outside-address.ts'

export type BooksContext = AccessContext & BookCallDeps & { readonly appSecret: string }

type Answer = ResponseOf<typeof bookQuery>
type Outcome = ResponseOf<typeof bookTrial>['outcome']

const MIN_SECRET = 16
const MAX_SECRET = 200

const hostOf = (baseUrl: string): string => new URL(baseUrl).host
const outcomeOf = (text: string): Outcome => BOOK_OUTCOMES.find((one) => one === text) ?? 'badAnswer'

/** outside-book/query: every book with the accounts that use it. The key is never returned. */
export async function queryBooks({ pool }: BooksContext): Promise<Answer> {
  const books = await allBooks(pool)
  const users = await bookUsers(pool)
  const codes = new Map<MerchantId, string>([[HEAD_MERCHANT, '']])
  for (const { merchant_id: merchantId } of users)
    if (!codes.has(merchantId)) codes.set(merchantId, await merchantCode(pool, merchantId))
  return {
    items: books.map((book) => ({
      bookId: book.id,
      name: book.name,
      baseUrl: book.base_url,
      keyId: book.key_id,
      enabled: book.is_enabled,
      version: book.version,
      createdAt: Number(book.created_at),
      trial:
        book.tried_at === null ? null : { at: Number(book.tried_at), outcome: outcomeOf(book.outcome ?? 'badAnswer') },
      users: users
        .filter((user) => user.book_id === book.id)
        .map((user) => ({ accountName: user.name, merchant: codes.get(user.merchant_id) ?? '' })),
    })),
  }
}

async function openSecret(context: BooksContext, sealed: string): Promise<string | Refusal> {
  const secret = await openWrapped(context, sealed)
  if (secret instanceof Refusal) return secret
  const isFine = secret.length >= MIN_SECRET && secret.length <= MAX_SECRET
  return isFine ? secret : badField('secret', `密钥须为${MIN_SECRET}至${MAX_SECRET}个字符`)
}

/** outside-book/create. Refused in this order: badParameter (address), badParameter (key), exists (name). */
export async function createBook(
  context: BooksContext,
  caller: Caller,
  input: ParsedRequestOf<typeof bookCreate>,
): Promise<ResponseOf<typeof bookCreate> | Refusal> {
  const address = outsideAddress(context, input.baseUrl)
  if (address instanceof Refusal) return address
  const { secret: sealed, requestId, ...content } = input
  const request = { accountId: caller.account.id, requestId, call: 'outside-book/create', content }
  const prepare = () => openSecret(context, sealed)
  return changeOnce<string, { bookId: number }>(context, request, prepare, async (tx, plain, at) => {
    const { name, keyId } = input
    const bookId = await addBook(tx, context.secrets, { name, baseUrl: address, keyId, secret: plain }, at)
    if (bookId instanceof Refusal) return bookId
    const changes = changesOf([
      ['outsideBook', '地址', null, hostOf(address)],
      ['keyId', '密钥名称', null, keyId],
    ])
    await logForHead(tx, caller, { action: 'outsideBook', targetName: name, changes }, at)
    return { bookId }
  })
}

/** outside-book/update. Refused in this order: badParameter (address), badParameter (key), notFound, changed. */
export async function changeBook(
  context: BooksContext,
  caller: Caller,
  input: ParsedRequestOf<typeof bookUpdate>,
): Promise<null | Refusal> {
  const address = input.baseUrl === undefined ? undefined : outsideAddress(context, input.baseUrl)
  if (address instanceof Refusal) return address
  const { secret: sealed, requestId, ...content } = input
  const request = { accountId: caller.account.id, requestId, call: 'outside-book/update', content }
  const prepare = async () => ({ plain: sealed === undefined ? undefined : await openSecret(context, sealed) })
  const done = await changeOnce<Awaited<ReturnType<typeof prepare>>, { version: number }>(
    context,
    request,
    prepare,
    async (tx, { plain }, at) => {
      if (plain instanceof Refusal) return plain
      const { bookId, version, keyId, enabled } = input
      const wish = { bookId, version, baseUrl: address, keyId, secret: plain, enabled }
      const written = await writeBook(tx, context.secrets, wish)
      if (written instanceof Refusal) return written
      const { before: book, after } = written
      await outdateSnapshots(tx, HEAD_MERCHANT)
      const changes = changesOf([
        ['outsideBook', '地址', hostOf(book.base_url), hostOf(after.base_url)],
        ['keyId', '密钥名称', book.key_id, after.key_id],
        ['secret', '密钥', null, plain === undefined ? null : '已更换'],
        ['status', '状态', onOffWord(book.is_enabled), onOffWord(after.is_enabled)],
      ])
      await logForHead(tx, caller, { action: 'outsideBook', targetName: book.name, changes }, at)
      return { version: after.version }
    },
  )
  return done instanceof Refusal ? done : null
}

/** outside-book/trial: asks the book about an order that it cannot know. Any well-formed answer proves address and key. */
export async function tryBook(
  context: BooksContext,
  caller: Caller,
  input: ParsedRequestOf<typeof bookTrial>,
): Promise<ResponseOf<typeof bookTrial> | Refusal> {
  const book = await findBook(context.pool, input.bookId)
  if (!book) return refuse('notFound')
  const key = `trial-${nextId()}`
  const begun = performance.now()
  const { name, base_url: baseUrl, key_id: keyId, secret } = book
  const of = { name, baseUrl, keyId, secret }
  // Outside the transaction: a call may take five seconds.
  const answer = await callBook(context, of, { path: 'orders/query', key, body: { key } })
  const ms = Math.round(performance.now() - begun)
  const outcome = 'error' in answer ? outcomeOf(answer.error) : 'ok'
  return changeAs(context, caller, { call: 'outside-book/trial', input }, async (tx, at) => {
    await noteTrial(tx, book, { at, outcome })
    const changes = [{ field: 'trial', label: '试调用', before: null, after: BOOK_OUTCOME_WORDS[outcome] }]
    await logForHead(tx, caller, { action: 'outsideBookTrial', targetName: name, changes }, at)
    return { outcome, ms }
  })
}
