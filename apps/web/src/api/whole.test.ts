import { expect, it, vi } from 'vitest'
import { wholeAnswer } from './whole.ts'

vi.mock('./api.ts', () => ({ api: {} }))

const pages = (total: number) => {
  const asked: number[] = []
  const read = async (pageIndex: number) => {
    asked.push(pageIndex)
    const from = (pageIndex - 1) * 100
    // Each of the counted has a second row.
    const items = Array.from({ length: Math.max(0, Math.min(100, total - from)) }, (_, at) => from + at)
    return { items: items.flatMap((at) => [`${at}`, `${at}+`]), total, pageSize: 100, summary: 'sum' }
  }
  return { asked, read }
}

it.each([
  [0, [1]],
  [100, [1]],
  [101, [1, 2]],
  [250, [1, 2, 3]],
])('reads all %i rows once, in order', async (total, asked) => {
  const one = pages(total)
  const whole = await wholeAnswer(one.read)
  expect(one.asked).toEqual(asked)
  expect(whole.items).toEqual(Array.from({ length: total }, (_, at) => [`${at}`, `${at}+`]).flat())
  expect(whole.summary).toBe('sum')
})
