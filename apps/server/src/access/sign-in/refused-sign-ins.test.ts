import { expect, test } from 'vitest'
import { RefusedSignIns } from './refused-sign-ins.ts'

const about = (accountName: string) => ({ accountName, ip: '192.0.2.1', device: 'test' })

test('throttled attempts are logged once a minute, with their number', () => {
  const refused = new RefusedSignIns()
  for (let time = 0; time < 500; time++) refused.count('a', about('agent001'))
  refused.count('b', about('agent002'))
  expect(refused.take()).toEqual([
    { ...about('agent001'), times: 500 },
    { ...about('agent002'), times: 1 },
  ])
  expect(refused.take()).toEqual([])
})

test('memory and lines are bounded however many names are tried, and no attempt is lost', () => {
  const refused = new RefusedSignIns()
  for (let at = 0; at < 25_000; at++) refused.count(`name ${at}`, about(`name${at}`))
  expect(refused.size).toBeLessThanOrEqual(10_000)
  const lines = refused.take()
  expect(lines.length).toBeLessThanOrEqual(101)
  expect(lines.reduce((sum, { times }) => sum + times, 0)).toBe(25_000)
})

test('what could not be written is written the next time', () => {
  const refused = new RefusedSignIns()
  for (let time = 0; time < 7; time++) refused.count('a', about('agent001'))
  refused.putBack(refused.take())
  expect(refused.take()).toEqual([{ ...about('agent001'), times: 7 }])
})
