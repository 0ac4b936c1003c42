import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chanceOf } from '../../apps/server/src/demo/players.ts'
import { flatness } from './flat.ts'

const LOOKS = 180
const ALLOWED = { share: 0.1, least: 1 }
const seeds = fc.integer({ min: 1, max: 2 ** 31 - 1 })

/** What a figure looks like whose true growth over the time that counts is `growth`. */
const figure = (seed: number, growth: number, noise: number): number[] => {
  const draw = chanceOf(seed)
  // The sum of twelve numbers is nearly normal, with a deviation of one.
  const normal = (): number => Array.from({ length: 12 }, draw).reduce((sum, one) => sum + one, -6)
  return Array.from({ length: LOOKS }, (_, at) => 500 + (growth * at) / (LOOKS * (2 / 3)) + noise * normal())
}

describe('a figure', () => {
  it('that does not move is flat', () => {
    expect(flatness(Array(LOOKS).fill(500), ALLOWED)).toMatchObject({
      verdict: 'flat',
      level: 500,
      growth: 0,
      low: 0,
      high: 0,
    })
  })

  it('that is nothing at all is flat', () => {
    expect(flatness(Array(LOOKS).fill(0), ALLOWED).verdict).toBe('flat')
  })

  it('that is noisy and stays is flat', () => {
    fc.assert(fc.property(seeds, (seed) => flatness(figure(seed, 0, 10), ALLOWED).verdict === 'flat'))
  })

  it('that leaks beyond what is allowed has grown, however noisy it is', () => {
    fc.assert(fc.property(seeds, (seed) => flatness(figure(seed, 150, 30), ALLOWED).verdict === 'grew'))
  })

  it('that falls is flat', () => {
    fc.assert(fc.property(seeds, (seed) => flatness(figure(seed, -200, 30), ALLOWED).verdict === 'flat'))
  })

  it('that is too noisy to tell is neither', () => {
    const verdicts = Array.from({ length: 200 }, (_, at) => flatness(figure(at + 1, 50, 600), ALLOWED).verdict)
    expect(verdicts.filter((one) => one === 'unsure').length).toBeGreaterThan(150)
    expect(verdicts.filter((one) => one === 'grew').length).toBeLessThan(20)
  })

  it('has its true growth within the interval 19 times out of 20', () => {
    const inside = Array.from({ length: 2_000 }, (_, at) => flatness(figure(at + 1, 70, 100), ALLOWED)).filter(
      ({ low, high }) => low <= 70 && 70 <= high,
    )
    expect(inside.length / 2_000).toBeGreaterThan(0.93)
    expect(inside.length / 2_000).toBeLessThan(0.99)
  })

  it('that rises and is collected over and over is flat', () => {
    const teeth = Array.from({ length: LOOKS }, (_, at) => 400 + 20 * (at % 9))
    expect(flatness(teeth, ALLOWED).verdict).toBe('flat')
  })

  it('that only warms up is flat', () => {
    const warm = Array.from({ length: LOOKS }, (_, at) => 500 - 400 * Math.exp(-at / 10))
    expect(flatness(warm, ALLOWED).verdict).toBe('flat')
  })

  it('with one wild block is flat', () => {
    const wild = Array.from({ length: LOOKS }, (_, at) => (at >= 170 ? 5_000 : 500))
    expect(flatness(wild, ALLOWED).verdict).toBe('flat')
  })

  it('that jumped halfway and stayed there is not flat', () => {
    const jumped = Array.from({ length: LOOKS }, (_, at) => (at >= 120 ? 900 : 500))
    expect(flatness(jumped, ALLOWED).verdict).toBe('unsure')
  })

  it('that was looked at too seldom is not known', () => {
    expect(flatness([1, 1, 1, 1, 1, 1], ALLOWED).verdict).toBe('unsure')
  })
})
