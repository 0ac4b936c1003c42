import type { GameType } from '../../api/shared-queries.ts'
import { fourEyesText } from '../../text/zh-CN/rooms/four-eyes.ts'
import type { Proposal } from './period-model.ts'

const words = fourEyesText.proposals

/** What a proposal is about, in words. */
export const subjectOf = (
  { kind, orderNo, gameId, periodNo }: Pick<Proposal, 'kind' | 'orderNo' | 'gameId' | 'periodNo'>,
  games: readonly GameType[],
): string => {
  const game = games.find(({ id }) => id === gameId)?.gameName ?? ''
  return `${words.kinds[kind]} · ${orderNo ?? words.period(game, periodNo)}`
}
