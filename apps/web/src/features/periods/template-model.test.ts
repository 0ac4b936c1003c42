import { describe, expect, it } from 'vitest'
import { type Draft, draftOf, problemsOf, templateConflicts, templateOf } from './template-model.ts'

const template = { weekdays: [2, 4, 6], openTime: 61_200, closeTime: 77_100, drawTime: 77_400, hedgeSeconds: 60 }
const held = draftOf(template)
const TIME = '请填写 00:00 至 23:59 的时间'
const ORDER = '封盘须晚于开盘、早于开奖'
const SECONDS = '请填写 0 至 600 的整数'

describe('the template of a month', () => {
  it('reads what it shows', () => {
    expect([templateOf(held), problemsOf(held)]).toEqual([template, {}])
  })
  it.each<[Partial<Draft>, ReturnType<typeof problemsOf>]>([
    [{ replenish: '9999' }, { replenish: SECONDS }],
    [{ replenish: '601' }, { replenish: SECONDS }],
    [{ replenish: '' }, { replenish: SECONDS }],
    [{ openTime: '' }, { openTime: TIME }],
    [{ drawTime: '24:00' }, { drawTime: TIME }],
    [{ openTime: '21:2', closeTime: '20:00' }, { openTime: TIME }],
    [{ closeTime: '17:00' }, { closeTime: ORDER }],
    [
      { closeTime: '21:30', replenish: 'x' },
      { closeTime: ORDER, replenish: SECONDS },
    ],
  ])('%j is wrong in %j', (over, problems) => {
    const draft = { ...held, ...over }
    expect([problemsOf(draft), templateOf(draft)]).toEqual([problems, null])
  })
})

it('shows what somebody else changed of the template beside what was typed', () => {
  const now = { ...template, weekdays: [2, 4, 0], closeTime: 77_160 }
  expect(templateConflicts(template, now, { closeTime: '21:20', openTime: '16:00' })).toEqual([
    { key: 'weekdays', what: '开奖星期', opened: '周二、周四、周六', theirs: '周二、周四、周日', mine: null },
    { key: 'closeTime', what: '封盘时间', opened: '21:25', theirs: '21:26', mine: '21:20' },
  ])
})
