import { AccountId, GameId, MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { formatMoney, money } from '@strata/domain/money'
import { must } from '@strata/domain/must'
import { ROLE } from '@strata/domain/tree'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../access/session/caller.ts'
import { callerAt } from '../book/testing/small-database.ts'
import { sweepEnded } from '../ledger/pass-on.ts'
import { applyAllPostings } from '../ledger/posting.ts'
import { queryFunds } from '../ledger/query-funds.ts'
import { dueRuns, moveWallet } from '../ledger/wallets.ts'
import { row, rows, runTx } from '../platform/db.ts'
import { Refusal } from '../platform/refusal.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { findNode, upgradePath } from '../tree/paths.ts'
import { voidOrder } from './operator-calls/void-order.ts'
import { foldMerchantPeriod, settlePeriod } from './settle/settle.ts'
import { AT, DRAWS, settledWorld } from './testing/settled-world.ts'
import { DAY, type MadeOrder, putResult } from './testing/small-period.ts'

/** A cash member won or lost, was paid, and became an agent. What is corrected afterwards belongs to the agent. */

const { pool, raw } = await createTestDatabase()
await raw.query('create table orders_test partition of orders default')
const { deps, fresh, place, expectSound } = settledWorld({ pool, raw })

/** Directly under the general agent. */
const MEMBER = PathId(103)
/** Its place among the bettors. */
const BETTOR = 3
const TIME = { at: AT, day: DAY }
/** The first has 07 as its special number, the second has not. */
const [WON, LOST] = [must(DRAWS[0], 'a draw'), must(DRAWS[1], 'a draw')]

let merchantId: MerchantId
let period: { readonly id: number; readonly gameId: GameId }
let made: readonly MadeOrder[]
let agent: PathId

const balanceOf = async (path: PathId): Promise<bigint> =>
  (
    await row<{ balance: bigint }>(raw, 'select balance from wallets where merchant_id = $1 and path_id = $2', [
      merchantId,
      path,
    ])
  ).balance

const settle = () => settlePeriod(deps, merchantId, PeriodId(period.id))

beforeEach(async () => {
  merchantId = MerchantId(fresh())
  period = { id: fresh(), gameId: GameId(3) }
  const bet = { kind: 'member', bettor: BETTOR, play: 'TMA', stake: 1_000_000n } as const
  made = await place(merchantId, PeriodId(period.id), [{ ...bet, item: '07', shares: [0, 0, 0], rates: [0, 0, 0, 0] }])
  await putResult(raw, period, LOST)
  await settle()
  agent = await runTx(pool, {}, async (tx) => {
    const node = must(await findNode(tx, merchantId, MEMBER), 'the member')
    const terms = { links: [], shares: [] }
    const to = await upgradePath(tx, node, { accountId: AccountId(MEMBER), terms, at: AT })
    await moveWallet(tx, merchantId, { from: MEMBER, to }, TIME)
    return to
  })
})

describe('after an upgrade to agent', () => {
  it('the difference of a correction is on the agent’s path, and the next one too', async () => {
    const before = await balanceOf(agent)
    await putResult(raw, period, WON)
    await settle()
    const won = await balanceOf(agent)
    expect(won).toBeGreaterThan(before)
    expect(await balanceOf(MEMBER)).toBe(0n)
    await putResult(raw, period, LOST)
    await settle()
    expect(await balanceOf(agent)).toBe(before)
    expect(await balanceOf(MEMBER)).toBe(0n)
    await expectSound(merchantId)
  })

  it('a voided order gives its stake to the agent, and the entries name the period and both paths', async () => {
    const before = await balanceOf(agent)
    const orderId = must(made[0], 'an order').order.id
    await voidOrder(deps, { merchantId, orderId, reason: 'r', operator: 'o' })
    expect(await balanceOf(agent)).toBe(before + 1_000_000n)
    const moved = await rows(
      raw,
      `select path_id, counterparty, amount, balance_after, period_id, kind from ledger_entries
        where merchant_id = $1 and counterparty in ($2, $3) and period_id is not null order by amount`,
      [merchantId, MEMBER, agent],
    )
    const of = { kind: 'correction', period_id: period.id }
    expect(moved).toEqual([
      { ...of, path_id: MEMBER, counterparty: agent, amount: -1_000_000n, balance_after: 0n },
      { ...of, path_id: agent, counterparty: MEMBER, amount: 1_000_000n, balance_after: before + 1_000_000n },
    ])
    await expectSound(merchantId)
  })

  it('the fund records show it as 更正 of the period with both results, to the agent and to the head', async () => {
    await raw.query('update paths set name = $3 where merchant_id = $1 and id = any($2)', [
      merchantId,
      [MEMBER, agent],
      'riser',
    ])
    await putResult(raw, period, WON)
    await settle()
    const won = await balanceOf(agent)
    const own = callerAt(agent)
    const path = { ...own.path, merchantId, role: ROLE.agent, name: 'riser' }
    const account = { id: AccountId(MEMBER), name: 'riser', mainId: AccountId(MEMBER) }
    const shown = async (caller: Caller) => {
      const range = { from: DAY, to: DAY, pageIndex: 1, pageSize: 100 as const }
      const answer = await queryFunds(pool, caller, { ...range, kinds: ['correction'] }, true)
      if (answer instanceof Refusal) throw new Error(answer.name)
      return answer.items.filter(
        ({ reference, counterparty }) => reference === String(period.id) && counterparty !== '',
      )
    }
    const mark = { kind: 'correction', fromVersion: 1, toVersion: 2, before: LOST, after: WON, reason: '' }
    const one = { accountName: 'riser', kind: 'correction', counterparty: 'riser', mark }
    const kept = { ...one, balanceAfter: formatMoney(money(won)) }
    expect(await shown({ ...own, account, path, merchantId, role: ROLE.agent })).toMatchObject([kept])
    expect(await shown(callerAt(PathId(1)))).toMatchObject([kept, { ...one, balanceAfter: '0' }])
  })

  it('what a crash left behind is passed on by the sweep, once', async () => {
    const before = await balanceOf(agent)
    await putResult(raw, period, WON)
    await foldMerchantPeriod(deps, merchantId, PeriodId(period.id))
    const due = must((await dueRuns(pool, merchantId, PeriodId(period.id)))[0], 'a run')
    await applyAllPostings(pool, { merchantId, periodId: PeriodId(period.id), version: due.version }, () => TIME)
    const left = await balanceOf(MEMBER)
    expect(left).toBeGreaterThan(0n)
    expect(await Promise.all([sweepEnded({ pool }, TIME), sweepEnded({ pool }, TIME)])).toContain(1)
    expect(await balanceOf(agent)).toBe(before + left)
    expect(await sweepEnded({ pool }, TIME)).toBe(0)
    await expectSound(merchantId)
  })

  it('a correction that takes away leaves the agent below zero, as it would have left the member', async () => {
    await putResult(raw, period, WON)
    await settle()
    const all = await balanceOf(agent)
    await raw.query('update wallets set balance = balance - $3 where merchant_id = $1 and path_id = $2', [
      merchantId,
      agent,
      String(all),
    ])
    await putResult(raw, period, LOST)
    await settle()
    expect(await balanceOf(agent)).toBeLessThan(0n)
    expect(await balanceOf(MEMBER)).toBe(0n)
  })
})
