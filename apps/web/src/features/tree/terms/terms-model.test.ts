import { GameId, GroupId, PathId } from '@strata/domain/ids'
import { describe, expect, test } from 'vitest'
import { normal, readValue, shortAmount } from '../../../lib/decimal.ts'
import { earnOnAll } from './earn.ts'
import { newChildTerms } from './new-terms.ts'
import {
  cellKey,
  changesOf,
  draftOf,
  type GameTerms,
  patchOf,
  rebase,
  type Terms,
  termsOfGame,
  withGame,
  withPlay,
  withPlays,
} from './terms-model.ts'
import { copyGame, gameProblems, parentCap, shareLeft, termsProblems, withShareAbove } from './terms-rules.ts'

const bound = (max: string | null, min = '0') => ({ min, max, why: '上级的设定' })

const play = (groupId: GroupId): GameTerms['plays'][number] => ({
  groupId,
  commission: { A: '1.5', B: '1.25' },
  minStake: '10',
  maxStake: '20000',
  maxItem: '300000',
  maxFill: '50000',
  bounds: {
    commission: { A: bound('2'), B: bound('2') },
    minStake: bound('20000', '2'),
    maxStake: bound('50000', '10'),
    maxItem: bound('500000'),
    maxFill: bound('100000'),
  },
})

const game = (gameId: GameId, groups: GroupId[]): GameTerms => ({
  gameId,
  enabled: true,
  uplineShare: '25',
  downlineCap: '25',
  remainder: 'head',
  pankou: ['A', 'B'],
  replenishPankou: 'A',
  acceptType: 1,
  plays: groups.map(play),
  bounds: {
    uplineShare: bound('25'),
    downlineCap: bound('25'),
    pankou: ['A', 'B', 'C'],
    acceptType: [0, 1, 2, 3, 4],
  },
})

const terms: Terms = {
  agentPathsId: PathId(9),
  version: 14,
  isAllowPilotOut: false,
  games: [game(GameId(0), [GroupId(1), GroupId(2), GroupId(11)])],
}
const SHAPES = [
  { id: GameId(0), groups: [1, 2, 11].map((id) => ({ id: GroupId(id) })) },
  { id: GameId(3), groups: [1, 2].map((id) => ({ id: GroupId(id) })) },
]

describe('values', () => {
  test.each([
    ['1.500', '1.5'],
    ['007', '7'],
    ['20,000', '20000'],
    ['0.0', '0'],
    ['', ''],
    ['1.', '1'],
    ['x1', 'x1'],
  ])('%s is spelled %s', (text, spelled) => expect(normal(text)).toBe(spelled))
  test.each([
    ['200000', '20万'],
    ['15000', '1.5万'],
    ['12345', '12345'],
    ['100000000', '1亿'],
    ['500', '500'],
  ])('%s in short form is %s', (text, short) => expect(shortAmount(text)).toBe(short))
  test('a rate takes three decimals, a share two', () => {
    expect(readValue('rate', '1.255')).toBe(1255n)
    expect(readValue('share', '1.255')).toBeNull()
    expect(readValue('money', '-1')).toBeNull()
  })
})

describe('drafts', () => {
  const base = draftOf(terms, SHAPES)
  test('a game without its own row shows the default, with its own groups only', () => {
    expect(Object.keys(base.games[3]?.plays ?? {})).toEqual(['1', '2'])
    expect(base.games[3]?.uplineShare).toBe('25')
  })
  test('the scheduled share is edited', () => {
    const scheduled = { uplineShare: '20', downlineCap: '30', remainder: 'parent', fromDay: '2026-11-21' } as const
    const draft = draftOf({ ...terms, games: [{ ...game(GameId(0), [GroupId(1)]), scheduled }] }, SHAPES)
    expect(draft.games[0]).toMatchObject({ uplineShare: '20', downlineCap: '30', remainder: 'parent' })
  })
  test('another spelling of the same value is no change', () => {
    const draft = withGame(base, 0, { uplineShare: '25.00' })
    expect(changesOf(base, draft)).toEqual([])
  })
  test('the patch has only changes', () => {
    const old = base.games[3]
    if (!old) throw new Error('no game 3')
    let draft = withGame(base, 3, withPlay(withPlay(old, 2, 'B', '1.0'), 2, 'maxFill', ''))
    draft = { ...withGame(draft, 0, { uplineShare: '20' }), isAllowPilotOut: true }
    const changes = changesOf(base, draft)
    expect(changes.map(({ key }) => key)).toEqual([
      '0::uplineShare:',
      '3:2:commission:B',
      '3:2:maxFill:',
      '0::isAllowPilotOut:',
    ])
    expect(patchOf(draft, changes)).toEqual({
      isAllowPilotOut: true,
      games: [
        { gameId: GameId(0), uplineShare: '20' },
        { gameId: GameId(3), plays: [{ groupId: GroupId(2), commission: { B: '1' }, maxFill: null }] },
      ],
    })
  })
  test('filled and pasted values go to the plays and columns of their places', () => {
    const held = base.games[3]
    if (!held) throw new Error('no game')
    const made = [
      { row: 0, column: 0, value: '1.1' },
      { row: 1, column: 1, value: '77' },
      { row: 2, column: 0, value: 'below the last row' },
    ]
    const pasted = withPlays(held, { ids: [2, 1], fields: ['B', 'maxFill'], made })
    expect(pasted.plays[2]?.commission.B).toBe('1.1')
    expect(pasted.plays[1]?.maxFill).toBe('77')
    expect(pasted.plays[1]?.commission.B).toBe(held.plays[1]?.commission.B)
  })
  test('edits on top of another user’s version keep its other changes', () => {
    const mine = withGame(base, 0, { uplineShare: '10' })
    const theirs = withGame(base, 0, { downlineCap: '5', uplineShare: '12' })
    expect(rebase(changesOf(base, mine), mine, theirs).games[0]).toMatchObject({ uplineShare: '10', downlineCap: '5' })
  })
})

describe('rules', () => {
  const base = draftOf(terms, SHAPES)
  const own = base.games[0]
  if (!own) throw new Error('no default game')
  const problem = (change: Partial<typeof own>, field: string): string | undefined =>
    gameProblems(game(GameId(0), [GroupId(1)]), { ...own, ...change }, false).get(cellKey(0, field))

  test('both parts of the share together are limited by what the parent may pass on', () => {
    expect(parentCap(game(GameId(0), []))).toBe(5000n)
    expect(problem({ uplineShare: '20', downlineCap: '30' }, 'downlineCap')).toBeUndefined()
    expect(problem({ uplineShare: '20', downlineCap: '35' }, 'downlineCap')).toBe(
      '最多 30%：与上级占成合计不得超过本级上限 50%',
    )
    expect(problem({ uplineShare: '50.01' }, 'uplineShare')).toContain('最多 50%')
  })
  test('of a new account what may be held below follows the parent’s share until it is changed itself', () => {
    const cap = 5000n
    const typed = (draft: typeof own, ...texts: readonly string[]) =>
      texts.reduce((held, text) => withShareAbove(held, { cap, text }), draft)
    const fresh = { ...own, uplineShare: '0', downlineCap: '50' }
    expect(typed(fresh, '2', '20')).toMatchObject({ uplineShare: '20', downlineCap: '30' })
    // Nothing, nonsense and too much on the way to another value.
    expect(typed(fresh, '20', '', 'x', '100', '10.', '10.5')).toMatchObject({
      uplineShare: '10.5',
      downlineCap: '39.5',
    })
    expect(typed({ ...fresh, downlineCap: '25' }, '10')).toMatchObject({ uplineShare: '10', downlineCap: '25' })
    expect(shareLeft(cap, '60')).toBe('0')
  })
  test('a replenishment pankou must be open', () => {
    expect(problem({ pankou: ['B'] }, 'replenishPankou')).toBeDefined()
    expect(problem({ pankou: [] }, 'pankou')).toBeDefined()
    expect(problem({ pankou: [], enabled: false }, 'pankou')).toBeUndefined()
  })
  test('commission and limits stay within the parent’s', () => {
    const changed = withPlay(withPlay(withPlay(own, 1, 'A', '2.001'), 1, 'maxFill', ''), 1, 'minStake', '30000')
    const problems = gameProblems(game(GameId(0), [GroupId(1)]), changed, false)
    expect([...problems.keys()]).toEqual(['0:1:commission:A', '0:1:minStake:', '0:1:maxFill:'])
    expect(problems.get('0:1:minStake:')).toBe('单注最低不得高于单注最高')
  })
  test('raising both ends of a pair at once is checked with the typed values', () => {
    const raised = withPlay(withPlay(own, 1, 'minStake', '30000'), 1, 'maxStake', '40000')
    expect(gameProblems(game(GameId(0), [GroupId(1)]), raised, false).size).toBe(0)
  })
  test('unchanged games are not checked', () => {
    const draft = withGame(base, 3, { uplineShare: '99' })
    const options = { terms, games: SHAPES, draft, bettor: false }
    expect(termsProblems({ ...options, touched: new Set() }).size).toBe(0)
    expect(termsProblems({ ...options, touched: new Set([3]) }).size).toBeGreaterThan(0)
  })
})

describe('helpers', () => {
  const target = game(GameId(0), [GroupId(1)])
  const base = draftOf(terms, SHAPES).games[0]
  if (!base) throw new Error('no default game')
  test('a copy is cut to the parent’s limits', () => {
    const source = { ...withPlay(base, 1, 'A', '9'), uplineShare: '40', downlineCap: '40', pankou: ['A', 'D'] as const }
    const copied = copyGame(target, base, source, false)
    expect(copied).toMatchObject({ uplineShare: '40', downlineCap: '10', pankou: ['A'] })
    expect(copied.plays[1]?.commission.A).toBe('2')
  })
  test('a margin is the same on every play and never below zero', () => {
    expect(earnOnAll(target, base, '0.5').plays[1]?.commission).toEqual({ A: '1.5', B: '1.5' })
    expect(earnOnAll(target, base, '3').plays[1]?.commission).toEqual({ A: '0', B: '0' })
  })
  test('a new child starts with share 0 and the rest of the parent’s', () => {
    const made = newChildTerms(terms, { roleId: 3, parentRole: 2, pankou: null })
    const first = made.games[0]
    if (!first) throw new Error('no terms')
    expect(first).toMatchObject({ uplineShare: '0', downlineCap: '25', acceptType: 1 })
    expect(parentCap(first)).toBe(2500n)
    const draft = draftOf(made, SHAPES)
    const judged = termsProblems({ terms: made, games: SHAPES, draft, touched: new Set([0, 3]), bettor: false })
    expect([...judged]).toEqual([])
  })
  test('a new member has one pankou and passes nothing on', () => {
    const made = newChildTerms(terms, { roleId: 10001, parentRole: 3, pankou: 'B' })
    expect(termsOfGame(made, SHAPES[0] ?? { id: GameId(0), groups: [] })).toMatchObject({
      downlineCap: '0',
      pankou: ['B'],
    })
  })
})
