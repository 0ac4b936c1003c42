/** The small world that every run begins with, in the server and in the model: two merchants, one by credit, one by cash. */

import { AccountId, type GameId, GroupId, MerchantId, PathId } from '@strata/domain/ids'
import { money, rate, share } from '@strata/domain/money'
import type { Role } from '@strata/domain/tree'
import { runTx, type Tx } from '../../apps/server/src/platform/db.ts'
import { Refusal } from '../../apps/server/src/platform/refusal.ts'
import { merchantKeyPurpose } from '../../apps/server/src/platform/signature.ts'
import { bookKeyPurpose } from '../../apps/server/src/settings/store-fly-out-accounts.ts'
import {
  createAgent,
  createHead,
  createMember,
  createMerchant,
  type Made,
} from '../../apps/server/src/tree/paths/create-path.ts'
import { changeTerms } from '../../apps/server/src/tree/terms/apply-terms-change.ts'
import { Book, HEAD, type Path, yuan } from './book.ts'
import type { RealServer } from './server.ts'

/** 2026-05-20 12:00 in Shanghai. */
export const BEGIN = Date.UTC(2026, 4, 20, 4)
export const KEY = 'model-key'
const OPERATOR = { id: 1, name: 'headco01', ip: '127.0.0.1' }
const LOGIN = { passwordHash: 'x', transferHash: 'x' }
const BEGINNING = '2000-01-01'

interface Plan {
  readonly name: string
  readonly role: Role
  readonly below: string | null
  readonly mode: 'credit' | 'cash'
  readonly uplineShare: number
  readonly downlineCap: number
  readonly commission: number
  readonly acceptType: number
  readonly outside?: 'record' | 'http'
}

const node = (name: string, role: Role, below: string | null, rest: Partial<Plan> = {}): Plan => ({
  name,
  role,
  below,
  mode: 'credit',
  uplineShare: 2000,
  downlineCap: 0,
  commission: 1000,
  acceptType: 0,
  ...rest,
})
const PLANS: readonly Plan[] = [
  node('merch001', 1, null, {
    uplineShare: 3000,
    downlineCap: 7000,
    commission: 2500,
    acceptType: 1,
    outside: 'record',
  }),
  node('genagt01', 2, 'merch001', { downlineCap: 5000, commission: 2000, acceptType: 1, outside: 'http' }),
  node('agent001', 3, 'genagt01', { downlineCap: 3000, commission: 1500, acceptType: 3, outside: 'record' }),
  node('agent002', 3, 'merch001', {
    uplineShare: 1500,
    downlineCap: 4000,
    commission: 1700,
    acceptType: 4,
    outside: 'http',
  }),
  node('mem0001', 10001, 'agent001', { uplineShare: 3000 }),
  node('mem0002', 10001, 'agent001', { uplineShare: 1111, commission: 333 }),
  node('mem0003', 10001, 'agent002', { uplineShare: 2500 }),
  node('mem0004', 10001, 'genagt01', { uplineShare: 0 }),
  node('mem0005', 10001, 'merch001', { uplineShare: 4001, commission: 1001 }),
  node('merch002', 1, null, { mode: 'cash', uplineShare: 0, downlineCap: 9999, commission: 3000, acceptType: 1 }),
  node('agent003', 3, 'merch002', {
    mode: 'cash',
    uplineShare: 3333,
    downlineCap: 6666,
    acceptType: 3,
    outside: 'http',
  }),
  node('mem0006', 10001, 'agent003', { mode: 'cash', uplineShare: 5000 }),
  node('mem0007', 10001, 'merch002', { mode: 'cash', uplineShare: 100 }),
]
export const START = { minStake: yuan(1), maxStake: yuan(5_000), maxItem: yuan(20_000) }

const made = <T>(answer: T | Refusal): T => {
  if (answer instanceof Refusal) throw new Error(`${answer.name} ${JSON.stringify(answer.data)}`)
  return answer
}

async function grow(tx: Tx, plan: Plan, parent: Made | undefined): Promise<Made> {
  const { name, role } = plan
  const common = { ...LOGIN, name, at: BEGIN, operator: OPERATOR, flyOutAllowed: true }
  const { merchantId = MerchantId(0), pathId: parentId = PathId(HEAD) } = parent ?? {}
  if (role === 1) return made(await createMerchant(tx, { ...common, code: name, fundMode: plan.mode }))
  const below = { ...common, merchantId, parentId }
  if (role !== 10001) return made(await createAgent(tx, { ...below, role: role as 2 | 3 }))
  return made(await createMember(tx, { name, at: BEGIN, operator: OPERATOR, pankou: 'C', merchantId, parentId }))
}

async function setTerms(tx: Tx, { merchantId, pathId }: Made, plan: Plan): Promise<void> {
  const limits = { minStake: money(START.minStake), maxStake: money(START.maxStake), maxItem: money(START.maxItem) }
  const game = {
    gameId: 0 as GameId,
    uplineShare: share(BigInt(plan.uplineShare)),
    downlineCap: share(BigInt(plan.downlineCap)),
    groups: [{ groupId: GroupId(0), commission: { C: rate(BigInt(plan.commission)) }, ...limits }],
    ...(plan.role === 10001 ? {} : { acceptType: plan.acceptType as 0 | 1 | 2 | 3 | 4, replenishPankou: 'C' as const }),
  }
  made(
    await changeTerms(tx, { merchantId, pathId, games: [game], at: BEGIN, operator: OPERATOR, sharesFrom: BEGINNING }),
  )
}

const modelPath = (plan: Plan, { pathId, merchantId }: Made, parent: Path): Path => ({
  id: pathId,
  name: plan.name,
  role: plan.role,
  parent,
  merchantId,
  mode: plan.mode,
  shares: [
    {
      from: BEGINNING,
      uplineShare: BigInt(plan.uplineShare),
      downlineCap: BigInt(plan.downlineCap),
      remainder: 'head',
    },
  ],
  commission: BigInt(plan.commission),
  ...START,
  maxFill: null,
  acceptType: plan.acceptType,
  status: 1,
  wallet: { quota: 0n, balance: 0n, openStake: 0n },
  settings: new Map(),
  flyOutAccount: null,
})

const headOf = (): Path => ({
  id: HEAD,
  name: 'headco01',
  role: 0,
  parent: null,
  merchantId: 0,
  mode: 'credit',
  shares: [{ from: BEGINNING, uplineShare: 0n, downlineCap: 10_000n, remainder: 'head' }],
  commission: 3000n,
  minStake: yuan(1),
  maxStake: yuan(200_000),
  maxItem: yuan(1_000_000),
  maxFill: null,
  acceptType: 4,
  status: 1,
  wallet: { quota: 0n, balance: 0n, openStake: 0n },
  settings: new Map(),
  flyOutAccount: null,
})

async function addFlyOutAccounts(real: RealServer, book: Book, bookId: number): Promise<void> {
  for (const plan of PLANS) {
    const owner = book.paths.find(({ name }) => name === plan.name)
    if (!plan.outside || !owner) continue
    const maxPerItem = plan.name === 'agent002' ? yuan(900) : null
    const wish = {
      accountName: `fly${plan.name.slice(-5)}`,
      nickname: '飞单',
      connector: plan.outside,
      ...(plan.outside === 'http' ? { bookId } : {}),
      oddsDiscount: '2',
      commission: '1.2',
      maxPerItem: maxPerItem === null ? null : '900',
      status: 1,
    }
    const answer = await real.post(owner.id, '/api/common/pilot/create', wish)
    if (answer.code !== 200) throw new Error(`the fly-order account of ${plan.name}: ${JSON.stringify(answer)}`)
    const id = (answer.data as { pilotId: number }).pilotId
    owner.flyOutAccount = { id, connector: plan.outside, discount: 200n, rate: 1200n, maxPerItem }
    const { merchantId, mode } = owner
    book.paths.push({ ...headOf(), id, name: wish.accountName, role: 10002, parent: owner, merchantId, mode })
  }
}

async function addBook({ raw, secrets }: RealServer, port: number): Promise<number> {
  const secret = secrets.seal('book-key', bookKeyPurpose('海天'))
  const found = await raw.query<{ id: number }>(
    `insert into outside_books (name, base_url, key_id, secret, created_at) values ('海天', $1, 'strata', $2, 0) returning id`,
    [`http://127.0.0.1:${port}/api`, secret],
  )
  return found.rows[0]?.id ?? 0
}

/** Grows the world in an empty database. Returns the model of it. */
export async function growWorld(real: RealServer, outsidePort: number): Promise<Book> {
  const book = new Book()
  book.now = BEGIN
  const head = await runTx(real.pool, {}, (tx) => createHead(tx, { ...LOGIN, name: 'headco01', at: BEGIN }))
  book.paths.push(headOf())
  const all = new Map<string, Made>([['', head]])
  await runTx(real.pool, {}, async (tx) => {
    for (const plan of PLANS) {
      const parent = plan.below === null ? undefined : all.get(plan.below)
      const one = await grow(tx, plan, parent)
      await setTerms(tx, one, plan)
      all.set(plan.name, one)
      book.paths.push(modelPath(plan, one, book.path(parent?.pathId ?? HEAD)))
    }
  })
  for (const { name, role, merchantId } of book.paths.filter((path) => path.role === 1)) {
    const secret = real.secrets.seal(KEY, merchantKeyPurpose(MerchantId(merchantId), 1))
    await real.raw.query('insert into merchant_keys (merchant_id, key_id, secret, created_at) values ($1, 1, $2, 0)', [
      merchantId,
      secret,
    ])
    if (role !== 1) throw new Error(name)
  }
  await real.raw.query(`update games set result_source = 'manual', enabled = true`)
  for (const [name, { accountId, pathId }] of all) if (!name.startsWith('mem')) await real.signIn({ accountId, pathId })
  await real.signIn({ accountId: AccountId(head.accountId), pathId: head.pathId, admin: true })
  await addFlyOutAccounts(real, book, await addBook(real, outsidePort))
  return book
}
