import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { processorsText, stolenIn, watchProcessors } from './processors.ts'

const BUSY = 'while (process.cpuUsage().user < 300_000) for (let n = 0; n < 1e6; n += 1);'

it('counts this process and a child by the time they ran', async () => {
  const child = spawn(process.execPath, ['-e', `${BUSY} console.log('done'); setTimeout(() => {}, 60_000)`])
  const taken = watchProcessors()
  const from = process.cpuUsage().user
  while (process.cpuUsage().user - from < 200_000) for (let n = 0; n < 1e6; n += 1);
  await once(child.stdout, 'data')
  const sums = taken()
  child.kill()
  const own = [...sums].filter(([whose]) => whose.startsWith('own')).reduce((sum, [, { ran }]) => sum + ran, 0)
  expect(own).toBeGreaterThan(0.15)
  expect(sums.get('other processes')?.ran).toBeGreaterThan(0.2)
})

it('says who ran longest first, and leaves out who did nothing', () => {
  const sums = new Map([
    ['own loop', { ran: 1, waited: 0.25 }],
    ['pages', { ran: 0, waited: 0 }],
    ['PostgreSQL', { ran: 12.34, waited: 6 }],
  ])
  expect(processorsText(sums, 10)).toMatch(
    /^processors, 10\.0 s of \d+: ran and waited for one, s: PostgreSQL 12\.3 and 6\.0, own loop 1\.0 and 0\.3$/,
  )
})

it('says what other machines have taken', () => {
  expect(stolenIn('cpu  275220 29805 26766 293431 4325 0 5789 6507 0 0\ncpu0 1 2')).toBe(65.07)
  expect(stolenIn('')).toBe(0)
  expect(processorsText(new Map(), 10, 1.24)).toMatch(
    /^processors, 10\.0 s of \d+, 1\.2 s of it taken by other machines:/,
  )
})
