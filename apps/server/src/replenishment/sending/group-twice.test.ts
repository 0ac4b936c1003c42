import { GroupId } from '@strata/domain/ids'
import { expect, test } from 'vitest'
import { groupTwice } from './group-twice.ts'

const of = (...ids: number[]) => ids.map((id) => ({ groupId: GroupId(id) }))

test('a play group that stands twice is refused at its second place', () => {
  expect(groupTwice('auto', of(11, 12))).toBeNull()
  expect(groupTwice('auto', of(11, 12, 11))?.data).toEqual({
    issues: [{ path: 'auto.2.groupId', field: '分组', message: '分组重复' }],
  })
})
