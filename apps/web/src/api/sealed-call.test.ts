import { updatePassword } from '@strata/contract/calls/passwords'
import { CODES } from '@strata/contract/errors'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Client, ClientPorts } from './client.ts'

const sent = vi.hoisted(() => ({ fetch: vi.fn<typeof fetch>(), toast: vi.fn<ClientPorts['toast']>() }))
vi.mock('./api.ts', async () => {
  const { createClient } = await import('./client.ts')
  const ports: ClientPorts = {
    base: 'http://ms.x.test',
    fetch: sent.fetch,
    session: () => ({ token: 'tok', agentPathsId: 7, accountType: 2, locked: false }),
    toast: sent.toast,
    onSessionEnded: () => {},
    words: { systemError: '系统错误，请稍后再试', trace: (id) => `编号 ${id}` },
  }
  return { ports, api: createClient(ports) }
})
const { callSealed, CLOCK_OFF } = await import('./sealed-call.ts')
const { serverNow } = await import('./clock.ts')

/** The server's clock is an hour ahead of this machine's. */
const HOUR_MS = 3_600_000
const answer = (code: number, message: string): Response =>
  new Response(JSON.stringify({ code, data: null, message, isSuccess: code === 200 }), {
    headers: { 'X-Server-Now': String(Date.now() + HOUR_MS) },
  })
const off = () => answer(CODES.clockOff, '本机时间不准')

let sealedAt: number[]
/** A call whose password is sealed by the server's time as it is known. */
const change = async (client: Client): Promise<unknown> => {
  sealedAt.push(serverNow())
  return await client.call(updatePassword, { oldPassword: 'sealed', newPassword: `sealed ${sealedAt.length}` })
}

beforeEach(() => {
  sealedAt = []
  sent.fetch.mockReset()
  sent.toast.mockReset()
})

test('the code is the contract’s', () => {
  expect(CLOCK_OFF).toBe(CODES.clockOff)
})

test('refused for the clock, the call is sealed by the server’s time and sent once more, and nothing is said of it', async () => {
  sent.fetch.mockResolvedValueOnce(off()).mockResolvedValueOnce(answer(200, '操作成功'))
  await callSealed(change)
  const bodies = sent.fetch.mock.calls.map(([, init]) => JSON.parse(String(init?.body)) as { newPassword: string })
  expect(bodies.map(({ newPassword }) => newPassword)).toEqual(['sealed 1', 'sealed 2'])
  expect(Math.abs((sealedAt[1] ?? 0) - (Date.now() + HOUR_MS))).toBeLessThan(60_000)
  expect(sent.toast.mock.calls).toEqual([['success', '操作成功']])
})

test('refused for the clock again, it is said once and not tried a third time', async () => {
  sent.fetch.mockImplementation(async () => off())
  await expect(callSealed(change)).rejects.toMatchObject({ code: CODES.clockOff })
  expect(sent.fetch).toHaveBeenCalledTimes(2)
  expect(sent.toast.mock.calls).toEqual([['warning', '本机时间不准']])
})

test('any other refusal is said once and not tried again', async () => {
  sent.fetch.mockImplementation(async () => answer(CODES.wrongCredentials, '原密码错误'))
  await expect(callSealed(change)).rejects.toMatchObject({ code: CODES.wrongCredentials })
  expect(sent.fetch).toHaveBeenCalledTimes(1)
  expect(sent.toast.mock.calls).toEqual([['warning', '原密码错误']])
})

test('a line that is down is no refusal: nothing is sent again', async () => {
  sent.fetch.mockRejectedValue(new TypeError('no line'))
  await expect(callSealed(change)).rejects.toMatchObject({ status: 0 })
  expect(sent.fetch).toHaveBeenCalledTimes(1)
  expect(sent.toast.mock.calls).toEqual([['error', '系统错误，请稍后再试']])
})

test('a fault shows its number after the first try too', async () => {
  const fault = new Response('{}', { status: 500, headers: { 'X-Trace-Id': '8d1f-79' } })
  sent.fetch.mockResolvedValueOnce(fault)
  await expect(callSealed(change)).rejects.toMatchObject({ status: 500 })
  expect(sent.toast.mock.calls).toEqual([['error', '系统错误，请稍后再试', '编号 8d1f-79']])
})
