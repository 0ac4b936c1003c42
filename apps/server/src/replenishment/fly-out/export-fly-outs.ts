import type { ResponseOf } from '@strata/contract/endpoint'
import { flyOutOrderQuery } from '@strata/contract/endpoints/fly-outs'
import { FLY_OUT_STATE_WORDS } from '@strata/contract/words'
import { gameById, playOf } from '@strata/domain/games/catalogue'
import { exportSource, oddsText, pagedList } from '../../exports/source.ts'
import { refuse } from '../../platform/refusal.ts'
import { SAID } from './fly-out-answer.ts'
import { lastGone, queryFlyOutOrders } from './fly-out-orders.ts'

type Row = ResponseOf<typeof flyOutOrderQuery>['items'][number]

const playName = ({ gameId, playCode }: Row): string => {
  const game = gameById(gameId)
  return (game && playOf(game.code, playCode)?.name) ?? playCode
}

export const flyOutsSource = exportSource(flyOutOrderQuery, '放飞注单', async (on, { caller, input, now }) => {
  const gone = await lastGone(on, input)
  if (gone !== null && gone === input.to) return refuse('orderNotStored', { through: gone })
  return pagedList<Row>({
    columns: [
      ['时间', 'instant', (row) => row.at],
      ['注单号', 'text', (row) => row.id],
      ['彩种', 'text', (row) => gameById(row.gameId)?.name ?? ''],
      ['期号', 'text', (row) => row.periodNo],
      ['玩法', 'text', playName],
      ['投注项', 'text', (row) => row.itemName],
      ['金额', 'money', (row) => row.amount],
      ['赔率', 'odds', (row) => oddsText(row.odds)],
      ['飞单账号', 'text', (row) => row.pilotName],
      ['状态', 'text', (row) => FLY_OUT_STATE_WORDS[row.state]],
      ['对方答复不符', 'text', (row) => (row.contradicted === null ? '' : SAID[row.contradicted])],
      ['外部单号', 'text', (row) => row.externalNo],
      ['尝试次数', 'count', (row) => row.attempts],
    ],
    page: (page) => queryFlyOutOrders({ pool: on, clock: () => now }, caller, { ...input, ...page } as typeof input),
    notStored: gone,
  })
})
