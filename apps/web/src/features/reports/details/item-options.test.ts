import { GAMES, playsOfGame } from '@strata/domain/games/catalogue'
import { parseItem } from '@strata/domain/games/item'
import { describe, expect, it } from 'vitest'
import { codeOfSeveral } from './item-code.ts'
import { itemChoice } from './item-options.ts'

describe('items by name instead of codes', () => {
  it('offers every play of every game, and what is chosen is a code that orders store', () => {
    for (const game of GAMES)
      for (const play of playsOfGame(game.code)) {
        const choice = itemChoice(game.code, play.code)
        if (choice?.kind === 'one')
          for (const { value, label } of choice.options) {
            expect(parseItem(game.code, play.code, value).ok, `${play.code} ${value}`).toBe(true)
            expect(label).not.toBe('')
          }
        if (choice?.kind === 'several') {
          const step = play.form.kind === 'legs' ? choice.options.length / 6 : 1
          const chosen = Array.from({ length: choice.min }, (_, at) => choice.options[at * step]?.value ?? '')
          const code = codeOfSeveral(choice.options, chosen.toReversed())
          const item = parseItem(game.code, play.code, code)
          expect(item.ok && item.value.code, `${play.code} ${code}`).toBe(code)
        }
        if (choice?.kind === 'digits')
          expect(parseItem(game.code, play.code, '1'.repeat(choice.length)).ok, play.code).toBe(true)
      }
    expect(itemChoice('6HC', 'NONE')).toBeNull()
  })

  it('names sides, animals and legs in Chinese', () => {
    const labels = (game: string, play: string): string[] => {
      const choice = itemChoice(game, play)
      return choice && choice.kind !== 'digits' ? choice.options.map(({ label }) => label) : []
    }
    expect(labels('6HC', 'TM_LM')).toContain('特大')
    expect(labels('6HC', 'HX')).toContain('马')
    expect(labels('6HC', 'GG')[0]).toMatch(/^正码1 /)
    expect(labels('6HC', 'TMA')).toHaveLength(49)
  })
})
