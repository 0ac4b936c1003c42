import { GameId, GroupId } from '@strata/domain/ids'
import { expect, test } from 'vitest'
import { autoProblem } from './settings-from-wire.ts'

const auto = (groupId: number, over: Record<string, unknown> = {}) => ({
  groupId: GroupId(groupId),
  enabled: true,
  holdLimit: null,
  unit: '1',
  mode: 'loss' as const,
  maxLoss: '100',
  items: [],
  ...over,
})

test('mode loss without maxLoss is refused by the name of the field and of its group', () => {
  expect(autoProblem(GameId(3), [auto(301), auto(302, { maxLoss: null })])).toMatchObject({
    name: 'badParameter',
    details: { message: '特码两面：按亏损补货须填最大亏损' },
    data: {
      issues: [{ path: 'auto.1.maxLoss', field: '最大亏损', message: '特码两面：按亏损补货须填最大亏损' }],
    },
  })
})

test('settings that are off, or by stake, need no maxLoss', () => {
  const off = auto(301, { maxLoss: null, enabled: false })
  const byStake = auto(302, { maxLoss: null, mode: 'stake' })
  expect(autoProblem(GameId(3), [off, byStake])).toBeNull()
})
