import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { gamePeriodQuery } from '@strata/contract/endpoints/settlement'
import { PROPOSAL_LIFE_MS } from '@strata/domain/games/proposals'
import { lastCloses, pageOfPeriods, resultVersions } from '../../games/results.ts'
import type { Queryable } from '../../platform/db.ts'
import { progressOfMany } from '../preview/store-preview.ts'
import { waitingOfPeriods } from '../proposals/store-proposals.ts'

type PeriodsAsked = ParsedRequestOf<typeof gamePeriodQuery>

/** game/period/query: a game's periods with every result they had and what is proposed for them; no stakes anywhere. */
export async function queryPeriods(
  { pool, clock }: { readonly pool: Queryable; readonly clock: () => number },
  asked: PeriodsAsked,
): Promise<ResponseOf<typeof gamePeriodQuery>> {
  const { rows, total } = await pageOfPeriods(pool, {
    gameId: asked.gameId,
    state: asked.state ?? null,
    periodNo: asked.periodNo ?? null,
    from: asked.from ?? null,
    to: asked.to ?? null,
    by: asked.sortInfo?.columnName === 'periodNo' ? 'period_no' : 'draw_at',
    ascending: asked.sortInfo?.direction === 0,
    limit: asked.pageSize,
    offset: (asked.pageIndex - 1) * asked.pageSize,
  })
  const ids = rows.map((row) => row.id)
  const versions = Map.groupBy(await resultVersions(pool, ids), (one) => one.periodId)
  const waiting = await waitingOfPeriods(pool, ids, clock() - PROPOSAL_LIFE_MS)
  const proposals = new Map(waiting.map((one) => [one.periodId, one]))
  const closes = await lastCloses(pool, ids)
  const progress = await progressOfMany(pool, ids)
  const items = rows.map((row) => {
    const close = closes.get(row.id)
    const own = versions.get(row.id) ?? []
    const proposal = proposals.get(row.id)
    return {
      gameId: asked.gameId,
      periodNo: row.period_no,
      state: row.state,
      openAt: Number(row.open_at),
      closeAt: Number(row.close_at),
      hedgeCloseAt: Number(row.hedge_close_at),
      drawAt: Number(row.draw_at),
      ...(progress.get(row.id) ?? { merchants: 0, settled: 0 }),
      closedEarly: close ? { by: close.operator, at: close.at, reason: close.reason, wasAt: close.wasAt } : null,
      result: [...(own.at(-1)?.result ?? [])],
      resultVersion: row.result_version,
      versions: own.map(({ version, kind, result, at, operator: by, reason }) => {
        return { version, kind, result: [...result], at, by, reason }
      }),
      proposed: proposal
        ? { proposalId: String(proposal.id), kind: proposal.kind, by: proposal.proposerName, at: proposal.at }
        : null,
    }
  })
  return { items, total, pageIndex: asked.pageIndex, pageSize: asked.pageSize }
}
