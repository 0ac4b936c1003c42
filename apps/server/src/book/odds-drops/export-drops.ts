import type { ResponseOf } from '@strata/contract/endpoint'
import { oddsDropLog } from '@strata/contract/endpoints/odds-drops'
import { DROP_CAUSE_WORDS } from '@strata/contract/words'
import { gameById } from '@strata/domain/games/catalogue'
import { CHUNK_ROWS, exportSource, LONG_ROWS, openedList } from '../../exports/source.ts'
import { inChunks, mapChunks } from '../../platform/chunks.ts'
import { refuse } from '../../platform/refusal.ts'
import { dropLogFilter, dropOnWire } from './drop-settings.ts'
import { countDropLog, type DropLogRow, dropLogStatement } from './store-drops.ts'

type Row = ResponseOf<typeof oddsDropLog>['items'][number]

export const dropLogSource = exportSource(oddsDropLog, '自动降赔记录', async (on, { input }) => {
  const game = gameById(input.gameId)
  if (!game) return refuse('notFound')
  const filter = dropLogFilter(input)
  const all = { limit: null, offset: 0, descending: input.sortInfo?.direction !== 0 }
  return openedList<Row>({
    columns: [
      ['时间', 'instant', (row) => row.at],
      ['彩种', 'text', () => game.name],
      ['期号', 'text', (row) => row.periodNo],
      ['玩法', 'text', (row) => row.playName],
      ['赔率项', 'text', (row) => row.keyName],
      ['原因', 'text', (row) => DROP_CAUSE_WORDS[row.cause]],
      ['总公司占成', 'money', (row) => (row.cause === 'stake' ? row.held : '')],
      ['长龙期数', 'count', (row) => (row.cause === 'streak' ? row.streak : '')],
      ['原降幅', 'odds', (row) => row.before],
      ['现降幅', 'odds', (row) => row.after],
      ['最低赔率', 'odds', (row) => row.floor],
      ['复位操作员', 'text', (row) => row.resetBy ?? ''],
    ],
    count: () => countDropLog(on, filter, null),
    isLong: async () => (await countDropLog(on, filter, LONG_ROWS + 1)) > LONG_ROWS,
    rows: () =>
      mapChunks(inChunks<DropLogRow & Record<string, unknown>>(on, dropLogStatement(filter, all), CHUNK_ROWS), (line) =>
        dropOnWire(game, line),
      ),
  })
})
