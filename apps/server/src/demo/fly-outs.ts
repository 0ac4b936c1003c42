import { GameId, GroupId, type MerchantId, type PathId } from '@strata/domain/ids'
import { type Money, yuan } from '@strata/domain/money'
import type { Tx } from '../platform/db.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Secrets } from '../platform/secrets.ts'
import { registerBook } from '../replenishment/fly-out.ts'
import { bookKeyPurpose, saveFlyOutAccount } from '../settings/fly-out-accounts.ts'
import { changeReplenishment, NO_SETTINGS } from '../settings/replenishment-settings.ts'
import { createFlyOrder, type Made } from '../tree/paths.ts'
import type { Operator } from '../tree/terms.ts'
import { DEMO_BOOK } from './facts.ts'

interface Account {
  readonly owner: Made
  readonly name: string
  readonly nickname: string
  /** Null: fly-outs are recorded by hand. */
  readonly bookId: number | null
}

interface Scene {
  readonly tx: Tx
  readonly at: number
  readonly operator: Operator
}

async function addAccount({ tx, at, operator }: Scene, account: Account): Promise<PathId> {
  const { owner, name, nickname, bookId } = account
  const { merchantId } = owner
  const made = await createFlyOrder(tx, { merchantId, parentId: owner.pathId, name, nickname, at, operator })
  if (made instanceof Refusal) throw new Error(`the demo's ${name} was refused: ${made.name}`)
  await saveFlyOutAccount(
    tx,
    { merchantId, owner: owner.pathId, pathId: made.pathId },
    {
      connector: bookId === null ? 'record' : 'http',
      bookId,
      discount: 100n,
      rate: 800n,
      maxPerItem: yuan(20_000),
    },
  )
  return made.pathId
}

/** The groups with most of the bets: the special number and the first place of the race. */
const GROUPS = [
  { gameId: GameId(3), groupId: GroupId(301) },
  { gameId: GameId(2), groupId: GroupId(201) },
] as const

async function flyAbove(
  { tx }: Scene,
  owner: { readonly merchantId: MerchantId; readonly pathId: PathId },
  flyOutAccount: PathId,
  hold: Money,
): Promise<void> {
  for (const { gameId, groupId } of GROUPS) {
    const auto = {
      enabled: true,
      mode: 'stake',
      holdLimit: hold,
      unit: yuan(10),
      maxLoss: null,
      items: new Map(),
      flyOutAccount,
    } as const
    const flyOut = new Map([[groupId, auto]])
    await changeReplenishment(tx, { ...owner, gameId, version: 0 }, NO_SETTINGS, { flyOut })
  }
}

/**
 * Registers an outside book and adds the fly-out accounts: agent003, whose parent allows it, and the head for the
 * first merchant's book, both with accounts recorded by hand, so that the demo calls no other server. merch001 has
 * an account at the book.
 */
export async function addFlyOuts(
  scene: Scene,
  secrets: Secrets,
  { head, merchant, agent }: { readonly head: Made; readonly merchant: Made; readonly agent: Made },
): Promise<void> {
  const { name, baseUrl, keyId, key } = DEMO_BOOK
  const book = { name, baseUrl, keyId, secret: secrets.seal(key, bookKeyPurpose(name)) }
  const bookId = await registerBook(scene.tx, book, scene.at)
  await addAccount(scene, { owner: merchant, name: 'feidan01', nickname: '海天', bookId })
  const own = await addAccount(scene, { owner: agent, name: 'feidan03', nickname: '鸿运', bookId: null })
  await flyAbove(scene, agent, own, yuan(400))
  const above = await addAccount(scene, { owner: head, name: 'feidan00', nickname: '四海', bookId: null })
  await flyAbove(scene, { merchantId: merchant.merchantId, pathId: head.pathId }, above, yuan(1_000))
}
