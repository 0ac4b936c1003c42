import { expect, test } from 'vitest'
import { agentsApiHost, agentsHost, contentSecurityPolicy, mayRead, siteOf } from './hosts.ts'

test.each([
  ['x.test:8080', 'ms.x.test:8080'],
  ['www.x.test', 'ms.x.test'],
  ['agent.x.test:1', 'ms.agent.x.test:1'],
  ['localhost:8080', undefined],
  ['127.0.0.1:8080', undefined],
  ['ms.x.test', undefined],
  ["x.test' evil", undefined],
  ['', undefined],
])('the API of %s is %s', (host, api) => {
  expect(siteOf(host).api).toBe(api)
})

test('the policy names the API host and nothing else', () => {
  expect(contentSecurityPolicy('x.test:8080', false)).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: ms.x.test:8080; font-src 'self'; connect-src 'self' ms.x.test:8080; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  )
  expect(contentSecurityPolicy('localhost:8080', false)).toContain("connect-src 'self';")
  expect(contentSecurityPolicy('localhost', true)).toContain('upgrade-insecure-requests')
})

test('an origin without scheme or of a lookalike may not read', () => {
  expect(mayRead('null', 'ms.x.test')).toBe(false)
  expect(mayRead('http://x.test.evil', 'ms.x.test')).toBe(false)
  expect(mayRead('http://localhost:8080', 'localhost:8080')).toBe(false)
})

test.each([
  ['ms.admin.x.com:8081', 'x.com:8080'],
  ['ms.x.com:8081', 'x.com:8080'],
  ['admin.x.com', 'x.com'],
  ['127.0.0.1:8081', '127.0.0.1:8080'],
])('the agents’ site of an operator’s call to %s is %s', (host, site) => {
  const ports = { site: 8080, admin: 8081 }
  expect(agentsHost(host, { named: undefined, ports })).toBe(site)
  expect(agentsHost(host, { named: 'agent.y.com:8443', ports })).toBe('agent.y.com:8443')
})

test.each([
  ['admin.x.com', undefined, 'ms.x.com'],
  ['admin.x.com:8081', undefined, 'ms.x.com:8080'],
  ['inner.y.com', 'agent.y.com', 'ms.agent.y.com'],
  ['127.0.0.1:8081', undefined, '127.0.0.1:8080'],
])('game platforms of the operators’ site %s, agents at %s, call %s', (host, named, api) =>
  expect(agentsApiHost(host, { named, ports: { site: 8080, admin: 8081 } })).toBe(api),
)
