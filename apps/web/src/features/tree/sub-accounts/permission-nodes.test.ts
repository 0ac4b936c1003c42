import type { NamedModule } from '@strata/contract/endpoints/sub-accounts'
import { describe, expect, it } from 'vitest'
import { actionsChosen, modulesById, toggleActions, withParents } from './permission-nodes.ts'

const module = (frontElementId: number, children: NamedModule[] = []): NamedModule => ({
  frontElementId,
  name: String(frontElementId),
  children,
})
const GAMES = module(41_000, [module(41_001), module(41_002), module(41_003)])
const NOTICES = module(120_000, [module(120_001)])
const RESULTS = module(60_000)
const TREE = [GAMES, NOTICES, RESULTS]

describe('the actions of a page', () => {
  it.each([
    [[], 0],
    [[41_000], 0],
    [[41_000, 41_002, 120_001], 1],
    [[41_001, 41_002, 41_003], 3],
  ])('of %j are counted apart from the page', (chosen, held) => {
    expect(actionsChosen(GAMES, new Set(chosen))).toEqual({ held, all: 3 })
  })

  it('are chosen all at once, with their page, and then all left out again but not the page', () => {
    const all = toggleActions(GAMES, [120_000, 41_002])
    expect(all.toSorted()).toEqual([120_000, 41_000, 41_001, 41_002, 41_003])
    expect(toggleActions(GAMES, all).toSorted()).toEqual([120_000, 41_000])
    expect(actionsChosen(RESULTS, new Set([60_000]))).toEqual({ held: 0, all: 0 })
  })

  it('bring the page above them, but a page brings none of them', () => {
    expect(withParents(TREE, new Set([41_002]))).toEqual([41_000, 41_002])
    expect(withParents(TREE, new Set([41_000, 60_000]))).toEqual([41_000, 60_000])
  })
})

it('finds every page and action by its id', () => {
  expect([...modulesById(TREE).keys()].toSorted()).toEqual(
    [41_000, 41_001, 41_002, 41_003, 120_000, 120_001, 60_000].toSorted(),
  )
})
