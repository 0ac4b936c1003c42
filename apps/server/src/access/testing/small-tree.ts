import { PERMISSION } from '@strata/contract/permissions'
import { GameId, GroupId } from '@strata/domain/ids'
import { rate, share } from '@strata/domain/money'
import { type Pool, runTx, type Tx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import {
  createAgent,
  createHead,
  createMember,
  createMerchant,
  type Made,
  type NewLogin,
} from '../../tree/paths/create-path.ts'
import { changeTerms } from '../../tree/terms/apply-terms-change.ts'
import { hashPassword } from '../passwords/password-pool.ts'
import { addSubAccount } from '../sub-accounts/new-accounts.ts'

/** The tree that tests of calls run against: two merchants, every role, siblings, sub-accounts. */
export interface SmallTree {
  readonly head: Made
  readonly merchant: Made
  readonly general: Made
  readonly agent: Made
  /** Same parent as `agent`. */
  readonly sibling: Made
  readonly member: Made
  /** Below `sibling`. */
  readonly nephew: Made
  readonly otherMerchant: Made
  readonly otherAgent: Made
  /** A sub-account of `agent` that may open reports only. */
  readonly sub: { readonly accountId: number }
  /** A sub-account of `agent` without any permission. */
  readonly emptySub: { readonly accountId: number }
}

export const PASSWORD = 'Strata2026'
export const TRANSFER_PASSWORD = '246810'
export const TREE_AT = Date.UTC(2026, 4, 20, 4)
export const OPERATOR = { id: 1, name: 'headco01', ip: '127.0.0.1' }

export function made<T>(result: T | Refusal): T {
  if (result instanceof Refusal) throw new Error(`refused: ${result.name} ${JSON.stringify(result.data)}`)
  return result
}

type Hashes = Pick<NewLogin, 'passwordHash' | 'transferHash'>

async function grow(tx: Tx, hashes: Hashes): Promise<SmallTree> {
  const login = (name: string): NewLogin => ({ name, ...hashes })
  const common = { at: TREE_AT, operator: OPERATOR }
  const head = await createHead(tx, { ...login('headco01'), at: TREE_AT })
  const merchantOf = async (name: string, code: string): Promise<Made> =>
    made(await createMerchant(tx, { ...login(name), ...common, code, fundMode: 'credit', flyOutAllowed: true }))
  const below = async (parent: Made, name: string, role: 2 | 3): Promise<Made> =>
    made(
      await createAgent(tx, {
        ...login(name),
        ...common,
        role,
        merchantId: parent.merchantId,
        parentId: parent.pathId,
        flyOutAllowed: true,
      }),
    )
  const bettor = async (parent: Made, name: string): Promise<Made> =>
    made(
      await createMember(tx, { ...common, name, pankou: 'C', merchantId: parent.merchantId, parentId: parent.pathId }),
    )
  const terms = async (node: Made, uplineShare: bigint, downlineCap: bigint, commission: bigint): Promise<void> => {
    const groups = [{ groupId: GroupId(0), commission: { C: rate(commission) } }]
    const game = { gameId: GameId(0), uplineShare: share(uplineShare), downlineCap: share(downlineCap), groups }
    const { merchantId, pathId } = node
    made(await changeTerms(tx, { ...common, merchantId, pathId, games: [game], sharesFrom: '2000-01-01' }))
  }
  const merchant = await merchantOf('merch001', 'demo')
  await terms(merchant, 3000n, 7000n, 2500n)
  const general = await below(merchant, 'genagt01', 2)
  await terms(general, 2000n, 5000n, 2000n)
  const agent = await below(general, 'agent001', 3)
  await terms(agent, 2000n, 3000n, 1500n)
  const sibling = await below(general, 'agent003', 3)
  const member = await bettor(agent, 'mem0001')
  await terms(member, 3000n, 0n, 1000n)
  const nephew = await bettor(sibling, 'mem0002')
  const otherMerchant = await merchantOf('merch002', 'other')
  const otherAgent = await below(otherMerchant, 'agent002', 3)
  const main = { id: agent.accountId, merchantId: agent.merchantId, accountType: 2 as const }
  const sub = made(
    await addSubAccount(tx, {
      ...login('agtsub01'),
      main,
      permissionIds: [PERMISSION.reports, PERMISSION.reportDetails, PERMISSION.merchants],
      at: TREE_AT,
    }),
  )
  const emptySub = made(await addSubAccount(tx, { ...login('agtsub02'), main, permissionIds: [], at: TREE_AT }))
  return { head, merchant, general, agent, sibling, member, nephew, otherMerchant, otherAgent, sub, emptySub }
}

export async function growSmallTree(pool: Pool): Promise<SmallTree> {
  const hashes = {
    passwordHash: await hashPassword(PASSWORD),
    transferHash: await hashPassword(TRANSFER_PASSWORD),
  }
  return runTx(pool, {}, (tx) => grow(tx, hashes))
}
