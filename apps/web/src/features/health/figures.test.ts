import { expect, it } from 'vitest'
import { formatInstant } from '../../lib/instant.ts'
import { backupFigure, cleanFigure, partitionFigure, processFigures } from './figures.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 21, 12)
const shown = (at: number): string => formatInstant(at).slice(5, 16)

it('the slowest loop and all streams of the processes that still report', () => {
  const fast = { alive: true, loopDelay: 4, streams: 300 }
  const slow = { alive: true, loopDelay: 140, streams: 212 }
  const lost = { alive: false, loopDelay: 900, streams: 50 }
  expect(Object.values(processFigures([fast, slow]))).toEqual([
    ['进程', '2 / 2 正常', false],
    ['循环延迟', '140 毫秒', true],
    ['推送连接', '512 条', false],
  ])
  expect(Object.values(processFigures([fast, lost]))).toEqual([
    ['进程', '1 / 2 正常', true],
    ['循环延迟', '4 毫秒', false],
    ['推送连接', '300 条', false],
  ])
})

it.each([
  ['最近备份', backupFigure, 36 * HOUR],
  ['最近无误校验', cleanFigure, 8 * 24 * HOUR],
] as const)('%s needs attention when it is overdue or was never done', (name, figure, most) => {
  expect(figure(NOW - most, NOW)).toEqual([name, shown(NOW - most), false])
  expect(figure(NOW - most - 1, NOW)).toEqual([name, shown(NOW - most - 1), true])
  expect(figure(null, NOW)).toEqual([name, '没有记录', true])
})

it('too few partitions need attention', () => {
  expect(partitionFigure(3)).toEqual(['分区已备', '3 天', false])
  expect(partitionFigure(2)).toEqual(['分区已备', '2 天', true])
})
