import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { isPublicAddress, postOutbound, resolveOutbound } from './outbound.ts'

let server: Server | undefined
afterEach(() => server?.close())

const listen = async (handler: RequestListener): Promise<number> => {
  const made = createServer(handler)
  server = made
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  return (made.address() as AddressInfo).port
}

describe('addresses', () => {
  it.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111'])('%s is open', (ip) => expect(isPublicAddress(ip)).toBe(true))
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '2002:7f00:1::',
    '2001::1',
    'not an address',
  ])('%s is closed', (ip) => expect(isPublicAddress(ip)).toBe(false))
})

describe('a name', () => {
  it('that resolves to this machine is blocked unless tests open it', async () => {
    expect(await resolveOutbound({ host: 'localhost', port: 9 }, [])).toEqual({ problem: 'blocked' })
    expect(await resolveOutbound({ host: '[::1]', port: 9 }, [])).toEqual({ problem: 'blocked' })
    expect(await resolveOutbound({ host: '127.0.0.1', port: 9 }, ['127.0.0.1:9'])).toBe('127.0.0.1')
    expect(await resolveOutbound({ host: '127.0.0.1', port: 8 }, ['127.0.0.1:9'])).toEqual({ problem: 'blocked' })
    expect(await resolveOutbound({ host: 'no-such-name.invalid', port: 9 }, [])).toEqual({ problem: 'unresolved' })
  })
})

describe('a post', () => {
  const post = (port: number, allow = [`127.0.0.1:${port}`]) =>
    postOutbound({ url: new URL(`http://127.0.0.1:${port}/x`), body: { a: 1 }, allow })

  it('needs https and an open address', async () => {
    expect(await post(9, [])).toEqual({ problem: 'notHttps' })
    const url = new URL('https://127.0.0.1:9/x')
    expect(await postOutbound({ url, body: {}, allow: [] })).toEqual({ problem: 'blocked' })
  })

  it('follows no redirect and reads at most 16 KiB', async () => {
    const seen: string[] = []
    const port = await listen((request, response) => {
      seen.push(String(request.url))
      if (seen.length === 1) response.writeHead(302, { location: '/elsewhere' }).end()
      else response.end('x'.repeat(20_000))
    })
    expect(await post(port)).toEqual({ status: 302, text: '' })
    expect(await post(port)).toEqual({ problem: 'tooLarge' })
    expect(seen).toEqual(['/x', '/x'])
  })

  it('reports an address where nothing listens', async () => expect(await post(1)).toEqual({ problem: 'unreachable' }))
})
