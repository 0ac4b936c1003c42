/** Decides the slips of a batch by the domain's rules, from what has been read. No input or output. */

import { hash } from 'node:crypto'
import type { BetSlip, BettorFacts, IntakeSnapshot, PeriodFacts } from '@strata/domain/book/intake'
import { type Money, ZERO } from '@strata/domain/money'
import { type DecidedBatch, openBatch } from '@strata/domain/replenishment/batch'
import { isLeased } from '@strata/domain/tree/lease'
import { holderItemKey, memberItemKey } from '../book/exposures.ts'
import type { BatchPeriod } from '../book/open-games.ts'
import type { BettorWallet } from '../ledger/wallets.ts'
import { businessDay } from '../platform/business-day.ts'
import { nextId } from '../platform/ids.ts'
import { Pace } from '../platform/pace.ts'
import { pauseKey } from '../replenishment/fly-out.ts'
import { senderTermsOf } from '../replenishment/sending.ts'
import { limitsOf } from './member-limits.ts'
import type { World } from './read-world.ts'

/** `now` is asked once, when all has been read. `open`: the stakes that are open at most; null: without a limit. */
export async function decideSlips(
  world: World,
  slips: readonly BetSlip[],
  { now, open }: { readonly now: number; readonly open: bigint | null },
): Promise<DecidedBatch> {
  const { merchant, exposures, paused } = world
  const batch = openBatch(
    snapshotOf(world, now, open),
    {
      sender: (path, gameId, groupId) => senderTermsOf(merchant, path, gameId, groupId) ?? undefined,
      flyOutPaused: (path, { periodId, playCode: play, itemCode: item }) =>
        paused.has(pauseKey({ owner: path, periodId, play, item })),
    },
    (path, item) =>
      exposures.get(holderItemKey({ path, periodId: item.periodId, play: item.playCode, item: item.itemCode })),
  )
  const pace = new Pace()
  for (const slip of slips) {
    batch.decide(slip)
    if (pace.step()) await pace.rest()
  }
  return batch.end()
}

/** Only bets that are refused before their balance is asked have none. */
const NO_WALLET: BettorWallet = { balance: ZERO, openStake: ZERO }

function snapshotOf(world: World, now: number, open: bigint | null): IntakeSnapshot {
  const { merchant, games, rules } = world
  const bettors = new Map<string, BettorFacts | undefined>()
  const bettorOf = (account: string): BettorFacts | undefined => {
    const path = merchant.member(account)
    if (!path) return undefined
    const { balance, openStake } = world.wallets.get(path.id) ?? NO_WALLET
    return { path: path.id, status: path.status, balance, openStake, chain: path.chain }
  }
  const dayOf = (period: PeriodFacts): string => (period as BatchPeriod).day
  const { lease, maxOpen } = rules
  return {
    now,
    leased: isLeased(lease, businessDay(now)),
    openRoom: maxOpen === null || open === null ? null : ((maxOpen - open) as Money),
    maintenance: games.maintenance,
    period: (gameId, periodNo) => {
      const period = games.period(gameId, periodNo)
      return period && world.settled.has(period.periodId) ? { ...period, state: 'settled' } : period
    },
    bettor: (account) => {
      if (!bettors.has(account)) bettors.set(account, bettorOf(account))
      return bettors.get(account)
    },
    bettorGame: (bettor, gameId) => {
      const terms = merchant.terms(bettor.path, gameId)
      const pankou = terms?.pankou[0]
      return terms && pankou ? { enabled: terms.enabled, pankou } : undefined
    },
    bettorLimits: (bettor, gameId, groupId, period) => limitsOf(merchant, bettor.path, gameId, groupId, dayOf(period)),
    itemTotal: (bettor, item) => {
      if (!world.totalled.has(bettor.path)) return undefined
      const at = { periodId: item.periodId, path: bettor.path, play: item.playCode, item: item.itemCode }
      return world.totals.get(memberItemKey(at)) ?? ZERO
    },
    known: (betNo) => world.known.get(betNo),
    digest,
    nextOrderId: nextId,
    games: games.book,
  }
}

/** 128 bits of the content. They tell a repeated bet from another bet under the same number. */
export const digest = (content: string): string => hash('sha256', content, 'base64url').slice(0, 22)
