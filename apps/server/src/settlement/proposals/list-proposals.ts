import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { proposalQuery } from '@strata/contract/endpoints/proposals'
import { expiresAt, PROPOSAL_LIFE_MS, stateAt } from '@strata/domain/games/proposals'
import { judgeSecond } from '@strata/domain/games/second-person'
import { operatorActs } from '../../access/audit-log.ts'
import type { Caller } from '../../access/session.ts'
import type { OperatorContext } from './context.ts'
import { pageOfProposals } from './store-proposals.ts'

/** proposal/query: what waits and what was decided, with why the caller may not decide it. */
export async function listProposals(
  { pool, clock, fourEyes }: Pick<OperatorContext, 'pool' | 'clock' | 'fourEyes'>,
  caller: Caller,
  asked: ParsedRequestOf<typeof proposalQuery>,
): Promise<ResponseOf<typeof proposalQuery>> {
  const now = clock()
  const { items, total } = await pageOfProposals(pool, {
    waiting: asked.waiting,
    after: now - PROPOSAL_LIFE_MS,
    gameId: asked.gameId ?? null,
    ascending: asked.sortInfo?.direction === 0,
    limit: asked.pageSize,
    offset: (asked.pageIndex - 1) * asked.pageSize,
  })
  const acts = await operatorActs(pool)
  const me = caller.account.id
  return {
    items: items.map((one) => {
      const state = stateAt(one, now)
      // Nobody reads an entry before a second one is there, its author neither: a screen is seen by others.
      const isBlind = one.kind === 'result' && state !== 'inForce' && state !== 'differed'
      const question = { first: one.proposer, second: me, acts, proposedAt: one.at }
      return {
        proposalId: String(one.id),
        kind: one.kind,
        gameId: one.gameId,
        periodNo: one.periodNo,
        orderNo: one.orderId === null ? null : String(one.orderId),
        version: one.version,
        before: [...(one.before ?? [])],
        result: isBlind ? [] : [...(one.balls ?? [])],
        reason: one.reason,
        by: one.proposerName,
        at: one.at,
        expiresAt: expiresAt(one),
        state,
        decidedBy: one.decider,
        decidedAt: one.decidedAt,
        mine: one.proposer === me,
        mayNot: fourEyes ? judgeSecond(question) : null,
      }
    }),
    total,
    pageIndex: asked.pageIndex,
    pageSize: asked.pageSize,
    fourEyes,
    serverNow: now,
  }
}
