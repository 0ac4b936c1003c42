import type { PeriodOutlook } from '@strata/domain/book/period-results'
import { DEFAULT_OPTIONS } from '@strata/domain/games/options'
import { money, odds, rate, yuan } from '@strata/domain/money'
import type { PeriodAdvice } from '@strata/domain/replenishment/advise-period'
import { expect, test } from 'vitest'
import { ThreadsBusy } from '../../platform/threads.ts'
import { askOutlook, doPeriodWork } from './period-work.ts'

const rules = { lunarYear: 2026, options: DEFAULT_OPTIONS }
const number = (n: number): string => String(n).padStart(2, '0')

/** Picks of six numbers, all different. */
const longPicks = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const [a, b, c] = [1 + (at % 20), 21 + (Math.floor(at / 20) % 14), 35 + (Math.floor(at / 280) % 15)]
    const itemCode = [...new Set([a, b, c, a === 20 ? 1 : a + 1, b === 34 ? 21 : b + 1, c === 49 ? 35 : c + 1])]
      .toSorted((one, two) => one - two)
      .map(number)
      .join('+')
    return { playCode: 'BZ6', itemCode, ifLose: money(10n), ifWin: money(-9n) }
  })

test('uses all draws of PC, and always the same sample of 6HC', () => {
  const items = [{ playCode: 'HZ', itemCode: '13', ifLose: yuan(10), ifWin: yuan(-114) }]
  const pc = doPeriodWork({ kind: 'outlook', game: 'PC', rules, items }) as PeriodOutlook
  expect([pc.draws, pc.exact, pc.worst[0]?.result]).toEqual([1000, true, yuan(-114)])
  const special = [{ playCode: 'TMA', itemCode: '07', ifLose: yuan(10), ifWin: yuan(-475) }]
  const ask = () => doPeriodWork({ kind: 'outlook', game: '6HC', rules, items: special }) as PeriodOutlook
  const first = ask()
  expect([first.draws, first.exact, first.worst[0]?.balls.at(-1)]).toEqual([200_000, false, 7])
  expect(ask()).toEqual(first)
})

test('a book with very many long picks is computed with fewer draws, and reports their number', () => {
  const outlook = doPeriodWork({ kind: 'outlook', game: '6HC', rules, items: longPicks(4_001) }) as PeriodOutlook
  expect(outlook.draws).toBe(100_000)
})

test('advice for a period is plain data', () => {
  const items = [{ playCode: 'HZ', itemCode: '13', ifLose: yuan(10), ifWin: yuan(-114) }]
  const candidate = {
    playCode: 'HZ',
    itemCode: '13',
    unit: yuan(1),
    room: [yuan(10)],
    stop: 'overNet',
    quote: [odds(124_000n)],
    rate: rate(0n),
  } as const
  const task = { kind: 'advisePeriod', game: 'PC', rules, items, candidates: [candidate], maxLoss: yuan(60) } as const
  const advice = doPeriodWork(task) as PeriodAdvice
  // Each yuan sent gains 11.40.
  expect(structuredClone(advice)).toEqual({
    amounts: [yuan(5)],
    worstBefore: yuan(-114),
    worstAfter: yuan(-57),
    unmet: [],
  })
})

test('a failing thread throws, a busy one returns null', async () => {
  const task = { kind: 'outlook', game: 'PC', rules, items: [] } as const
  await expect(askOutlook({ run: () => Promise.reject(new Error('broken')) }, task, 1)).rejects.toThrow('broken')
  expect(await askOutlook({ run: () => Promise.reject(new ThreadsBusy()) }, task, 1)).toBeNull()
})
