import { expect, test } from 'vitest'
import { changesRequest, loginsRequest, readFilters } from './log-filters.ts'

const read = (query: string) => readFilters(new URLSearchParams(query))

test('an address without filters asks for every change', () => {
  const filters = read('')
  expect(filters).toMatchObject({ tab: 'changes', pageIndex: 1, any: false })
  expect(changesRequest(filters)).toEqual({})
})

test('the link of an object asks for its changes', () => {
  const filters = read('target=agent001&under=12&page=3')
  expect(filters).toMatchObject({ any: true, pageIndex: 3 })
  expect(changesRequest(filters)).toEqual({ target: 'agent001', agentPathsId: 12 })
})

test('sign-ins are filtered by account and outcome, and by nothing of the other tab', () => {
  const filters = read('tab=logins&person=mem&outcome=refused&target=x')
  expect(loginsRequest(filters)).toEqual({ person: 'mem', outcome: 'refused' })
})

test.each(['outcome=maybe', 'under=-1', 'under=x', 'page=0', 'page=abc'])('%s is no filter', (query) => {
  expect(read(query)).toMatchObject({ outcome: 'all', under: null, pageIndex: 1, any: false })
})
