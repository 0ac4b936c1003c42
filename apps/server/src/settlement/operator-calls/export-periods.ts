import type { ResponseOf } from '@strata/contract/endpoint'
import { gamePeriodQuery } from '@strata/contract/endpoints/settlement'
import { PERIOD_STAGE_WORDS, PROPOSAL_KIND_WORDS, RESULT_KIND_WORDS } from '@strata/contract/words'
import { gameById } from '@strata/domain/games/catalogue'
import { stageOf } from '@strata/domain/games/period-stage'
import { exportSource, pagedList } from '../../exports/source.ts'
import { queryPeriods } from './query-periods.ts'

type Row = ResponseOf<typeof gamePeriodQuery>['items'][number]

const versionsText = ({ versions }: Row): string =>
  versions
    .map(({ version, kind, result, by, reason }) =>
      [`第${version}版`, RESULT_KIND_WORDS[kind], result.join(','), by, reason].filter((part) => part !== '').join(' '),
    )
    .join('；')

/** While it settles, with how many merchants have the result. */
function stageText(row: Row, now: number): string {
  const stage = stageOf({ ...row, isProposed: row.proposed !== null }, now)
  return stage === 'settling'
    ? `${PERIOD_STAGE_WORDS.settling} ${row.settled}/${row.merchants}`
    : PERIOD_STAGE_WORDS[stage]
}

export const periodsSource = exportSource(gamePeriodQuery, '期号列表', async (on, { input, now }) =>
  pagedList<Row>({
    columns: [
      ['彩种', 'text', (row) => gameById(row.gameId)?.name ?? ''],
      ['期号', 'text', (row) => row.periodNo],
      ['状态', 'text', (row) => stageText(row, now)],
      ['开盘时间', 'instant', (row) => row.openAt],
      ['封盘时间', 'instant', (row) => row.closeAt],
      ['提前封盘原因', 'text', (row) => row.closedEarly?.reason ?? ''],
      ['补货截止', 'instant', (row) => row.hedgeCloseAt],
      ['开奖时间', 'instant', (row) => row.drawAt],
      ['开奖号码', 'text', (row) => row.result.join(',')],
      ['各版结果', 'text', versionsText],
      ['待复核', 'text', (row) => (row.proposed ? PROPOSAL_KIND_WORDS[row.proposed.kind] : '')],
      ['提出人', 'text', (row) => row.proposed?.by ?? ''],
      ['提出时间', 'instant', (row) => row.proposed?.at ?? null],
    ],
    page: (page) => queryPeriods({ pool: on, clock: () => now }, { ...input, ...page } as typeof input),
  }),
)
