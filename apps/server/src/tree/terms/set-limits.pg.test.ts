import type { PathId } from '@strata/domain/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answered, callApp, headersOf, type Person, signedIn } from '../../access/testing/person.ts'
import { growSmallTree, type SmallTree, TREE_AT } from '../../access/testing/small-tree.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { createTestApp, createTestPlatform } from '../../platform/testing/test-platform.ts'
import { treeRoutes } from '../routes.ts'

const { pool, raw, url } = await createTestDatabase()
const now = TREE_AT + 60_000
const platform = createTestPlatform({ pool, url }, { clock: () => now })
const app = await createTestApp(platform)
treeRoutes(app, { ...platform, recheckStreams: () => undefined })
afterAll(() => app.close())

let tree: SmallTree
let general: Person
let agent: Person
beforeAll(async () => {
  tree = await growSmallTree(pool)
  general = await signedIn(pool, { ...tree.general, now })
  agent = await signedIn(pool, { ...tree.agent, now })
})
beforeEach(() => raw.query('truncate change_log'))

interface Play {
  readonly groupId: number
  readonly minStake: string
  readonly maxStake: string
  readonly maxItem: string
  readonly maxFill: string | null
}
interface Item {
  readonly agentPathsId: PathId
  readonly accountName: string
  readonly version: number
  readonly plays: readonly Play[]
}
interface Preview {
  readonly faults: readonly { readonly accountName: string; readonly groupId?: number; readonly reason: string }[]
  readonly affected: readonly { readonly accountName: string; readonly field: string; readonly after: string }[]
  readonly confirm: string
}

const call = (person: Person, path: string, input: Record<string, unknown>): Promise<Answered> =>
  callApp(app, { method: 'POST', path: `/api/common/game/agent/limits/${path}`, input, headers: headersOf(person) })
const limits = async (person = general): Promise<readonly Item[]> =>
  ((await call(person, 'query', { gameId: 3 })).data as { items: Item[] }).items
const playOf = async (pathId: PathId, groupId = 301, person = general): Promise<Play | undefined> =>
  (await limits(person)).find((one) => one.agentPathsId === pathId)?.plays.find((play) => play.groupId === groupId)

const itemOf = async (pathId: PathId, ...plays: Record<string, unknown>[]) => {
  const { version } = (await limits()).find((one) => one.agentPathsId === pathId) ?? { version: 0 }
  return { agentPathsId: pathId, version, plays }
}
const preview = async (items: unknown[]): Promise<Preview> =>
  (await call(general, 'set', { gameId: 3, items, preview: true })).data as Preview

describe('the limits of the direct children', () => {
  it('are listed for holders and members alike, and for nobody further below', async () => {
    const names = (items: readonly Item[]) => items.map(({ accountName }) => accountName)
    expect(names(await limits())).toEqual(['agent001', 'agent003'])
    expect(names(await limits(agent))).toContain('mem0001')
    for (const play of (await limits()).flatMap(({ plays }) => plays)) expect(play.maxItem).toMatch(/^\d/)
  })

  it('are set for several at once after a preview, with a line each, and cap those below', async () => {
    const before = await playOf(tree.member.pathId, 301, agent)
    const items = [
      await itemOf(tree.agent.pathId, { groupId: 301, maxStake: '50', maxItem: '60', maxFill: '70' }),
      await itemOf(tree.sibling.pathId, { groupId: 302, maxItem: '80', maxFill: null }),
    ]
    const { faults, affected, confirm } = await preview(items)
    expect(faults).toEqual([])
    expect(affected.filter(({ accountName }) => accountName === 'mem0001').map(({ field }) => field)).toEqual(
      expect.arrayContaining(['maxStake', 'maxItem']),
    )
    // A preview changes nothing.
    expect(await playOf(tree.member.pathId, 301, agent)).toEqual(before)
    const asked = { gameId: 3, items, confirm, requestId: 'limits-1' }
    expect((await call(general, 'set', asked)).data).toEqual({ saved: 2 })
    expect((await call(general, 'set', asked)).data).toEqual({ saved: 2 })
    expect(await playOf(tree.agent.pathId)).toMatchObject({ maxStake: '50', maxItem: '60', maxFill: '70' })
    expect(await playOf(tree.sibling.pathId, 302)).toMatchObject({ maxItem: '80' })
    expect(await playOf(tree.member.pathId, 301, agent)).toMatchObject({ maxStake: '50', maxItem: '60' })
    const log = await raw.query<{ target_name: string }>('select distinct target_name from change_log order by 1')
    expect(log.rows.map((row) => row.target_name)).toEqual(['agent001', 'agent003', 'mem0001', 'mem0002'])
  })

  it('are refused for all when one play group of one account is wrong, which is named', async () => {
    const kept = await playOf(tree.sibling.pathId)
    const items = [
      await itemOf(tree.sibling.pathId, { groupId: 301, maxItem: '40' }),
      await itemOf(
        tree.agent.pathId,
        { groupId: 301, maxStake: '9' },
        { groupId: 302, maxItem: '99999999' },
        { groupId: 303, minStake: '888888' },
      ),
    ]
    const seen = await preview(items)
    expect(seen.faults.map(({ accountName, groupId }) => [accountName, groupId])).toEqual([
      ['agent001', 302],
      ['agent001', 303],
    ])
    for (const { reason } of seen.faults) expect(reason).toMatch(/[\u4e00-\u9fff]/)
    const saved = await call(general, 'set', { gameId: 3, items, confirm: seen.confirm, requestId: 'limits-2' })
    expect([saved.code, (saved.data as Preview).faults.length]).toEqual([42207, 2])
    expect(await playOf(tree.sibling.pathId)).toEqual(kept)
  })

  it('are refused for other than direct children, twice the same, and another version or preview', async () => {
    const code = async (items: unknown[], more = {}) =>
      (await call(general, 'set', { gameId: 3, items, confirm: 'x', ...more })).code
    const good = await itemOf(tree.agent.pathId, { groupId: 301, maxItem: '30' })
    expect(await code([{ ...good, agentPathsId: 999_999 }])).toBe(40401)
    expect(await code([{ ...good, agentPathsId: tree.member.pathId }])).toBe(42207)
    expect(await code([good, good])).toBe(40001)
    expect(await code([good])).toBe(40902)
    expect((await preview([{ ...good, version: good.version + 1 }])).faults).toHaveLength(1)
    const { confirm } = await preview([good])
    const other = { ...good, plays: [{ groupId: 301, maxItem: '31' }] }
    expect(await code([other], { confirm })).toBe(40902)
    expect(await code([good], { confirm })).toBe(200)
  })
})
