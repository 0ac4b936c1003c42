import type { ResponseOf } from '@strata/contract/endpoint'
import { periodHistories } from '@strata/contract/endpoints/games'
import { DRAW_LABELS, PERIOD_STATE_WORDS, RESULT_KIND_WORDS } from '@strata/contract/words'
import { gameById } from '@strata/domain/games/catalogue'
import { ROLE } from '@strata/domain/tree'
import { exportSource, pagedList } from '../../exports/source.ts'
import { periodHistory } from './results-query.ts'

type Row = ResponseOf<typeof periodHistories>['items'][number]

/** Every result of a corrected or void period, in time order. */
const versionsText = ({ versions = [] }: Row): string =>
  versions
    .map(({ version, kind, result, by, reason }) =>
      [`第${version}版`, RESULT_KIND_WORDS[kind], result.join(','), by, reason].filter((part) => part !== '').join(' '),
    )
    .join('；')

export const resultsSource = exportSource(periodHistories, '开奖结果', async (on, { caller, input }) => {
  const labels = Object.entries(DRAW_LABELS[gameById(input.gameId)?.code ?? ''] ?? {})
  return pagedList<Row>({
    columns: [
      ['期号', 'text', (row) => row.periodNo],
      ['开奖时间', 'instant', (row) => row.drawAt],
      ['开奖号码', 'text', (row) => row.result.join(',')],
      ['状态', 'text', (row) => PERIOD_STATE_WORDS[row.state]],
      ...labels.map(([code, title]) => [title, 'text', (row: Row) => row.labels[code] ?? ''] as const),
      ['更正记录', 'text', versionsText],
      ['承诺', 'text', (row) => row.commitment ?? ''],
      ['种子', 'text', (row) => row.seed ?? ''],
    ],
    page: (page) => periodHistory(on, { ...input, ...page } as typeof input, caller.role === ROLE.head),
  })
})
