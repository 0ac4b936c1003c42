import { GAMES, groupsOfGame, playsOfGame, playsOfGroup } from '@strata/domain/games/catalogue'
import { describe, expect, test } from 'vitest'
import type { GameType } from '../../../api/shared-queries.ts'
import { ballTone } from '../../../components/ball/ball-colour.ts'
import { askedGroup, type BoardTab, ownerOf, tabsOf, withMoneyFirst } from './board-tabs.ts'

const games: readonly GameType[] = GAMES.map((game) => ({
  id: game.id,
  gameType: game.code,
  gameName: game.name,
  enabled: true,
  groups: groupsOfGame(game.id).map(({ id, code, name }) => ({
    id,
    code,
    name,
    plays: playsOfGroup(id).map((play) => ({ id: play.id, code: play.code, name: play.name })),
  })),
}))

const gameOf = (code: string): GameType => {
  const game = games.find((one) => one.gameType === code)
  if (!game) throw new Error(code)
  return game
}

/** Number of single items that a tab's sections list. */
const itemCount = (code: '5M' | 'PK' | '6HC' | 'PC', tab: string): number => {
  const plays = new Set(
    tabsOf(gameOf(code))
      .find((one) => one.code === tab)
      ?.sections.flatMap((section) => section.plays),
  )
  return playsOfGame(code)
    .filter((play) => plays.has(play.code))
    .reduce((count, play) => count + (play.form.kind === 'one' ? play.form.codes.size : 0), 0)
}

describe('pages of the games', () => {
  test('every play of a page exists in its game, once', () => {
    for (const game of games) {
      const known = new Set(game.groups.flatMap((group) => group.plays.map((play) => play.code)))
      for (const tab of tabsOf(game)) {
        // The special number's first section is the sum of the two that follow.
        const sections = tab.call === 'special' ? tab.sections.slice(1) : tab.sections
        const plays = sections.flatMap((section) => section.plays)
        expect(new Set(plays).size).toBe(plays.length)
        expect(plays.filter((play) => !known.has(play))).toEqual([])
        expect(tab.groups.length).toBeGreaterThan(0)
      }
    }
  })

  test('every one of the 219 plays is on exactly one page, and combinations have their own pages', () => {
    let count = 0
    for (const game of games) {
      const shown = tabsOf(game).flatMap((tab) =>
        [...new Set(tab.sections.flatMap((section) => section.plays))].map((play) => ({ play, call: tab.call })),
      )
      const plays = playsOfGame(game.gameType)
      count += plays.length
      expect(shown.map(({ play }) => play).toSorted()).toEqual(plays.map((play) => play.code).toSorted())
      const combinations = plays.filter((play) => play.form.kind !== 'one').map((play) => play.code)
      expect(
        shown
          .filter(({ call }) => call === 'multi')
          .map(({ play }) => play)
          .toSorted(),
      ).toEqual(combinations.toSorted())
    }
    expect(count).toBe(219)
  })

  test('PK has its three pages, Mark Six begins with the special number', () => {
    expect(tabsOf(gameOf('PK')).map((tab) => tab.code)).toEqual(['R12', 'R36', 'R710', 'GYZ', 'GYJH'])
    expect(tabsOf(gameOf('6HC'))[0]).toMatchObject({ code: 'TM', call: 'special', name: '特码' })
  })

  test('the special number, regular numbers and PC sums have 49, 49 and 28 items', () => {
    expect(itemCount('6HC', 'ZM')).toBe(49)
    expect(itemCount('PC', 'HZ')).toBe(28)
  })

  test('a page of one group reads the group, a page of several reads the game', () => {
    const [first] = tabsOf(gameOf('6HC'))
    expect(first && askedGroup(first)).toBe(301)
    const [gathered] = tabsOf(gameOf('PK'))
    expect(gathered && askedGroup(gathered)).toBeNull()
    expect(ownerOf(gathered ?? null, { playCode: 'R2_LM' })).toBe('亚军')
  })

  test('every number of a ball has a colour', () => {
    expect(ballTone('5M', 0)).toBe('blue')
  })
})

describe('groups with money first', () => {
  const tabs = ['A', 'B', 'C', 'D'].map((code) => ({ code }) as BoardTab)
  const figures = new Map([
    ['A', { stake: '0', worst: null }],
    ['B', { stake: '10', worst: null }],
    ['C', null],
    ['D', { stake: '0', worst: '-5' }],
  ])
  test('keep the order of the game within both parts', () => {
    expect(withMoneyFirst(tabs, figures).map(({ code }) => code)).toEqual(['B', 'D', 'A', 'C'])
  })
})
