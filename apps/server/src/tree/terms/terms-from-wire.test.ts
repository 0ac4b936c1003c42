import { expect, test } from 'vitest'
import { gamesAt, patchesOf } from './terms-from-wire.ts'

const issueOf = (games: Parameters<typeof patchesOf>[0], places?: Parameters<typeof patchesOf>[1]): unknown => {
  const found = patchesOf(games, places)
  return 'data' in found ? (found.data as { issues: unknown[] }).issues[0] : null
}

test('an unknown game and a play group of another game are refused by their place and name', () => {
  expect(issueOf([{ gameId: 1 }, { gameId: 77 }] as never)).toEqual({
    path: 'games.1.gameId',
    field: '彩种',
    message: '彩种不存在',
  })
  expect(issueOf([{ gameId: 1, plays: [{ groupId: 9999 }] }] as never, gamesAt('terms.games'))).toEqual({
    path: 'terms.games.0.plays.0.groupId',
    field: '分组',
    message: '该彩种没有这个玩法分组',
  })
  expect(issueOf([{ gameId: 1, plays: [] }] as never)).toBeNull()
})
