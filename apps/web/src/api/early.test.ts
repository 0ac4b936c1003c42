import * as ledgerCalls from '@strata/contract/calls/ledger'
import * as noticesCalls from '@strata/contract/calls/notices'
import { beforeEach, expect, test, vi } from 'vitest'

const call = vi.hoisted(() => vi.fn<(asked: { readonly id: string }) => Promise<unknown>>())
vi.mock('./api.ts', () => ({ api: { call } }))

const { askEarly, earlyQuery } = await import('./early.ts')
const notices = earlyQuery(noticesCalls.bulletinMessage, {})
const ask = (): Promise<unknown> => notices.queryFn({ signal: new AbortController().signal })

const asked = (): number => call.mock.calls.filter(([one]) => one.id === noticesCalls.bulletinMessage.id).length

beforeEach(async () => {
  call.mockReset()
  call.mockResolvedValue([])
  // Consumes what an earlier test has left.
  await ask().catch(() => {})
  call.mockClear()
})

test('without an early request a query sends its own', async () => {
  expect(notices.initialData()).toBeUndefined()
  await ask()
  expect(asked()).toBe(1)
})

test('an answer that has arrived is used at once, and the next request goes to the server', async () => {
  call.mockResolvedValue(['early'])
  void askEarly(noticesCalls.bulletinMessage, {})
  await vi.waitFor(() => expect(notices.initialData()).toEqual(['early']))
  expect(notices.initialDataUpdatedAt()).toBeGreaterThan(0)
  call.mockResolvedValue(['later'])
  expect(await ask()).toEqual(['later'])
  expect(asked()).toBe(2)
})

test('a request in flight is not sent twice', async () => {
  const answer = Promise.withResolvers<unknown>()
  call.mockReturnValue(answer.promise)
  void askEarly(noticesCalls.bulletinMessage, {})
  const waiting = ask()
  answer.resolve(['one'])
  expect(await waiting).toEqual(['one'])
  expect(asked()).toBe(1)
})

test('a failure goes to the first query only, and the next one sends again', async () => {
  call.mockRejectedValue(new Error('no answer'))
  void askEarly(noticesCalls.bulletinMessage, {})
  await expect(ask()).rejects.toThrow('no answer')
  call.mockResolvedValue(['again'])
  expect(await ask()).toEqual(['again'])
})

test('the balance of one path is not used for another', async () => {
  call.mockResolvedValue({ balance: '1.0000' })
  void askEarly(ledgerCalls.balance, { agentPathsId: 4 })
  await vi.waitFor(() => expect(earlyQuery(ledgerCalls.balance, { agentPathsId: 4 }).initialData()).toBeDefined())
  expect(earlyQuery(ledgerCalls.balance, { agentPathsId: 5 }).initialData()).toBeUndefined()
})
