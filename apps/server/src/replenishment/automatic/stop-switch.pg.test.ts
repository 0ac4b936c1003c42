import { PERMISSION } from '@strata/contract/permissions'
import type { BetSlip, Quote } from '@strata/domain/book/intake'
import { AccountId, GameId, GroupId, MerchantId, PathId } from '@strata/domain/ids'
import { ROLE } from '@strata/domain/tree'
import { describe, expect, test } from 'vitest'
import type { Caller } from '../../access/session/caller.ts'
import { KIND } from '../../book/exposures/order-columns.ts'
import { GamesReader } from '../../book/open-games/read-open-games.ts'
import { callerAt, createSmallDatabase, NOW, PERIOD_NO, SMALL } from '../../book/testing/small-database.ts'
import { takeBets } from '../../intake/decide-batch.ts'
import { LiveHub } from '../../platform/live.ts'
import { createLog } from '../../platform/log.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { SnapshotCache } from '../../tree/snapshot/merchant-snapshot.ts'
import { createFlyOutAccount } from '../fly-out/fly-out-accounts.ts'
import { queryFlyOut, setFlyOut } from '../fly-out/fly-out-settings.ts'
import { setAutoConfig } from './change-settings.ts'
import { querySettings } from './query-settings.ts'
import { stopAutomatic } from './stop-switch.ts'

/** The stop switch of a game: one call switches off everything that is on, but only what the caller may set. */
const { pool, raw } = await createTestDatabase()
await createSmallDatabase(raw, 10)
const { merchantPath, general, agent } = SMALL
await raw.query('update paths set is_allow_pilot_out = true where id = any($1)', [[agent, general, merchantPath]])
// The small tree has fixed path ids, so the sequence must start behind them.
await raw.query(`select setval('path_ids', 1000)`)

const clock = () => NOW
const live = new LiveHub(createLog('silent'))
const deps = { pool, live, clock, snapshots: new SnapshotCache(), openGames: new GamesReader(clock).open }

const MARK_SIX = GameId(3)
const [SPECIAL, OTHER] = [GroupId(301), GroupId(302)]
const may = (...ids: number[]): Caller => callerAt(PathId(agent), { permissionIds: new Set(ids) })
const both = may(PERMISSION.replenishSettings, PERMISSION.flyOut)
const ok = <T>(answer: T | Refusal): T => {
  if (answer instanceof Refusal) throw new Error(`refused: ${answer.name}`)
  return answer
}
const refused = (answer: unknown): string => (answer instanceof Refusal ? answer.name : 'accepted')

const pilotId = ok(
  await createFlyOutAccount(deps, both, {
    accountName: 'flyout01',
    nickname: '海天一号',
    connector: 'record',
    oddsDiscount: '2',
    commission: '1',
    maxPerItem: null,
    status: 1,
  }),
).pilotId
const auto = (groupId: GroupId, enabled = true) => ({
  groupId,
  enabled,
  holdLimit: '0',
  unit: '1',
  mode: 'stake' as const,
  maxLoss: null,
  items: groupId === SPECIAL ? [{ playCode: 'TMA', itemCode: '09', holdLimit: '70' }] : [],
})
const saved = async () => {
  const { version, self } = ok(await querySettings(deps, both, { gameId: MARK_SIX }))
  return { version, auto: self.auto, flyOut: ok(await queryFlyOut(deps, both, { gameId: MARK_SIX })).auto }
}
const versionNow = async () => (await saved()).version
/** Both are on; one group of replenishment is already off. */
const switchOn = async (): Promise<void> => {
  const groups = [auto(SPECIAL), auto(OTHER, false)]
  ok(await setAutoConfig(deps, both, { gameId: MARK_SIX, version: await versionNow(), auto: groups }))
  const flying = [{ ...auto(SPECIAL), pilotId }]
  ok(await setFlyOut(deps, both, { gameId: MARK_SIX, version: await versionNow(), auto: flying }))
}
const acceptType = (type: number) =>
  raw
    .query('update link_terms set accept_type = $2 where path_id = $1', [agent, type])
    .then(() => raw.query('update merchants set config_version = config_version + 1'))

let bets = 0
const bet = async (itemCode: string): Promise<void> => {
  const slip = (odds: Quote): BetSlip => {
    bets += 1
    const at = { gameId: MARK_SIX, periodNo: PERIOD_NO, playCode: 'TMA', itemCode, pankou: undefined }
    return { callId: bets, betNo: `s${bets}`, account: 'mem0001', stake: '1000', odds, ...at }
  }
  const [first] = await takeBets(deps, MerchantId(1), [slip('0')])
  const [answer] = await takeBets(deps, MerchantId(1), [slip(first?.kind === 'refused' ? (first.quote ?? '0') : '0')])
  expect(answer).toMatchObject({ kind: 'accepted' })
}
/** What was sent of an item automatically: up, and out. */
const left = async (itemCode: string): Promise<number[]> => {
  const found = await raw.query<{ kind: number }>(
    'select distinct kind from orders where item = $1 and kind <> $2 order by kind',
    [itemCode, KIND.member],
  )
  return found.rows.map(({ kind }) => kind)
}

describe('the stop switch', () => {
  test('switches off everything of the game at once, whatever version the screen had, and leaves the rest', async () => {
    await switchOn()
    const before = await saved()
    const stopped = ok(await stopAutomatic(deps, both, { gameId: MARK_SIX }))
    expect(stopped).toEqual({
      version: before.version + 1,
      sent: [],
      stopped: { auto: [SPECIAL], flyOut: [SPECIAL] },
    })
    const off = <T extends object>(rows: readonly T[]) => rows.map((row) => ({ ...row, enabled: false }))
    expect(await saved()).toEqual({
      version: before.version + 1,
      auto: off(before.auto),
      flyOut: off(before.flyOut),
    })
    const logged = await raw.query<{ fields: string[] }>(
      `select jsonb_path_query_array(changes, '$[*].field') as fields from change_log where action = 'automaticStop'`,
    )
    expect(logged.rows).toEqual([{ fields: [`auto.${SPECIAL}`, `flyOut.${SPECIAL}`] }])
  })

  test('writes nothing when nothing is on', async () => {
    const before = await saved()
    const answer = ok(await stopAutomatic(deps, both, { gameId: MARK_SIX }))
    expect(answer).toEqual({ version: before.version, sent: [], stopped: { auto: [], flyOut: [] } })
    expect(await saved()).toEqual(before)
    expect((await raw.query(`select 1 from change_log where action = 'automaticStop'`)).rowCount).toBe(1)
  })

  test('stops only what the caller may set', async () => {
    await switchOn()
    const one = ok(await stopAutomatic(deps, may(PERMISSION.replenishSettings), { gameId: MARK_SIX }))
    expect(one.stopped).toEqual({ auto: [SPECIAL], flyOut: [] })
    const flying = await saved()
    expect([flying.auto[0]?.enabled, flying.flyOut[0]?.enabled]).toEqual([false, true])
    const other = ok(await stopAutomatic(deps, may(PERMISSION.flyOut), { gameId: MARK_SIX }))
    expect(other.stopped).toEqual({ auto: [], flyOut: [SPECIAL] })
    expect((await saved()).flyOut[0]?.enabled).toBe(false)
  })

  test.each([
    [3, '10', '11', KIND.replenishment],
    [4, '12', '13', KIND.flyout],
  ])('with the way up %i the next bet stays', async (type, sent, kept, kind) => {
    await acceptType(type)
    await switchOn()
    await bet(sent)
    expect(await left(sent)).toContain(kind)
    ok(await stopAutomatic(deps, both, { gameId: MARK_SIX }))
    await bet(kept)
    expect(await left(kept)).toEqual([])
  })

  test('the same request returns the first answer again', async () => {
    await switchOn()
    const asked = { gameId: MARK_SIX, requestId: 'stop-once' }
    const first = ok(await stopAutomatic(deps, both, asked))
    await switchOn()
    expect(ok(await stopAutomatic(deps, both, asked))).toEqual(first)
    expect((await saved()).auto[0]?.enabled).toBe(true)
  })

  test('is refused in one order: the game, then the owner', async () => {
    expect(refused(await stopAutomatic(deps, both, { gameId: GameId(9), agentPathsId: PathId(general) }))).toBe(
      'notFound',
    )
    expect(refused(await stopAutomatic(deps, both, { gameId: MARK_SIX, agentPathsId: PathId(general) }))).toBe(
      'notFound',
    )
    expect((await saved()).auto[0]?.enabled).toBe(true)
  })

  test('of the head reaches its fly-outs of the merchant it names', async () => {
    const ref = {
      id: merchantPath,
      merchantId: MerchantId(1),
      parentId: PathId(1),
      role: ROLE.merchant,
      accountId: AccountId(11),
      name: 'merch001',
      lineage: [11].map(PathId),
    }
    const head = callerAt(PathId(1), {
      permissionIds: new Set([PERMISSION.replenishSettings, PERMISSION.flyOut]),
      targets: new Map([[merchantPath, ref]]),
    })
    expect(refused(await stopAutomatic(deps, head, { gameId: MARK_SIX }))).toBe('notFound')
    const asked = { gameId: MARK_SIX, agentPathsId: merchantPath }
    expect(ok(await stopAutomatic(deps, head, asked)).stopped).toEqual({ auto: [], flyOut: [] })
  })
})
