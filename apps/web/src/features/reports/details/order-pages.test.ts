import { describe, expect, it } from 'vitest'
import { firstPage, pagesOf, shownPage, withPage } from './order-pages.ts'

const pages = (pageIndex: number, total: number, more = false) => {
  const { shown, last, hasNext } = pagesOf({ pageIndex, pageSize: 20, total, more })
  return `${shown.join(' ')} / ${last}${hasNext ? ' >' : ''}`
}

describe('pages of orders', () => {
  it.each([
    [1, 0, false, '1 / 1'],
    [1, 20, false, '1 / 1'],
    [1, 21, false, '1 2 / 2 >'],
    [1, 400, false, '1 2 3 4 5 / 20 >'],
    [9, 400, false, '7 8 9 10 11 / 20 >'],
    [20, 400, false, '16 17 18 19 20 / 20'],
    // Small pages: the server finds 500 of them by number, the others one by one.
    [500, 10_400, false, '496 497 498 499 500 / 500 >'],
    // More than were counted: the numbers end, the next page does not.
    [500, 10_000, true, '496 497 498 499 500 / 500 >'],
    [503, 10_000, true, '499 500 503 / 503 >'],
  ])('page %i of %i orders', (pageIndex, total, more, shown) => {
    expect(pages(pageIndex, total, more)).toBe(shown)
  })

  it('puts the number and the way there into the address, and closes the open order', () => {
    const held = new URLSearchParams('game=3&bet=12&page=2&cursor=1.2')
    expect(String(withPage(held, 3, '5.6'))).toBe('game=3&page=3&cursor=5.6')
    expect(String(withPage(held, 7, null))).toBe('game=3&page=7')
    expect(String(withPage(held, 1, null))).toBe('game=3')
    expect(String(firstPage(held))).toBe('game=3&bet=12')
  })

  it('shows a page beyond the numbered ones only by its cursor', () => {
    const shown = (text: string): number => shownPage(new URLSearchParams(text))
    expect([shown('page=7'), shown('page=900'), shown('page=900&cursor=1.2'), shown('page=x'), shown('')]).toEqual([
      7, 500, 900, 1, 1,
    ])
  })
})
