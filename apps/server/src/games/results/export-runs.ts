import type { ResponseOf } from '@strata/contract/endpoint'
import { longRun } from '@strata/contract/endpoints/games'
import { exportSource, type RowColumn, wholeList } from '../../exports/source.ts'
import { latestRuns } from './results-query.ts'

type Draw = ResponseOf<typeof longRun>['draws'][number]
type Side = ResponseOf<typeof longRun>['sides'][number]

const winnerOf = (side: Side, at: number): RowColumn<Draw> => [
  `${side.playName} ${side.items.map(({ name }) => name).join('/')}`,
  'text',
  ({ winners }) => side.items[winners[at] ?? -1]?.name ?? '和',
]

/** One row per draw, one column per side: the winner, or 和 for a refund. */
export const longRunSource = exportSource(longRun, '长龙与遗漏', async (on, { input }) => {
  const { sides, draws } = await latestRuns(on, input)
  return wholeList<Draw>({
    columns: [
      ['期号', 'text', (row) => row.periodNo],
      ['开奖时间', 'instant', (row) => row.drawAt],
      ['开奖号码', 'text', (row) => row.result.join(',')],
      ...sides.map(winnerOf),
    ],
    items: draws,
  })
})
