import { describe, expect, test } from 'vitest'
import { changedAddress, choiceOf, idOf, pageOf, rangeOf, textOf } from './address.ts'

const at = (query: string): URLSearchParams => new URLSearchParams(query)
const changed = (query: string, change: Readonly<Record<string, string | null>>): string =>
  changedAddress(at(query), change).toString()

describe('a change of the address', () => {
  test('keeps the other filters and begins at the first page', () => {
    expect(changed('q=abc&size=50&page=4', { status: '2' })).toBe('q=abc&size=50&status=2')
  })

  test('takes a filter away that is emptied', () => {
    expect(changed('q=abc&status=2', { q: '' })).toBe('status=2')
    expect(changed('q=abc&status=2', { status: null })).toBe('q=abc')
  })

  test('turns the page and keeps the filters; the first page needs no word', () => {
    expect(changed('q=abc&page=4', { page: '5' })).toBe('q=abc&page=5')
    expect(changed('q=abc&page=4', { page: '1' })).toBe('q=abc')
  })

  test('leaves the address that it was given as it is', () => {
    const held = at('q=abc')
    changedAddress(held, { q: 'x' })
    expect(held.toString()).toBe('q=abc')
  })
})

describe('what an address says', () => {
  test.each(['', 'page=0', 'page=-1', 'page=1.5', 'page=abc', 'page=1e2'])('%s is the first page', (query) =>
    expect(pageOf(at(query))).toBe(1),
  )
  test('a page is at most the last one that the server counts', () => expect(pageOf(at('page=900'))).toBe(500))

  test('an id is a whole number above zero', () => {
    expect(idOf(at('group=301'), 'group')).toBe(301)
    for (const query of ['', 'group=0', 'group=-3', 'group=x', 'group=12345678901'])
      expect(idOf(at(query), 'group')).toBe(null)
  })

  test('a choice is one that the filter has', () => {
    expect(choiceOf(at('status=2'), 'status', [1, 2, 4])).toBe(2)
    expect(choiceOf(at('status=3'), 'status', [1, 2, 4])).toBe(null)
    expect(choiceOf(at(''), 'tab', ['log'])).toBe(null)
  })

  test('a text is as long as a search takes', () => expect(textOf(at(`q=${'x'.repeat(40)}`), 'q')).toHaveLength(32))

  test('a range is two days in their order, up to today', () => {
    const today = '2026-11-23'
    expect(rangeOf(at('from=2026-11-01&to=2026-11-02'), today)).toEqual({ from: '2026-11-01', to: '2026-11-02' })
    for (const query of ['', 'from=2026-11-01', 'from=2026-11-02&to=2026-11-01', 'from=2026-11-23&to=2026-11-24'])
      expect(rangeOf(at(query), today)).toBe(null)
  })
})
