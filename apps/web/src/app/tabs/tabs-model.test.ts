import { describe, expect, test } from 'vitest'
import {
  afterClosing,
  beside,
  closed,
  MAX_TABS,
  movedTo,
  type OpenTab,
  othersClosed,
  pinTurned,
  rightClosed,
  visited,
} from './tabs-model.ts'

const open = (...paths: readonly string[]): readonly OpenTab[] =>
  paths.reduce<readonly OpenTab[]>((tabs, path) => visited(tabs, path, path), [])
const paths = (tabs: readonly OpenTab[]): string =>
  tabs.map(({ path, pinned }) => (pinned ? `[${path}]` : path)).join(' ')

describe('a visit', () => {
  test('adds a tab at the end', () => expect(paths(open('a', 'b', 'c'))).toBe('a b c'))
  test('of a page that is kept takes its new filters and its place', () => {
    const tabs = visited(open('a', 'b'), 'a', 'a?day=1')
    expect(paths(tabs)).toBe('a b')
    expect(tabs[0]?.address).toBe('a?day=1')
  })
  test('beyond the limit closes the one left alone for longest, never a pinned one', () => {
    const names = Array.from({ length: MAX_TABS }, (_, at) => `p${at}`)
    const full = visited(pinTurned(open(...names), 'p1'), 'p0', 'p0')
    const more = visited(full, 'new', 'new')
    expect(more).toHaveLength(MAX_TABS)
    expect(more.map(({ path }) => path)).not.toContain('p2')
    expect(more.map(({ path }) => path)).toEqual(expect.arrayContaining(['p0', 'p1', 'new']))
  })
  test('is kept even if all others are pinned', () => {
    const names = Array.from({ length: MAX_TABS }, (_, at) => `p${at}`)
    const pinned = names.reduce(pinTurned, open(...names))
    expect(visited(pinned, 'new', 'new')).toHaveLength(MAX_TABS + 1)
  })
})

describe('closing', () => {
  test('one', () => expect(paths(closed(open('a', 'b', 'c'), 'b'))).toBe('a c'))
  test('the others spares pinned ones', () =>
    expect(paths(othersClosed(pinTurned(open('a', 'b', 'c', 'd'), 'd'), 'b'))).toBe('[d] b'))
  test('those at the right', () => expect(paths(rightClosed(open('a', 'b', 'c', 'd'), 'b'))).toBe('a b'))
  test.each([
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'b'],
  ])('%s shows %s', (path, next) => expect(afterClosing(open('a', 'b', 'c'), path)?.path).toBe(next))
  test('the last one shows none', () => expect(afterClosing(open('a'), 'a')).toBeNull())
})

describe('the order', () => {
  test('pinned ones stand first, and go back behind them', () => {
    const tabs = pinTurned(open('a', 'b', 'c'), 'c')
    expect(paths(tabs)).toBe('[c] a b')
    expect(paths(pinTurned(tabs, 'c'))).toBe('c a b')
  })
  test('a tab takes the place of another', () => {
    expect(paths(movedTo(open('a', 'b', 'c'), 'a', 'c'))).toBe('b c a')
    expect(paths(movedTo(open('a', 'b', 'c'), 'c', 'a'))).toBe('c a b')
  })
  test('none goes before a pinned one', () =>
    expect(paths(movedTo(pinTurned(open('a', 'b', 'c'), 'a'), 'c', 'a'))).toBe('[a] c b'))
  test('steps go around the ends', () => {
    expect(beside(open('a', 'b', 'c'), 'c', 1)).toBe('a')
    expect(beside(open('a', 'b', 'c'), 'a', -1)).toBe('c')
    expect(beside(open('a'), 'a', 1)).toBeNull()
  })
})
