import { describe, expect, it } from 'vitest'
import { readBet, withBet } from '../../../components/orders/order-address.ts'
import { changedSearch } from './delivery-filters.ts'
import { readOf, readSettle, withOf, withSettle } from './opened-address.ts'

const HELD = new URLSearchParams('from=2026-11-01&to=2026-11-21&game=3')
const ROW = { rowKind: 'child', agentPathsId: 12 } as const

describe('what is open in the address of the delivery report', () => {
  it('keeps the filters, and the order belongs to the row it was opened from', () => {
    const listed = withOf(HELD, ROW)
    const opened = withBet(listed, '7530354445053530112')
    expect(String(opened)).toBe(`${HELD}&of=child-12&bet=7530354445053530112`)
    expect([readOf(opened), readBet(opened)]).toEqual(['child-12', '7530354445053530112'])
    expect(String(withBet(opened, null))).toBe(String(listed))
    expect(String(withOf(opened, null))).toBe(String(HELD))
    expect(readBet(withOf(opened, { ...ROW, agentPathsId: 13 }))).toBeNull()
    expect(readSettle(withSettle(HELD, 12))).toBe(12)
    expect(String(withSettle(withSettle(HELD, 12), null))).toBe(String(HELD))
  })

  it('is closed by another filter or page, because its row may not be there any more', () => {
    const opened = withSettle(withBet(withOf(HELD, ROW), '1'), 12)
    expect(String(changedSearch(opened, { gameId: 4 }))).toBe('from=2026-11-01&to=2026-11-21&game=4')
    expect(String(changedSearch(opened, { pageIndex: 2 }))).toBe(`${HELD}&page=2`)
  })

  it.each(['of=child-', 'of=total-1', 'of=child-01', 'bet=12x', 'settle=0', 'settle=x'])('ignores %s', (text) => {
    const search = new URLSearchParams(text)
    expect([readOf(search), readBet(search), readSettle(search)]).toEqual([null, null, null])
  })
})
