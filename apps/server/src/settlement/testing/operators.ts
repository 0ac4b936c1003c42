import { type GameId, MerchantId } from '@strata/domain/ids'
import { addSubAccount } from '../../access/accounts.ts'
import { made, type SmallTree } from '../../access/testing/small-tree.ts'
import { advancePeriods, planPeriods } from '../../games/periods/plan-periods.ts'
import { type Pool, row, runTx } from '../../platform/db.ts'

/** An operator that the machine's own people put there: nobody created it. Nobody knows its password. */
export async function addOperator(
  pool: Pool,
  { head }: { readonly head: Pick<SmallTree['head'], 'accountId'> },
  operator: { readonly name: string; readonly permissionIds: readonly number[]; readonly at: number },
): Promise<number> {
  const main = { id: head.accountId, merchantId: MerchantId(0), accountType: 1 as const }
  const sub = { ...operator, passwordHash: 'x', transferHash: 'x', main }
  return made(await runTx(pool, {}, (tx) => addSubAccount(tx, sub))).accountId
}

/** Lets time pass until the next open period of a game is drawn, so that it waits for its result. */
export async function closedPeriod(
  pool: Pool,
  gameId: GameId,
  time: { readonly clock: () => number; readonly passTo: (at: number) => void },
): Promise<{ gameId: GameId; periodNo: string }> {
  const deps = { pool, clock: time.clock, onResult: async () => undefined }
  await planPeriods(deps)
  await advancePeriods(deps)
  const open = await row<{ period_no: string; draw_at: bigint }>(
    pool,
    `select period_no, draw_at from periods where game_id = $1 and state = 'open' and close_at > $2
      order by close_at limit 1`,
    [gameId, time.clock()],
  )
  time.passTo(Number(open.draw_at))
  await advancePeriods(deps)
  return { gameId, periodNo: open.period_no }
}
