import { gameById, playsOfGame } from '@strata/domain/games/catalogue'
import { DEFAULT_OPTIONS } from '@strata/domain/games/options'
import { defaultOdds, formatQuote } from '@strata/domain/games/price'
import { lunarYearOf } from '@strata/domain/games/zodiac'
import { AccountId, GameId, MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { PANKOU } from '@strata/domain/pankou'
import { ROLE, type Role } from '@strata/domain/tree'
import type { Caller } from '../../access/session/caller.ts'
import type { Pool } from '../../platform/db.ts'

/**
 * A merchant in a test's own database, written row by row: head 1 > merchant > general agent > agent > members, with
 * shares and commission of the worked example, members on pankou C with 100,000 yuan each, and one open period in each
 * of two games.
 */

export const SMALL = {
  merchant: MerchantId(1),
  merchantPath: PathId(11),
  general: PathId(12),
  agent: PathId(13),
  firstMember: PathId(101),
} as const
export const NOW = Date.UTC(2026, 4, 20, 4)
export const DAY = '2026-05-20'
/** Period ids by game: 5M is 1, 6HC is 3. */
export const PERIODS = { '5M': PeriodId(1), '6HC': PeriodId(3) } as const
export const PERIOD_NO = '20260520001'
const MINUTE = 60_000

interface Node {
  readonly id: number
  readonly parent: PathId
  readonly role: Role
  readonly name: string
  readonly lineage: readonly PathId[]
  readonly uplineShare: number
  readonly downlineCap: number
  readonly pankou: string
  readonly commission: number
  readonly acceptType: number
}

const { merchantPath, general, agent, firstMember } = SMALL

const member = (index: number, over: Partial<Node> = {}): Node => ({
  id: firstMember + index,
  parent: PathId(agent),
  role: 10001,
  name: `mem${String(index + 1).padStart(4, '0')}`,
  lineage: [PathId(merchantPath), PathId(general), PathId(agent), PathId(firstMember + index)],
  uplineShare: 3000,
  downlineCap: 0,
  pankou: 'C',
  commission: 1000,
  acceptType: 0,
  ...over,
})

/** The last two members are directly under the merchant and under the general agent. */
export const nodesOf = (members: number): Node[] => {
  const upper: Node[] = [
    {
      id: merchantPath,
      parent: PathId(1),
      role: 1,
      name: 'merch001',
      lineage: [PathId(merchantPath)],
      uplineShare: 3000,
      downlineCap: 7000,
      pankou: 'ABCD',
      commission: 2500,
      acceptType: 1,
    },
    {
      id: general,
      parent: PathId(merchantPath),
      role: 2,
      name: 'genagt01',
      lineage: [PathId(merchantPath), PathId(general)],
      uplineShare: 2000,
      downlineCap: 5000,
      pankou: 'ABCD',
      commission: 2000,
      acceptType: 1,
    },
    {
      id: agent,
      parent: PathId(general),
      role: 3,
      name: 'agent001',
      lineage: [PathId(merchantPath), PathId(general), PathId(agent)],
      uplineShare: 2000,
      downlineCap: 3000,
      pankou: 'ABCD',
      commission: 1500,
      acceptType: 3,
    },
  ]
  const below = Array.from({ length: members }, (_, index) => {
    if (index === members - 1 && members > 2)
      return member(index, {
        parent: PathId(merchantPath),
        lineage: [PathId(merchantPath), PathId(firstMember + index)],
        uplineShare: 4000,
      })
    if (index === members - 2 && members > 2)
      return member(index, {
        parent: PathId(general),
        lineage: [PathId(merchantPath), PathId(general), PathId(firstMember + index)],
        uplineShare: 2500,
      })
    return member(index)
  })
  return [...upper, ...below]
}

const holder = (node: Node, role: Role, nodes: ReadonlyMap<number, Node>): number | null =>
  node.lineage.find((id) => nodes.get(id)?.role === role) ?? null

async function insertTree(raw: Pool, merchantId: MerchantId, members: number): Promise<void> {
  const nodes = nodesOf(members)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  await raw.query(
    `insert into paths (merchant_id, id, parent_id, role, account_id, name, fund_mode, chain_m, chain_g, chain_a, lineage, created_at)
     select $1, p.id, p.parent, p.role, p.id, p.name, 'credit', p.m, p.g, p.a, p.lineage::integer[], 1
       from jsonb_to_recordset($2) as p (id integer, parent integer, role integer, name text, m integer, g integer, a integer, lineage text)`,
    [
      merchantId,
      JSON.stringify(
        nodes.map((node) => ({
          id: node.id,
          parent: node.parent,
          role: node.role,
          name: node.name,
          m: holder(node, 1, byId),
          g: holder(node, 2, byId),
          a: holder(node, 3, byId),
          lineage: `{${node.lineage.join(',')}}`,
        })),
      ),
    ],
  )
  const plays = (commission: number) =>
    JSON.stringify({
      0: {
        commission: { A: 0, B: 0, C: commission, D: commission },
        minStake: '10000',
        maxStake: '1000000000',
        maxItem: '2000000000',
        maxFill: null,
      },
    })
  for (const node of nodes) {
    await raw.query(
      `insert into link_terms (merchant_id, path_id, game_id, enabled, pankou, replenish_pankou, accept_type, plays)
       values ($1, $2, 0, true, $3, $4, $5, $6)`,
      [
        merchantId,
        node.id,
        node.pankou,
        node.role === ROLE.member ? null : 'C',
        node.acceptType,
        plays(node.commission),
      ],
    )
    await raw.query(
      `insert into share_terms (merchant_id, path_id, game_id, from_day, upline_share, downline_cap, remainder)
       values ($1, $2, 0, '2020-01-01', $3, $4, 'head')`,
      [merchantId, node.id, node.uplineShare, node.downlineCap],
    )
    await raw.query(
      `insert into wallets (merchant_id, path_id, fund_mode, quota, balance) values ($1, $2, 'credit', 0, 0)`,
      [merchantId, node.id],
    )
  }
  await raw.query(
    `insert into ledger_entries (merchant_id, id, transaction_id, path_id, kind, amount, balance_after, day, at)
     select $1, path_id * 2, path_id, path_id, 'transferIn', 1000000000, 1000000000, $3::date, 1 from wallets
      where merchant_id = $1 and path_id >= $2::integer
     union all
     select $1, path_id * 2 + 1, path_id, -3, 'transferOut', -1000000000, null, $3::date, 1 from wallets
      where merchant_id = $1 and path_id >= $2::integer`,
    [merchantId, firstMember, DAY],
  )
  await raw.query(
    `update wallets set quota = 1000000000, balance = 1000000000 where merchant_id = $1 and path_id >= $2::integer`,
    [merchantId, firstMember],
  )
}

async function insertGame(raw: Pool, gameId: GameId): Promise<void> {
  const game = gameById(gameId)
  if (!game) throw new Error(`no game ${gameId}`)
  await raw.query(
    `insert into games (id, game_type, name, options, schedule, result_source) values ($1, $2, $3, '{}', '{}', 'demo')`,
    [gameId, game.code, game.name],
  )
  const lunarYear = lunarYearOf(DAY) ?? 2026
  const prices = playsOfGame(game.code).flatMap((play) =>
    play.prices.flatMap(({ key }) =>
      PANKOU.map((pankou) => ({
        play: play.code,
        price_key: key,
        pankou,
        base: formatQuote(play, key, defaultOdds(play, key, pankou, lunarYear)),
      })),
    ),
  )
  await raw.query(
    `insert into prices (game_id, play, price_key, pankou, base)
     select $1, p.play, p.price_key, p.pankou, p.base
       from jsonb_to_recordset($2) as p (play text, price_key text, pankou text, base jsonb)`,
    [gameId, JSON.stringify(prices)],
  )
  await raw.query(
    `insert into periods (id, game_id, period_no, day, open_at, close_at, hedge_close_at, draw_at, state, options)
     overriding system value values ($1, $2, $3, $4, $5, $6, $7, $8, 'open', $9)`,
    [
      gameId,
      gameId,
      PERIOD_NO,
      DAY,
      NOW - MINUTE,
      NOW + MINUTE,
      NOW + MINUTE + 5000,
      NOW + 2 * MINUTE,
      JSON.stringify(DEFAULT_OPTIONS),
    ],
  )
}

/**
 * Writes the small world. `members` >= 3. Merchants 2, 3 .. are copies of the first, with the same path ids and terms.
 */
export async function createSmallDatabase(raw: Pool, members = 10, merchants = 1): Promise<void> {
  await raw.query(`create table orders_test partition of orders default`)
  await raw.query(
    `insert into paths (merchant_id, id, parent_id, role, account_id, name, fund_mode, lineage, created_at)
     values (0, 1, null, 0, 1, 'headco01', 'credit', '{}', 1)`,
  )
  for (let merchantId: MerchantId = SMALL.merchant; merchantId < SMALL.merchant + merchants; merchantId++) {
    const code = merchantId === SMALL.merchant ? 'demo' : `demo${merchantId}`
    await raw.query(
      `insert into merchants (id, code, name, fund_mode, credit_reset, created_at) values ($1, $2, $2, 'credit', false, 1)`,
      [merchantId, code],
    )
    await raw.query('insert into merchant_directory (merchant_id, code) values ($1, $2)', [merchantId, code])
    await insertTree(raw, merchantId, members)
  }
  await insertGame(raw, GameId(1))
  await insertGame(raw, GameId(3))
}

/** A caller on a path of the small tree, as a call sees the person signed in there. */
export const callerAt = (pathId: PathId, over: Partial<Caller> = {}): Caller => {
  const node = nodesOf(3).find((one) => one.id === pathId)
  const role = node?.role ?? ROLE.head
  const path = {
    id: pathId,
    merchantId: node ? SMALL.merchant : MerchantId(0),
    role,
    name: node?.name ?? 'headco01',
    nickname: null,
    flyOutAllowed: false,
    lineage: [...(node?.lineage ?? [])],
    statuses: [1 as const],
  }
  return {
    account: { id: AccountId(pathId), name: path.name, mainId: AccountId(pathId) },
    path,
    paths: [path],
    merchantId: path.merchantId,
    role,
    roleType: 2,
    permissionIds: new Set(),
    isSub: false,
    status: 1,
    owesPasswords: false,
    owesValidator: false,
    sessionId: 1,
    tokenHash: '',
    ip: '127.0.0.1',
    reach: 'any',
    targets: new Map(),
    ...over,
  }
}
