import { PERMISSION } from '@strata/contract/permissions'
import { beforeEach, expect, test, vi } from 'vitest'

const call = vi.hoisted(() => vi.fn<(asked: { readonly id: string }) => Promise<unknown>>())
const session = vi.hoisted(() => ({ currentPathId: 4, permissionIds: [] as number[] }))
vi.mock('../../api/api.ts', () => ({ api: { call } }))
vi.mock('../../api/session.ts', () => ({ useSession: { getState: () => session } }))

const agents = await import('./home.ts')
const operators = await import('../home-admin/home.ts')

const askedBy = ({ askFrame }: { readonly askFrame: () => void }): string[] => {
  askFrame()
  return call.mock.calls.map(([asked]) => asked.id)
}

beforeEach(() => {
  call.mockReset()
  call.mockResolvedValue({})
  session.permissionIds = []
})

test('the frame of an agent asks for notices, the balance, and today for whoever may read it', () => {
  expect(askedBy(agents)).toEqual(['notices.bulletinMessage', 'ledger.balance'])
  call.mockClear()
  session.permissionIds = [PERMISSION.boards]
  expect(askedBy(agents)).toEqual(['notices.bulletinMessage', 'ledger.balance', 'book.todayWinLose'])
})

test('the frame of an operator asks for what needs a person, which the menu counts; the head has no balance', () => {
  expect(askedBy(operators)).toEqual(['notices.bulletinMessage'])
  call.mockClear()
  session.permissionIds = [...operators.HOME_PERMISSIONS]
  expect(askedBy(operators)).toEqual(['notices.bulletinMessage', 'admin.home'])
})
