import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { GAMES, playsOfGame } from './catalogue.ts'
import { decidingOf, settle } from './settle.ts'

type Vector = {
  id: string
  game: string
  play: string
  selections: string[]
  draw: unknown
  opts?: unknown
  expect: { result: string; tier?: string; units?: number; legs?: string[] }
}
const file = JSON.parse(readFileSync(new URL('./testdata/vectors.json', import.meta.url), 'utf8')) as {
  vectors: Vector[]
  mustReject: Vector[]
}

describe('settle', () => {
  it('binds every play of the catalogue', () => {
    const plays = GAMES.flatMap((game) => playsOfGame(game.code))
    expect(plays.length).toBe(219)
    for (const { game, code } of plays) expect(decidingOf(game, code).length).toBeGreaterThan(0)
  })

  it('settles every test vector', () => {
    expect(file.vectors.length).toBe(4466)
    const wrong = file.vectors.filter((vector) => {
      const settled = settle(vector)
      if (!settled.ok) return true
      const { result, tier, units, legs } = settled.value
      return (
        result !== vector.expect.result ||
        tier !== vector.expect.tier ||
        units !== vector.expect.units ||
        legs?.toSorted().join() !== vector.expect.legs?.toSorted().join()
      )
    })
    expect(wrong.slice(0, 10).map((vector) => [vector, settle(vector)])).toEqual([])
  })

  it('refuses every invalid input of the vectors', () => {
    expect(file.mustReject.length).toBe(30)
    expect(file.mustReject.filter((vector) => settle(vector).ok)).toEqual([])
  })
})
