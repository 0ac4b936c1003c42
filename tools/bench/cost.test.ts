import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { postgresCpu } from './cost.ts'

const WORK = 'while (process.cpuUsage().user < 300_000);'

it('counts the time of child processes that have ended', () => {
  const before = postgresCpu(process.pid)
  expect(spawnSync(process.execPath, ['-e', WORK]).status).toBe(0)
  expect(postgresCpu(process.pid) - before).toBeGreaterThan(0.28)
})
