import { GroupId, PathId } from '@strata/domain/ids'
import { describe, expect, test } from 'vitest'
import {
  countFlyChanges,
  type FlyRow,
  flyConflicts,
  flyProblems,
  flyRequest,
  overwritesFly,
  remainingFly,
  savedFly,
  shownFly,
} from './fly-out-model.ts'
import type { FlyOutSaved } from './use-fly-out.ts'

const saved: FlyOutSaved = {
  version: 4,
  auto: [
    {
      groupId: GroupId(301),
      enabled: true,
      pilotId: PathId(77),
      mode: 'stake',
      holdLimit: '12000',
      unit: '10',
      maxLoss: null,
      items: [{ playCode: 'TMA', itemCode: '08', holdLimit: null }],
    },
  ],
  downline: [],
}
const GROUPS = [301, 302]
const row = (over: Partial<FlyRow> = {}): FlyRow => ({ ...savedFly(saved, 301), ...over })

describe('automatic fly-out', () => {
  test('a group without saved settings flies out to nobody', () => {
    expect(savedFly(saved, 302)).toEqual({
      enabled: false,
      pilotId: '',
      mode: 'stake',
      holdLimit: '',
      maxLoss: '',
      unit: '1',
      items: [],
    })
  })

  test('another spelling of an amount is no change', () => {
    const same = { 301: { holdLimit: '12000', items: [{ playCode: 'TMA', itemCode: '08', holdLimit: null }] } }
    expect(countFlyChanges(saved, same, GROUPS)).toBe(0)
    expect(countFlyChanges(saved, { 301: { holdLimit: '' }, 302: { enabled: true, pilotId: '77' } }, GROUPS)).toBe(3)
  })

  test('reports problems field by field', () => {
    const accounts = new Set(['77'])
    expect(flyProblems(row(), accounts)).toEqual({})
    expect(flyProblems(row({ holdLimit: 'x', unit: '0', mode: 'loss', pilotId: '78' }), accounts)).toEqual({
      holdLimit: 'amount',
      unit: 'unit',
      maxLoss: 'lossNeeded',
      pilotId: 'accountNeeded',
    })
    expect(flyProblems(row({ enabled: false, mode: 'loss', pilotId: '' }), accounts)).toEqual({})
  })

  test('saves the stored settings together with the changes', () => {
    const edits = { 301: { holdLimit: '1,500.5' }, 302: { unit: '1' } }
    expect(shownFly(saved, edits, 301).holdLimit).toBe('1,500.5')
    expect(flyRequest({ gameId: 3, saved, edits, groupIds: GROUPS, merchant: 11 })).toEqual({
      gameId: 3,
      version: 4,
      agentPathsId: 11,
      auto: [
        {
          groupId: 301,
          enabled: true,
          pilotId: 77,
          mode: 'stake',
          holdLimit: '1500.5',
          unit: '10',
          maxLoss: null,
          items: [{ playCode: 'TMA', itemCode: '08', holdLimit: null }],
        },
      ],
    })
  })

  test('another user’s save is shown beside the edits, field by field', () => {
    const [first] = saved.auto
    if (!first) throw new Error('nothing saved')
    const now: FlyOutSaved = { ...saved, version: 5, auto: [{ ...first, holdLimit: '700', unit: '5', enabled: false }] }
    const edits = { 301: { holdLimit: '6,000', unit: '5.00' }, 302: { unit: '2' } }
    const found = flyConflicts({ opened: saved, now, edits, groupIds: GROUPS })
    expect(found.map(({ groupId, field, mine }) => [groupId, field, mine?.[field] ?? null])).toEqual([
      [301, 'enabled', null],
      [301, 'holdLimit', '6,000'],
      [302, 'unit', '2'],
    ])
    expect(remainingFly(edits, new Set(['301:holdLimit', '302:unit']))).toEqual({ 301: { unit: '5.00' } })
  })

  test('a save that would overwrite another user’s needs a choice, other saves do not', () => {
    const [first] = saved.auto
    if (!first) throw new Error('nothing saved')
    const now: FlyOutSaved = { ...saved, version: 5, auto: [{ ...first, holdLimit: '700' }] }
    const asks = (edits: Parameters<typeof flyConflicts>[0]['edits']): boolean =>
      overwritesFly({ opened: saved, now, edits, groupIds: GROUPS })
    expect(asks({ 301: { holdLimit: '6000' } })).toBe(true)
    expect(asks({ 301: { holdLimit: '700.00' } })).toBe(false)
    expect(asks({ 301: { unit: '5' }, 302: { unit: '2' } })).toBe(false)
    expect(asks({})).toBe(false)
  })
})
