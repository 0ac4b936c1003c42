import * as reportsCalls from '@strata/contract/calls/reports'
import { describe, expect, test, vi } from 'vitest'
import type { ClientPorts } from './client.ts'
import { ApiFailure, ApiRefusal, SessionEnded } from './client.ts'
import { fileNameOf, readFile } from './file-answer.ts'

vi.stubGlobal('window', { location: { protocol: 'http:', hostname: 'localhost', port: '' } })
const { createFileClient } = await import('./files.ts')

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** An answer that delivers some parts and then fails, or ends. */
const answer = (parts: readonly string[], headers: Record<string, string>, breaks = false, status = 200): Response => {
  const left = [...parts]
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = left.shift()
      if (part !== undefined) controller.enqueue(bytes(part))
      else if (breaks) controller.error(new TypeError('network'))
      else controller.close()
    },
  })
  return new Response(body, { status, headers })
}

const noWait = (): Promise<void> => Promise.resolve()

test('the name in a content-disposition', () => {
  const both = `attachment; filename="____.csv"; filename*=UTF-8''${encodeURIComponent('交收报表_2026-11-20.csv')}`
  expect(fileNameOf(both)).toBe('交收报表_2026-11-20.csv')
  expect(fileNameOf('attachment; filename="plain.csv"')).toBe('plain.csv')
  expect(fileNameOf(`attachment; filename="plain.csv"; filename*=UTF-8''%E4%ZZ`)).toBe('plain.csv')
  expect([fileNameOf(null), fileNameOf('inline')]).toEqual([null, null])
})

describe('reading a file to its end', () => {
  const head = { ETag: '"1"', 'Content-Type': 'text/csv', 'Content-Length': '6' }

  test('whole, with its progress', async () => {
    const seen: [number, number | null][] = []
    const blob = await readFile(answer(['ab', 'cdef'], head), {
      more: () => Promise.reject(new Error('nothing is missing')),
      wait: noWait,
      onBytes: (received, total) => seen.push([received, total]),
    })
    expect([await blob.text(), blob.type, seen]).toEqual([
      'abcdef',
      'text/csv',
      [
        [2, 6],
        [6, 6],
      ],
    ])
  })

  test('continues where the connection failed, any number of times', async () => {
    const asked: [number, string][] = []
    const rest = [
      answer(['cd'], { 'Content-Range': 'bytes 2-5/6' }, true, 206),
      answer(['ef'], { 'Content-Range': 'bytes 4-5/6' }, false, 206),
    ]
    const blob = await readFile(answer(['ab'], head, true), {
      more: (from, tag) => {
        asked.push([from, tag])
        return Promise.resolve(rest.shift() as Response)
      },
      wait: noWait,
    })
    expect([await blob.text(), asked]).toEqual([
      'abcdef',
      [
        [2, '"1"'],
        [4, '"1"'],
      ],
    ])
  })

  test('starts again if the file has changed', async () => {
    const blob = await readFile(answer(['ab'], head, true), {
      more: () => Promise.resolve(answer(['ABCDEF'], { ...head, ETag: '"2"' })),
      wait: noWait,
    })
    expect(await blob.text()).toBe('ABCDEF')
  })

  test('never returns a truncated file', async () => {
    const more = vi.fn(() => Promise.resolve(answer([], { 'Content-Range': 'bytes 2-5/6' }, false, 206)))
    await expect(readFile(answer(['ab'], head), { more, wait: noWait })).rejects.toThrow('the file ended early')
    expect(more).toHaveBeenCalledTimes(5)
    const tagless = { 'Content-Length': '6' }
    await expect(readFile(answer(['ab'], tagless, true), { more, wait: noWait })).rejects.toThrow('network')
    expect(more).toHaveBeenCalledTimes(5)
  })
})

describe('the file client', () => {
  const client = (response: Response) => {
    const toast = vi.fn()
    const onSessionEnded = vi.fn()
    const ports: ClientPorts = {
      base: '',
      fetch: () => Promise.resolve(response),
      session: () => ({ token: 'token', agentPathsId: 5, accountType: 2, locked: false }),
      toast,
      onSessionEnded,
      words: { systemError: '系统错误', trace: (id) => `编号 ${id}` },
    }
    return { ask: () => createFileClient(ports)(reportsCalls.exportFile, { exportId: 1 }), toast, onSessionEnded }
  }
  const envelope = (body: object, status = 200): Response =>
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

  test('returns the file and its name', async () => {
    const disposition = `attachment; filename="_.csv"; filename*=UTF-8''${encodeURIComponent('资金记录.csv')}`
    const got = await client(answer(['x'], { 'Content-Disposition': disposition, 'Content-Length': '1' })).ask()
    expect(got).toMatchObject({ kind: 'file', name: '资金记录.csv' })
  })

  test('returns where the export continues', async () => {
    const { ask, toast } = client(envelope({ code: 200, data: { exportId: 7 }, message: '…', isSuccess: true }))
    expect(await ask()).toEqual({ kind: 'started', exportId: 7 })
    expect(toast).not.toHaveBeenCalled()
  })

  test('shows a refusal that arrives instead of a file', async () => {
    const { ask, toast } = client(envelope({ code: 40301, data: null, message: '没有权限', isSuccess: false }))
    await expect(ask()).rejects.toThrow(ApiRefusal)
    expect(toast.mock.calls).toEqual([['warning', '没有权限']])
  })

  test('reports an unusable answer', async () => {
    const { ask, toast } = client(new Response('oops', { status: 502 }))
    await expect(ask()).rejects.toThrow(ApiFailure)
    expect(toast.mock.calls).toEqual([['error', '系统错误']])
  })

  test('ends the session on 401', async () => {
    const { ask, onSessionEnded } = client(envelope({ code: 401, data: null, message: '', isSuccess: false }, 401))
    await expect(ask()).rejects.toThrow(SessionEnded)
    expect(onSessionEnded).toHaveBeenCalledOnce()
  })
})
