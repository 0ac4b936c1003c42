import { expect, test } from 'vitest'
import { type Outcome, type RowResult, runEach } from './run-each.ts'

const act = (outcomes: Readonly<Record<string, Outcome>>, tried: string[]) => async (row: string) => {
  tried.push(row)
  return outcomes[row] ?? ({ ok: true } as const)
}
const states = (results: readonly RowResult[]): string => results.map(({ state }) => state[0]).join('')

test('a row that fails does not stop the others, and says why', async () => {
  const tried: string[] = []
  const told: string[] = []
  const results = await runEach(['a', 'b', 'c'], [], act({ b: { ok: false, reason: '冻结' } }, tried), (now) =>
    told.push(states(now)),
  )
  expect(results).toEqual([{ state: 'done' }, { state: 'failed', reason: '冻结' }, { state: 'done' }])
  expect(told).toEqual(['www', 'dww', 'dfw', 'dfd', 'dfd'])
})

test('a row that stops leaves the rest untried', async () => {
  const tried: string[] = []
  const outcomes = { b: { ok: false, reason: '转账密码错误', stop: true } } as const
  expect(states(await runEach(['a', 'b', 'c'], [], act(outcomes, tried), () => {}))).toBe('dfs')
  expect(tried).toEqual(['a', 'b'])
})

test('rows that are done are not done again', async () => {
  const tried: string[] = []
  const held: RowResult[] = [{ state: 'done' }, { state: 'failed', reason: '无回复' }, { state: 'skipped' }]
  expect(states(await runEach(['a', 'b', 'c'], held, act({}, tried), () => {}))).toBe('ddd')
  expect(tried).toEqual(['b', 'c'])
})
