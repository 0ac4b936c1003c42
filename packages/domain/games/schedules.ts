import type { GameCode } from './catalogue.ts'
import { everySeconds, type Schedule } from './schedule.ts'

/** Known public schedules as data, in Beijing times. An operator copies and changes them. */
const clock = (hours: number, minutes: number): number => hours * 3600 + minutes * 60

const fiveMinutes = (firstDraw: number, count: number) => ({ firstDraw, everySeconds: 300, count })
const tenMinutes = (firstDraw: number, count: number) => ({ firstDraw, everySeconds: 600, count })

export const SCHEDULES: readonly Schedule[] = [
  {
    id: 'cqssc',
    game: '5M',
    name: '重庆时时彩',
    numbers: { kind: 'day', digits: 3 },
    closeBefore: 60,
    hedgeCloseBefore: 30,
    days: {
      kind: 'daily',
      // 120 periods. The last is drawn at midnight and belongs to the day on which it began.
      segments: [fiveMinutes(clock(0, 5), 23), tenMinutes(clock(10, 0), 73), fiveMinutes(clock(22, 5), 24)],
      continuous: false,
    },
  },
  {
    id: 'xjssc',
    game: '5M',
    name: '新疆时时彩',
    numbers: { kind: 'day', digits: 3 },
    closeBefore: 60,
    hedgeCloseBefore: 30,
    days: { kind: 'daily', segments: [tenMinutes(clock(10, 10), 96)], continuous: false },
  },
  {
    id: 'tjssc',
    game: '5M',
    name: '天津时时彩',
    numbers: { kind: 'day', digits: 3 },
    closeBefore: 60,
    hedgeCloseBefore: 30,
    days: { kind: 'daily', segments: [tenMinutes(clock(9, 10), 84)], continuous: false },
  },
  {
    id: 'bjpk10',
    game: 'PK',
    name: '北京PK10',
    // The operator sets the base of the running number.
    numbers: { kind: 'running', baseDate: '2026-01-01', baseNo: 0 },
    closeBefore: 60,
    hedgeCloseBefore: 30,
    days: { kind: 'daily', segments: [fiveMinutes(clock(9, 7), 179)], continuous: false },
  },
  {
    id: 'xyft',
    game: 'PK',
    name: '幸运飞艇',
    numbers: { kind: 'day', digits: 3 },
    closeBefore: 60,
    hedgeCloseBefore: 30,
    // Runs until 04:04 of the next day. The number carries the day on which it began.
    days: { kind: 'daily', segments: [fiveMinutes(clock(13, 9), 180)], continuous: false },
  },
  {
    id: 'marksix',
    game: '6HC',
    name: '香港六合彩',
    numbers: { kind: 'year' },
    closeBefore: 300,
    hedgeCloseBefore: 240,
    // The weekdays change. This is only a proposal; the operator opens each period.
    days: { kind: 'weekly', weekdays: [2, 4, 6], openAt: clock(17, 0), drawAt: clock(21, 30) },
  },
  {
    id: 'pcdd',
    game: 'PC',
    name: 'PC蛋蛋',
    numbers: { kind: 'running', baseDate: '2026-01-01', baseNo: 0 },
    closeBefore: 60,
    hedgeCloseBefore: 30,
    days: { kind: 'daily', segments: [fiveMinutes(clock(9, 5), 179)], continuous: false },
  },
]

/** The demo's schedule of a game: round the clock, one period every `seconds`. */
export const demoSchedule = (game: GameCode, seconds: number): Schedule => everySeconds(game, '演示', seconds)
