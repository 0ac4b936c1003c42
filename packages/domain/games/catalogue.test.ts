import { expect, it } from 'vitest'
import { GAMES, GROUPS, playsOfGame } from './catalogue.ts'

it('names games, groups and plays in Chinese, with its brackets', () => {
  const plays = GAMES.flatMap(({ code }) => playsOfGame(code).map(({ name }) => name))
  const names = [...GAMES, ...GROUPS].map(({ name }) => name).concat(plays)
  expect(plays.length).toBeGreaterThan(200)
  expect(names.filter((name) => name === '' || /[a-z()]/.test(name))).toEqual([])
})
