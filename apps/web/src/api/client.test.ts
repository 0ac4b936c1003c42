import { balance } from '@strata/contract/calls/ledger'
import { preferenceSet } from '@strata/contract/calls/notices'
import { agentQuery, setTerms } from '@strata/contract/calls/tree'
import { describe, expect, test, vi } from 'vitest'
import { ApiFailure, ApiRefusal, type ClientPorts, createClient, SessionEnded, TabLocked } from './client.ts'

const answer = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'X-Server-Now': String(Date.now()) } })

const ok = (data: unknown, message = '成功') => answer(200, { code: 200, data, message, isSuccess: true })

const setUp = (
  respond: () => Response | Promise<Response>,
  session: Partial<ReturnType<ClientPorts['session']>> = {},
) => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => await respond())
  const toast = vi.fn<ClientPorts['toast']>()
  const onSessionEnded = vi.fn<() => void>()
  const ports: ClientPorts = {
    base: 'http://ms.x.test',
    fetch,
    session: () => ({ token: 'tok', agentPathsId: 7, accountType: 2, locked: false, ...session }),
    toast,
    onSessionEnded,
    words: { systemError: '系统错误，请稍后再试', trace: (id) => `编号 ${id}` },
  }
  return { client: createClient(ports), fetch, toast, onSessionEnded }
}

describe('what a call sends', () => {
  test('headers, body and isclick of a POST', async () => {
    const { client, fetch } = setUp(() => ok({ items: [] }))
    await client.call(agentQuery, { keyword: 'a' })
    const [url, init] = fetch.mock.calls[0] ?? []
    expect(url).toBe('http://ms.x.test/api/agent/query?isclick=true')
    expect(init?.method).toBe('POST')
    expect(init?.credentials).toBe('include')
    expect(init?.body).toBe('{"keyword":"a"}')
    expect(init?.headers).toMatchObject({ Authorization: 'Bearer tok', agentPathsId: '7', roleType: '2' })
    expect(init?.headers).not.toHaveProperty('X-Auto')
  })

  test('a GET carries its fields in the query; an automatic call says so', async () => {
    const { client, fetch } = setUp(() => ok({ credit: '1' }))
    await client.call(balance, { agentPathsId: 9 }, { automatic: true })
    const [url, init] = fetch.mock.calls[0] ?? []
    expect(url).toBe('http://ms.x.test/api/agent/balance?agentPathsId=9')
    expect(init?.body).toBeUndefined()
    expect(init?.headers).toMatchObject({ 'X-Auto': '1' })
  })

  test('before sign-in there is no Authorization and the path is 0', async () => {
    const { client, fetch } = setUp(() => ok({}), { token: null, agentPathsId: 0 })
    await client.call(agentQuery, {})
    expect(fetch.mock.calls[0]?.[1]?.headers).toEqual({
      agentPathsId: '0',
      roleType: '2',
      'Content-Type': 'application/json',
    })
  })

  test('a locked tab sends nothing', async () => {
    const { client, fetch } = setUp(() => ok({}), { locked: true })
    await expect(client.call(agentQuery, {})).rejects.toBeInstanceOf(TabLocked)
    expect(fetch).not.toHaveBeenCalled()
  })
})

describe('how an answer is processed', () => {
  test('data is returned without a toast', async () => {
    const { client, toast } = setUp(() => ok({ a: 1 }))
    await expect(client.call(agentQuery, {})).resolves.toEqual({ a: 1 })
    expect(toast).not.toHaveBeenCalled()
  })

  test('success without data shows a toast, except for terms and for choices of the screen', async () => {
    const { client, toast } = setUp(() => ok(null, '保存成功'))
    await client.call(setTerms, { agentPathsId: 1, version: 1, games: [] })
    await client.call(preferenceSet, { key: 'columns', value: '{}' })
    expect(toast).not.toHaveBeenCalled()
    await client.call(agentQuery, {})
    expect(toast.mock.calls).toEqual([['success', '保存成功']])
  })

  test.each([
    [{ code: 42201, data: { left: '1' }, message: '余额不足', isSuccess: false }, 42201],
    [{ code: 200, data: null, message: '不行', isSuccess: false }, 200],
    [{ code: 500, data: null, message: '不行', isSuccess: true }, 500],
  ])('a refusal shows a warning and throws with code and data', async (body, code) => {
    const { client, toast } = setUp(() => answer(200, body))
    const error = await client.call(agentQuery, {}).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiRefusal)
    expect(error).toMatchObject({ code, data: body.data })
    expect(toast.mock.calls).toEqual([['warning', body.message]])
  })

  test.each([429, 413, 500, 404])('HTTP %i is a system error', async (status) => {
    const { client, toast } = setUp(() => answer(status, { code: status, data: null, message: 'x', isSuccess: false }))
    await expect(client.call(agentQuery, {})).rejects.toBeInstanceOf(ApiFailure)
    expect(toast.mock.calls).toEqual([['error', '系统错误，请稍后再试']])
  })

  test.each([500, 503])('HTTP %i shows the number that is in the server’s log', async (status) => {
    const { client, toast } = setUp(() => new Response('{}', { status, headers: { 'X-Trace-Id': '8d1f-77' } }))
    await expect(client.call(agentQuery, {})).rejects.toMatchObject({ status, trace: '8d1f-77' })
    expect(toast.mock.calls).toEqual([['error', '系统错误，请稍后再试', '编号 8d1f-77']])
  })

  test('an answer that is no fault of the server has no number, because its log has no line', async () => {
    const { client, toast } = setUp(() => new Response('{}', { status: 429, headers: { 'X-Trace-Id': '8d1f-78' } }))
    await expect(client.call(agentQuery, {})).rejects.toMatchObject({ trace: null })
    expect(toast.mock.calls).toEqual([['error', '系统错误，请稍后再试']])
  })

  test('a refusal that the form shows at its field is no toast, and any other one is', async () => {
    const refusing = (code: number) => setUp(() => answer(200, { code, data: null, message: '不对', isSuccess: false }))
    const field = refusing(40008)
    await expect(field.client.call(agentQuery, {}, { atField: [40008] })).rejects.toMatchObject({ code: 40008 })
    expect(field.toast).not.toHaveBeenCalled()
    const other = refusing(42201)
    await expect(other.client.call(agentQuery, {}, { atField: [40008] })).rejects.toMatchObject({ code: 42201 })
    expect(other.toast.mock.calls).toEqual([['warning', '不对']])
    const every = refusing(42201)
    await expect(every.client.call(agentQuery, {}, { atField: 'all' })).rejects.toMatchObject({ code: 42201 })
    expect(every.toast).not.toHaveBeenCalled()
  })

  test('a form that shows refusals at its field still shows faults and successes as toasts', async () => {
    const down = setUp(() => answer(500, null))
    await expect(down.client.call(agentQuery, {}, { atField: 'all' })).rejects.toBeInstanceOf(ApiFailure)
    expect(down.toast.mock.calls).toEqual([['error', '系统错误，请稍后再试']])
    const fine = setUp(() => ok(null, '保存成功'))
    await fine.client.call(agentQuery, {}, { atField: 'all' })
    expect(fine.toast.mock.calls).toEqual([['success', '保存成功']])
  })

  test('a network failure or an answer without an envelope is a system error', async () => {
    const broken = setUp(() => Promise.reject(new TypeError('failed')))
    await expect(broken.client.call(agentQuery, {})).rejects.toBeInstanceOf(ApiFailure)
    expect(broken.toast.mock.calls).toEqual([['error', '系统错误，请稍后再试']])
    const html = setUp(() => new Response('<html>', { status: 200 }))
    await expect(html.client.call(agentQuery, {})).rejects.toBeInstanceOf(ApiFailure)
  })

  test('a call is aborted after ten seconds', async () => {
    const late = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    const { client, fetch, toast } = setUp(() => {
      late.abort(new DOMException('late', 'TimeoutError'))
      return Promise.reject(late.signal.reason as Error)
    })
    await expect(client.call(agentQuery, {})).rejects.toBeInstanceOf(ApiFailure)
    expect(timeout.mock.calls).toEqual([[10_000]])
    expect(fetch.mock.calls[0]?.[1]?.signal).toBe(late.signal)
    expect(toast.mock.calls).toEqual([['error', '系统错误，请稍后再试']])
    timeout.mockRestore()
  })

  test('an automatic call fails silently', async () => {
    const { client, toast } = setUp(() => answer(500, null))
    await expect(client.call(agentQuery, {}, { automatic: true })).rejects.toBeInstanceOf(ApiFailure)
    expect(toast).not.toHaveBeenCalled()
  })

  test('401 ends the session without a toast; without a token it ends none', async () => {
    const { client, toast, onSessionEnded } = setUp(() => answer(401, null))
    await expect(client.call(agentQuery, {})).rejects.toBeInstanceOf(SessionEnded)
    expect(onSessionEnded).toHaveBeenCalledOnce()
    expect(toast).not.toHaveBeenCalled()
    const out = setUp(() => answer(401, null), { token: null })
    await expect(out.client.call(agentQuery, {})).rejects.toBeInstanceOf(SessionEnded)
    expect(out.onSessionEnded).not.toHaveBeenCalled()
  })

  test('leaving a page is no failure', async () => {
    const leaving = new AbortController()
    const { client, toast } = setUp(() => {
      leaving.abort()
      return Promise.reject(new DOMException('left', 'AbortError'))
    })
    await expect(client.call(agentQuery, {}, { signal: leaving.signal })).rejects.toThrow('left')
    expect(toast).not.toHaveBeenCalled()
  })
})
