import { describe, expect, test } from 'vitest'
import { apiBase, callUrl } from './base.ts'
import { carriesClick } from './click.ts'

const site = (hostname: string, port = '', protocol = 'http:') => ({ protocol, hostname, port })

describe('where the calls go', () => {
  test.each([
    [site('agent.strata.test', '8080'), 'http://ms.agent.strata.test:8080'],
    [site('www.agent.example', '', 'https:'), 'https://ms.agent.example'],
    [site('agent.example', '', 'https:'), 'https://ms.agent.example'],
    [site('localhost', '8080'), ''],
    [site('127.0.0.1', '8080'), ''],
    [site('[::1]', '8080'), ''],
  ])('%o', (from, base) => {
    expect(apiBase(from)).toBe(base)
  })

  test('what the build set wins', () => {
    expect(apiBase(site('agent.example'), 'https://api.example/')).toBe('https://api.example')
  })
})

describe('isclick', () => {
  test.each([
    '/api/agent/balance',
    '/api/agent/realtimereport/tmzx1',
    '/api/agent/RealTimeReport/TMZX1',
    '/api/common/account/bulletin-message',
    '/api/common/drop-down-list/sys-gametype',
    '/api/common/account/adminlogin',
    '/api/common/account/agentlogin',
    '/api/common/account/logout',
    '/api/admin/merchant/get-logo',
  ])('%s runs by itself', (path) => {
    expect(carriesClick(path)).toBe(false)
    expect(callUrl('', { path, isclick: false })).toBe(path)
  })

  test('every other URL says that a person did it', () => {
    expect(callUrl('http://ms.x.y', { path: '/api/agent/query' })).toBe('http://ms.x.y/api/agent/query?isclick=true')
    expect(callUrl('', { path: '/api/common/drop-down-list/sys-gamehub' }, { a: 1, b: undefined })).toBe(
      '/api/common/drop-down-list/sys-gamehub?a=1&isclick=true',
    )
  })
})
