import { GroupId } from '@strata/domain/ids'
import { expect, test } from 'vitest'
import { changedLines, isLineChanged, lineConflicts, savedLine } from './warning-model.ts'

const TM = { groupId: GroupId(301), amount: '3000', loss: null }
const items = [TM, { groupId: GroupId(302), amount: null, loss: '50000' }]

test('a limit is shown with thousands separators; none is empty', () => {
  expect([savedLine(TM, 'amount'), savedLine(TM, 'loss')]).toEqual(['3,000', ''])
})

test.each([
  ['nothing typed', {}, []],
  ['the same, written otherwise', { 301: { amount: '3000.00' } }, []],
  [
    'one line: the other stays',
    { 301: { loss: '60,000' } },
    [{ groupId: GroupId(301), amount: '3000', loss: '60000' }],
  ],
  ['a line taken away', { 302: { loss: '' } }, [{ groupId: GroupId(302), amount: null, loss: null }]],
  ['what cannot be read', { 301: { amount: '3x' }, 302: { loss: '1' } }, null],
] as const)('%s', (_, edits, saved) => {
  expect(changedLines(items, edits)).toEqual(saved)
})

test('a field is marked only if its value differs', () => {
  expect([
    isLineChanged(TM, { 301: { amount: '3000' } }, 'amount'),
    isLineChanged(TM, { 301: { amount: '0' } }, 'amount'),
  ]).toEqual([false, true])
})

test('a line that somebody else saved meanwhile is beside what was typed', () => {
  const [, other] = items
  const now = [
    { ...TM, amount: '4000' },
    { ...other, groupId: GroupId(302), amount: '7', loss: '50000' },
  ]
  const asked = { opened: items, nameOf: (id: number, name: string) => `${id} ${name}`, none: '不预警' }
  expect(lineConflicts({ ...asked, now: items, edits: { 301: { amount: '1' } } })).toEqual([])
  expect(lineConflicts({ ...asked, now, edits: { 301: { amount: '' } } })).toEqual([
    { key: '301 amount', what: '301 amount', opened: '3,000', theirs: '4,000', mine: '不预警' },
    { key: '302 amount', what: '302 amount', opened: '不预警', theirs: '7', mine: null },
  ])
})
