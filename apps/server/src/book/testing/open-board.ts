import type { BetAnswer, BetSlip, Quote } from '@strata/domain/book/intake'
import { GameId, type PathId } from '@strata/domain/ids'
import { type Answered, callApp, headersOf, type Person, signedIn } from '../../access/testing/person.ts'
import { growSmallTree, type SmallTree, TREE_AT } from '../../access/testing/small-tree.ts'
import { wholeServer } from '../../access/testing/whole-server.ts'
import { advancePeriods, planPeriods } from '../../games/periods/plan-periods.ts'
import { takeBets } from '../../intake/decide-batch.ts'
import { type Pool, row } from '../../platform/db.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { SnapshotCache } from '../../tree/snapshot/merchant-snapshot.ts'
import { GamesReader } from '../open-games/read-open-games.ts'

/** The small tree with an open period of 六合彩, bets into it, and a person's calls of boards. */
export interface OpenBoard {
  /** As the owner of the tables. */
  readonly raw: Pool
  readonly tree: SmallTree
  readonly period: { readonly id: number; readonly periodNo: string }
  readonly as: (made: { accountId: number; pathId: PathId }) => Promise<Person>
  readonly post: (person: Person, path: string, input: Record<string, unknown>) => Promise<Answered>
  /** At the current price. By default a bet of mem0001. */
  readonly bet: (over: Partial<BetSlip>) => Promise<void>
  readonly tick: (ms: number) => void
  readonly close: () => Promise<void>
}

export async function openSmallBoard(): Promise<OpenBoard> {
  const { pool, raw, url } = await createTestDatabase()
  let now = TREE_AT + 3_600_000
  const clock = () => now
  const { app, platform } = await wholeServer({ pool, url }, clock)
  const openGames = new GamesReader(clock).open
  const deps = { pool, live: platform.live, clock, snapshots: new SnapshotCache(), openGames }
  const tree = await growSmallTree(pool)
  await planPeriods({ pool, clock })
  await advancePeriods({ pool, clock })
  const open = await row<{ id: number; period_no: string }>(
    raw,
    `select id, period_no from periods where game_id = 3 and state = 'open'`,
  )
  const period = { id: open.id, periodNo: open.period_no }
  await raw.query('create table if not exists orders_rest partition of orders default')
  await raw.query('update wallets set quota = 10000000000, balance = 10000000000')
  let count = 0
  const send = async (over: Partial<BetSlip>, odds: Quote): Promise<BetAnswer | undefined> => {
    count += 1
    const slip: BetSlip = {
      callId: count,
      betNo: `b${count}`,
      account: 'mem0001',
      gameId: GameId(3),
      periodNo: period.periodNo,
      playCode: 'TMA',
      itemCode: '07',
      pankou: undefined,
      stake: '1000',
      odds,
      ...over,
    }
    return (await takeBets(deps, tree.merchant.merchantId, [slip]))[0]
  }
  return {
    raw,
    tree,
    period,
    as: (made) => signedIn(pool, { accountId: made.accountId, pathId: made.pathId, now }),
    post: (person, path, input) =>
      callApp(app, { method: 'POST', path: `/api/${path}`, input, headers: headersOf(person) }),
    bet: async (over) => {
      const asked = await send(over, '1')
      const answer = await send(over, asked?.kind === 'refused' ? (asked.quote ?? '1') : '1')
      if (answer?.kind !== 'accepted') throw new Error(JSON.stringify(answer))
    },
    tick: (ms) => {
      now += ms
    },
    close: () => app.close(),
  }
}
