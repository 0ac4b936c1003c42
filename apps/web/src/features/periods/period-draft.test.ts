import { expect, test } from 'vitest'
import { changedPeriod, draftOfPeriod, periodOfDraft, problemsOf } from './period-draft.ts'

const period = {
  periodNo: '26/103',
  openAt: Date.parse('2026-11-20T09:00:00Z'),
  closeAt: Date.parse('2026-11-20T13:25:00.500Z'),
  drawAt: Date.parse('2026-11-20T13:30:00Z'),
}

test('a period is read as it is shown', () => {
  const draft = draftOfPeriod(period)
  expect([periodOfDraft(draft)?.drawAt, problemsOf(draft)]).toEqual([period.drawAt, {}])
  expect(changedPeriod(draftOfPeriod(period, true), period)).toEqual(period)
})

test('what is missing is said at its field', () => {
  const draft = { ...draftOfPeriod(period), periodNo: '', drawAt: '' }
  expect(periodOfDraft(draft)).toBeNull()
  expect(problemsOf(draft)).toEqual({ periodNo: '请填写期号', drawAt: '请填写开奖时间' })
})
