import { GameId, GroupId, PathId } from '@strata/domain/ids'
import { rate, share, yuan } from '@strata/domain/money'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { growSmallTree, made, OPERATOR, type SmallTree, TREE_AT } from '../access/testing/small-tree.ts'
import { runTx } from '../platform/db.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { changeStatus } from './paths/change-status.ts'
import { createAgent, createMembers } from './paths/create-path.ts'
import { freshSnapshot, SnapshotCache } from './snapshot/merchant-snapshot.ts'
import { lockMerchant, readConfigVersion } from './snapshot/store-snapshot.ts'
import { changeTerms } from './terms/apply-terms-change.ts'
import type { GamePatch } from './terms/terms-from-wire.ts'
import { gameInfos } from './terms/terms-with-bounds.ts'

const { pool, raw } = await createTestDatabase()
const DAY = '2026-05-20'
const common = { at: TREE_AT, operator: OPERATOR }
let tree: SmallTree
let cache: SnapshotCache
beforeAll(async () => {
  tree = await growSmallTree(pool)
})
beforeEach(() => {
  cache = new SnapshotCache()
})

const change = (pathId: PathId, game: Partial<GamePatch>, more: { version?: number; sharesFrom?: string } = {}) =>
  runTx(pool, {}, (tx) =>
    changeTerms(tx, {
      ...common,
      merchantId: tree.merchant.merchantId,
      pathId,
      games: [{ gameId: GameId(0), ...game }],
      ...more,
    }),
  )
const status = (pathId: PathId, to: 1 | 2 | 4, operatorPath = tree.merchant.pathId) =>
  runTx(pool, {}, (tx) =>
    changeStatus(tx, { ...common, merchantId: tree.merchant.merchantId, pathId, status: to, operatorPath }),
  )
const look = () => cache.current(pool, tree.merchant.merchantId, { names: ['MEM0001'], ids: [tree.sibling.pathId] })

describe('creating', () => {
  it('puts each path under its parent, with chain, lineage and an empty wallet', async () => {
    const found = await raw.query(
      `select p.role, p.chain_m, p.chain_g, p.chain_a, p.lineage, w.balance, w.fund_mode
         from paths p join wallets w on w.merchant_id = p.merchant_id and w.path_id = p.id where p.id = $1`,
      [tree.member.pathId],
    )
    const { merchant, general, agent, member } = tree
    expect(found.rows).toEqual([
      {
        role: 10001,
        chain_m: merchant.pathId,
        chain_g: general.pathId,
        chain_a: agent.pathId,
        lineage: [merchant.pathId, general.pathId, agent.pathId, member.pathId],
        balance: 0n,
        fund_mode: 'credit',
      },
    ])
  })

  it('refuses a name that exists in any case, and a role that is not below the parent’s', async () => {
    const node = { ...common, merchantId: tree.merchant.merchantId, passwordHash: '!' }
    const attempt = (name: string, parentId: PathId, role: 2 | 3) =>
      runTx(pool, {}, (tx) => createAgent(tx, { ...node, name, parentId, role }))
    expect(await attempt('AGENT001', tree.general.pathId, 3)).toMatchObject({ name: 'accountExists' })
    expect(await attempt('newagent', tree.agent.pathId, 3)).toMatchObject({ name: 'stateForbids' })
    expect(await attempt('newagent', tree.otherMerchant.pathId, 3)).toMatchObject({ name: 'notFound' })
    expect(await attempt('newagent', tree.member.pathId, 3)).toMatchObject({ name: 'stateForbids' })
  })

  it('makes many members at once, in order, each with its own terms', async () => {
    const before = await readConfigVersion(pool, tree.merchant.merchantId)
    const members = Array.from({ length: 300 }, (_, i) => ({ name: `bulk${String(i).padStart(4, '0')}` }))
    const batch = {
      ...common,
      merchantId: tree.merchant.merchantId,
      parentId: tree.merchant.pathId,
      pankou: 'B' as const,
      members,
    }
    const all = made(await runTx(pool, {}, (tx) => createMembers(tx, batch)))
    expect(await readConfigVersion(pool, tree.merchant.merchantId)).toBe(before + 1n)
    const snapshot = await cache.current(pool, tree.merchant.merchantId, {
      names: members.map((member) => member.name),
    })
    for (const [place, member] of members.entries()) expect(snapshot.member(member.name)?.id).toBe(all[place]?.pathId)
    const id = all[7]?.pathId as number
    expect(snapshot.terms(PathId(id), GameId(3))?.pankou).toEqual(['B'])
    expect(snapshot.shares(PathId(id), GameId(3), DAY)).toEqual({ sH: 10000n, sM: 0n, sG: 0n, sA: 0n })
  })
})

describe('the snapshot', () => {
  it('computes the holding of the worked example', async () => {
    const snapshot = await look()
    const pathId = snapshot.member('mem0001')?.id as number
    expect(pathId).toBe(tree.member.pathId)
    expect(
      snapshot.holding({ pathId: PathId(pathId), gameId: GameId(3), groupId: GroupId(301), pankou: 'C', day: DAY }),
    ).toEqual({
      sH: 3000n,
      sM: 2000n,
      sG: 2000n,
      sA: 3000n,
      rM: 2500n,
      rG: 2000n,
      rA: 1500n,
      rB: 1000n,
    })
    expect(snapshot.chainOf(PathId(pathId), GameId(3), DAY).map((link) => [link.child.id, link.parentRole])).toEqual([
      [tree.member.pathId, 3],
      [tree.agent.pathId, 2],
      [tree.general.pathId, 1],
      [tree.merchant.pathId, 0],
    ])
    const from = { pathId: tree.agent.pathId, gameId: GameId(3), groupId: GroupId(301), pankou: 'C' as const }
    expect(snapshot.path(tree.agent.pathId)?.chain.a).toBe(tree.agent.pathId)
    expect(snapshot.replenishmentHolding(1, from)).toEqual({
      sH: 0n,
      sM: 10000n,
      sG: 0n,
      sA: 0n,
      rM: 2500n,
      rG: 2000n,
      rA: 1500n,
      rB: 1500n,
    })
  })

  it('is the same object until the merchant changes, then a new one', async () => {
    const first = await look()
    expect(await look()).toBe(first)
    made(await change(tree.member.pathId, { groups: [{ groupId: GroupId(0), maxStake: yuan(100) }] }))
    const second = await look()
    expect(second).not.toBe(first)
    expect(first.groupTerms(tree.member.pathId, GameId(3), GroupId(301))?.maxStake).toBe(yuan(200_000))
    expect(second.groupTerms(tree.member.pathId, GameId(3), GroupId(301))?.maxStake).toBe(yuan(100))
  })

  it('sends no query when everything requested is loaded', async () => {
    await look()
    await runTx(pool, {}, async (tx) => {
      const version = await lockMerchant(tx, tree.merchant.merchantId)
      const silent = { query: () => Promise.reject(new Error('a query was sent')) }
      const snapshot = await cache.locked(silent, tree.merchant.merchantId, version, { names: ['mem0001'] })
      expect(snapshot.member('mem0001')?.id).toBe(tree.member.pathId)
    })
  })

  it('contains no members of other merchants, no agents by name, and no closed paths', async () => {
    const snapshot = await cache.current(pool, tree.otherMerchant.merchantId, { names: ['mem0001', 'agent002'] })
    expect([snapshot.member('mem0001'), snapshot.member('agent002')]).toEqual([undefined, undefined])
  })

  it('does not keep changes of a transaction that was rolled back', async () => {
    await look()
    const { merchantId } = tree.merchant
    const undone = runTx(pool, { retries: 0 }, async (tx) => {
      made(
        await changeTerms(tx, {
          ...common,
          merchantId,
          pathId: tree.member.pathId,
          games: [{ gameId: GameId(0), groups: [{ groupId: GroupId(0), maxStake: yuan(77) }] }],
        }),
      )
      const own = await freshSnapshot(tx, merchantId, { ids: [tree.member.pathId] })
      expect(own.groupTerms(tree.member.pathId, GameId(3), GroupId(301))?.maxStake).toBe(yuan(77))
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    made(await change(tree.member.pathId, { groups: [{ groupId: GroupId(0), maxStake: yuan(55) }] }))
    expect((await look()).groupTerms(tree.member.pathId, GameId(3), GroupId(301))?.maxStake).toBe(yuan(55))
  })

  it('is correct while terms change all the time', async () => {
    let changing = true
    const changes = (async () => {
      for (let turn = 1; turn <= 25; turn++) {
        made(
          await change(tree.member.pathId, {
            groups: [{ groupId: GroupId(0), maxStake: yuan(turn), maxItem: yuan(turn * 2) }],
          }),
        )
      }
      changing = false
    })()
    while (changing) {
      const snapshot = await cache.current(pool, tree.merchant.merchantId, { names: ['mem0001'] })
      const terms = snapshot.groupTerms(tree.member.pathId, GameId(3), GroupId(301))
      const stored = await raw.query<{ config_version: bigint }>('select config_version from merchants where id = $1', [
        tree.merchant.merchantId,
      ])
      if (terms && terms.maxStake <= yuan(25)) expect(terms.maxItem).toBe(yuan(2) * (terms.maxStake / yuan(1)))
      expect(snapshot.configVersion <= (stored.rows[0]?.config_version ?? 0n)).toBe(true)
    }
    await changes
    expect((await look()).groupTerms(tree.member.pathId, GameId(3), GroupId(301))?.maxStake).toBe(yuan(25))
  })
})

describe('status', () => {
  it('takes effect at once, the strictest one on the way up counts', async () => {
    expect(await status(tree.agent.pathId, 4)).toBeNull()
    expect((await look()).member('mem0001')?.status).toBe(4)
    expect(await status(tree.general.pathId, 2)).toBeNull()
    const snapshot = await look()
    expect([snapshot.member('mem0001')?.status, snapshot.path(tree.sibling.pathId)?.status]).toEqual([2, 2])
    await status(tree.general.pathId, 1)
    expect((await look()).path(tree.sibling.pathId)?.status).toBe(1)
    await status(tree.agent.pathId, 1)
  })

  it('is set by an ancestor, never by the path itself', async () => {
    expect(await status(tree.agent.pathId, 2, tree.agent.pathId)).toMatchObject({ name: 'stateForbids' })
    expect(await status(tree.agent.pathId, 2, tree.sibling.pathId)).toMatchObject({ name: 'notFound' })
    expect(await status(tree.merchant.pathId, 4, PathId(1))).toBeNull()
    expect(await status(tree.merchant.pathId, 1, PathId(1))).toBeNull()
  })
})

describe('terms', () => {
  it('beyond the parent’s are refused with every fault', async () => {
    const answer = await change(tree.agent.pathId, {
      uplineShare: share(3000n),
      downlineCap: share(3000n),
      groups: [{ groupId: GroupId(0), commission: { C: rate(2001n) } }],
    })
    expect(answer).toMatchObject({
      name: 'beyondTerm',
      data: {
        faults: [
          { gameId: GameId(0), field: 'downlineCap', refusal: 'shareSum', bound: '2000' },
          {
            gameId: GameId(0),
            groupId: GroupId(0),
            field: 'commission',
            pankou: 'C',
            refusal: 'beyondParent',
            bound: '2000',
          },
        ],
      },
    })
  })

  it('below a child’s are refused until the child is capped', async () => {
    expect(
      await change(tree.agent.pathId, { groups: [{ groupId: GroupId(0), commission: { C: rate(900n) } }] }),
    ).toMatchObject({
      name: 'stateForbids',
    })
  })

  it('are versioned, and a stale version is refused', async () => {
    const { version } = made(await change(tree.sibling.pathId, { acceptType: 3 })) as { version: number }
    expect(await change(tree.sibling.pathId, { acceptType: 1 }, { version: version - 1 })).toMatchObject({
      name: 'changed',
    })
    expect(await change(tree.sibling.pathId, { acceptType: 1 }, { version })).toEqual({ version: version + 1 })
    expect(await change(tree.sibling.pathId, { acceptType: 1 })).toEqual({ version: version + 1 })
  })

  it('are logged field by field, one record per save', async () => {
    const { merchantId, pathId: parentId } = tree.general
    const node = { ...common, merchantId, parentId, passwordHash: '!', name: 'logged01', role: 3 as const }
    const fresh = made(await runTx(pool, {}, (tx) => createAgent(tx, node)))
    await raw.query('delete from change_log')
    const groups = [{ groupId: GroupId(301), commission: { C: rate(1250n) }, maxFill: yuan(9) }]
    made(await change(fresh.pathId, { acceptType: 3, groups }))
    const log = await raw.query('select action, target_name, changes from change_log')
    expect(log.rows).toEqual([
      {
        action: 'terms',
        target_name: 'logged01',
        changes: [
          { field: '0.acceptType', label: '默认 补货方式', before: '禁止', after: '超额补上级' },
          { field: '0.301.commission.C', label: '默认 特码 退水 C', before: '2%', after: '1.25%' },
          { field: '0.301.maxFill', label: '默认 特码 补货上限', before: '不限', after: '9' },
        ],
      },
    ])
  })

  it('schedule shares for the first day without an order on the link', async () => {
    await raw.query(
      `insert into merchant_periods (merchant_id, period_id, game_id, day) values ($1, 1, 3, '2026-05-22')`,
      [tree.merchant.merchantId],
    )
    await raw.query(
      `insert into exposures (merchant_id, period_id, path_id, play, item, pankou, changed) values ($1, 1, $2, 'P', 'I', 'A', 1)`,
      [tree.merchant.merchantId, tree.sibling.pathId],
    )
    made(await change(tree.sibling.pathId, { uplineShare: share(1000n), downlineCap: share(4000n) }))
    const snapshot = await look()
    const on = (day: string) => snapshot.shareTerms(tree.sibling.pathId, GameId(3), day)?.uplineShare
    expect([on('2026-05-22'), on('2026-05-23'), on('2026-06-30')]).toEqual([0n, 1000n, 1000n])
    const log = await raw.query('select changes from change_log where path_id = $1 order by id desc limit 1', [
      tree.sibling.pathId,
    ])
    expect(log.rows).toEqual([
      {
        changes: [
          { field: '0.uplineShare', label: '默认 上级占成', before: '0%', after: '10%（2026-05-23 起）' },
          { field: '0.downlineCap', label: '默认 下级占成上限', before: '50%', after: '40%（2026-05-23 起）' },
        ],
      },
    ])
    made(await change(tree.sibling.pathId, { uplineShare: share(500n) }))
    const rows = await raw.query(
      'select from_day, upline_share from share_terms where path_id = $1 order by from_day',
      [tree.sibling.pathId],
    )
    expect(rows.rows).toEqual([
      { from_day: '2000-01-01', upline_share: 0 },
      { from_day: '2026-05-23', upline_share: 500 },
    ])
    const infos = made(
      await gameInfos(pool, {
        merchantId: tree.merchant.merchantId,
        pathId: tree.sibling.pathId,
        isOwn: false,
        now: TREE_AT,
      }),
    )
    expect(infos.games[0]).toMatchObject({
      uplineShare: '0',
      scheduled: { uplineShare: '5', downlineCap: '40', remainder: 'head', fromDay: '2026-05-23' },
    })
  })
})

describe('get-game-infos', () => {
  const ask = (pathId: PathId, isOwn: boolean) =>
    gameInfos(pool, { merchantId: tree.merchant.merchantId, pathId, isOwn, now: TREE_AT })

  it('shows the range of each value beside it', async () => {
    const infos = made(await ask(tree.agent.pathId, false))
    const game = infos.games[0]
    expect(game).toMatchObject({
      gameId: GameId(0),
      uplineShare: '20',
      downlineCap: '30',
      bounds: {
        uplineShare: { min: '0', max: '20' },
        downlineCap: { min: '0', max: '30' },
        acceptType: [0, 1, 2, 3, 4],
      },
    })
    const play = game?.plays.find((one) => one.groupId === 301)
    expect(play?.commission.C).toBe('1.5')
    expect(play?.bounds.commission.C).toEqual({ min: '0', max: '2', why: '上级的设定' })
  })

  it('of the own path shows nothing of the parent’s', async () => {
    const infos = made(await ask(tree.agent.pathId, true))
    const play = infos.games[0]?.plays.find((one) => one.groupId === 301)
    expect(play?.bounds.commission.C).toEqual({ min: '1.5', max: '1.5', why: '由上级设定' })
    expect(infos.games[0]?.bounds.acceptType).toEqual([infos.games[0]?.acceptType])
  })
})
