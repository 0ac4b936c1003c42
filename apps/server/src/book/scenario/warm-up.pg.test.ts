import { DEFAULT_OPTIONS } from '@strata/domain/games/options'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { doPeriodWork, type PeriodTask } from './period-work.ts'
import { warmPeriods } from './warm-up.ts'

const { pool, raw } = await createTestDatabase()
const NOW = Date.UTC(2026, 4, 20, 4)

it('makes the draws of the games on sale, under the rules that a request of today has', async () => {
  await raw.query(
    `insert into games (id, game_type, name, enabled, options, schedule, result_source)
     values (1, '5M', 'on sale', true, '{}', '{}', 'feed'), (2, 'PK', 'not on sale', false, '{}', '{}', 'feed'),
            (3, '6HC', 'on sale', true, '{}', '{}', 'feed')`,
  )
  const tasks: PeriodTask[] = []
  const work = {
    run: async (task: PeriodTask) => {
      tasks.push(task)
      return doPeriodWork(task)
    },
  }
  await warmPeriods(pool, () => NOW, work)
  const rules = { lunarYear: 2026, options: DEFAULT_OPTIONS }
  expect(tasks).toEqual([
    { kind: 'outlook', game: '5M', rules, items: [] },
    { kind: 'outlook', game: '6HC', rules, items: [] },
  ])
})
