import type { ResponseOf } from '@strata/contract/endpoint'
import { periodHistories } from '@strata/contract/endpoints/games'
import { PERIOD_STATE_WORDS, RESULT_KIND_WORDS } from '@strata/contract/words'
import { gameById } from '@strata/domain/games/catalogue'
import { ROLE } from '@strata/domain/tree'
import { exportSource, pagedList } from '../../exports/source.ts'
import { periodHistory } from './results-query.ts'

type Row = ResponseOf<typeof periodHistories>['items'][number]

/** Titles of all label columns of the catalogue's games. */
const LABELS: readonly (readonly [code: string, title: string])[] = [
  ['sum', '总和'],
  ['bigSmall', '大小'],
  ['oddEven', '单双'],
  ['dragonTiger', '龙虎'],
  ['front', '前三'],
  ['middle', '中三'],
  ['back', '后三'],
  ['digitSum', '合数'],
  ['colour', '波色'],
  ['zodiac', '生肖'],
  ['element', '五行'],
  ['sumBigSmall', '总和大小'],
  ['sumOddEven', '总和单双'],
  ['animals', '总肖'],
  ['shape', '豹顺对'],
  ['extreme', '极值'],
]

/** By game type: its labels. */
const OF_GAME: Readonly<Record<string, readonly string[]>> = {
  '5M': ['sum', 'bigSmall', 'oddEven', 'dragonTiger', 'front', 'middle', 'back'],
  PK: ['sum', 'bigSmall', 'oddEven', 'dragonTiger'],
  '6HC': [
    'bigSmall',
    'oddEven',
    'digitSum',
    'colour',
    'zodiac',
    'element',
    'sum',
    'sumBigSmall',
    'sumOddEven',
    'animals',
  ],
  PC: ['sum', 'bigSmall', 'oddEven', 'colour', 'shape', 'extreme', 'dragonTiger'],
}

/** Every result of a corrected or void period, in time order. */
const versionsText = ({ versions = [] }: Row): string =>
  versions
    .map(({ version, kind, result, by, reason }) =>
      [`第${version}版`, RESULT_KIND_WORDS[kind], result.join(','), by, reason].filter((part) => part !== '').join(' '),
    )
    .join('；')

export const resultsSource = exportSource(periodHistories, '开奖结果', async (on, { caller, input }) => {
  const codes = OF_GAME[gameById(input.gameId)?.code ?? ''] ?? []
  return pagedList<Row>({
    columns: [
      ['期号', 'text', (row) => row.periodNo],
      ['开奖时间', 'instant', (row) => row.drawAt],
      ['开奖号码', 'text', (row) => row.result.join(',')],
      ['状态', 'text', (row) => PERIOD_STATE_WORDS[row.state]],
      ...LABELS.filter(([code]) => codes.includes(code)).map(
        ([code, title]) => [title, 'text', (row: Row) => row.labels[code] ?? ''] as const,
      ),
      ['更正记录', 'text', versionsText],
      ['承诺', 'text', (row) => row.commitment ?? ''],
      ['种子', 'text', (row) => row.seed ?? ''],
    ],
    page: (page) => periodHistory(on, { ...input, ...page } as typeof input, caller.role === ROLE.head),
  })
})
