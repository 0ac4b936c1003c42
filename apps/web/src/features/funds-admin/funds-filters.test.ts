import { describe, expect, it } from 'vitest'
import { readFilters, requestOf, sizeTyped } from './funds-filters.ts'

const read = (text: string) => readFilters(new URLSearchParams(text), '2026-05-20')

describe('the filters of the fund records', () => {
  it('are those of the address, and what it invents is left out', () => {
    const filters = read(
      'from=2026-05-01&to=2026-05-02&kinds=recovery,theft&merchant=7&account=merch001&least=1,000&page=3',
    )
    expect(requestOf(filters)).toEqual({
      from: '2026-05-01',
      to: '2026-05-02',
      kinds: ['recovery'],
      agentPathsId: 7,
      includeDownline: true,
      account: 'merch001',
      least: '1000',
    })
    expect(filters.pageIndex).toBe(3)
    expect(requestOf(read('from=2026-06-01&to=2026-06-02&merchant=0&most=x&page=0'))).toEqual({
      from: '2026-05-20',
      to: '2026-05-20',
    })
  })

  it.each([
    ['', ''],
    ['1,000.50', '1000.50'],
    ['0.001', null],
    ['-1', null],
  ])('reads the amount %s as %s', (typed, read) => expect(sizeTyped(typed)).toBe(read))
})
