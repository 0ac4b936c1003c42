import type { ResponseOf } from '@strata/contract/endpoint'
import { findGroup } from '@strata/contract/endpoints/groups'
import { STATUS_WORDS } from '@strata/contract/words'
import { gameById } from '@strata/domain/games/catalogue'
import { exportSource, pagedList } from '../exports/source.ts'
import { listGroups } from './groups.ts'

type Row = ResponseOf<typeof findGroup>['items'][number]

const CHANNELS = { telegram: 'Telegram', web: '网页' } as const

export const groupsSource = exportSource(findGroup, '群组', async (on, { caller, input }) =>
  pagedList<Row>({
    columns: [
      ['群组名称', 'text', (row) => row.groupName],
      ['渠道', 'text', (row) => CHANNELS[row.channel]],
      ['渠道编号', 'text', (row) => row.channelId],
      ['盘口', 'text', (row) => row.pankou],
      ['彩种', 'text', (row) => row.gameIds.map((id) => gameById(id)?.name ?? String(id)).join('、')],
      ['成员', 'count', (row) => row.members],
      ['状态', 'text', (row) => STATUS_WORDS[row.status]],
      ['创建时间', 'instant', (row) => row.createdAt],
      ['备注', 'text', (row) => row.remark],
    ],
    page: (page) => listGroups({ pool: on }, caller, { ...input, ...page } as typeof input),
  }),
)
