import { balance } from '@strata/contract/calls/ledger'
import { agentQuery } from '@strata/contract/calls/tree'
import { describe, expect, test } from 'vitest'
import { apiBase, callUrl } from './base.ts'

const site = (hostname: string, port = '', protocol = 'http:') => ({ protocol, hostname, port })

describe('the base of all calls', () => {
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

  test('a value from the build has priority', () => {
    expect(apiBase(site('agent.example'), 'https://api.example/')).toBe('https://api.example')
  })
})

describe('isclick', () => {
  test('an automatic call has no isclick', () => {
    expect(callUrl('', balance)).toBe('/api/agent/balance')
  })

  test('every other URL has isclick', () => {
    expect(callUrl('http://ms.x.y', agentQuery)).toBe('http://ms.x.y/api/agent/query?isclick=true')
    expect(callUrl('', { path: '/api/common/drop-down-list/sys-gamehub' }, { a: 1, b: undefined })).toBe(
      '/api/common/drop-down-list/sys-gamehub?a=1&isclick=true',
    )
  })
})
