import { describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../endpoints/index.ts'
import { OPEN_PATHS, REDIRECTS, ROUTES } from '../menu.ts'
import { openApiDocument } from '../openapi.ts'
import { ALWAYS_ALLOWED_IDS, isPermissionId } from '../permissions.ts'
import spec from './spec-calls.json' with { type: 'json' }

const lineOf = (call: { method: string; path: string }): string => `${call.method} ${call.path}`

describe('every call of the specification', () => {
  test.each(spec.calls)('$method $path', (call) => {
    const endpoint = ENDPOINTS.find((each) => lineOf(each) === lineOf(call))
    expect(endpoint, 'in the registry, spelled alike').toBeDefined()
    expect(endpoint?.isclick).toBe(call.isclick)
  })

  test('is in the OpenAPI document', () => {
    const paths = openApiDocument()['paths'] as Record<string, Record<string, unknown>>
    for (const call of spec.calls) expect(paths[call.path]?.[call.method.toLowerCase()], lineOf(call)).toBeDefined()
  })

  test('exactly the calls that the specification names never carry isclick', () => {
    const without = ENDPOINTS.filter((call) => !call.isclick && call.auth !== 'signed').map(lineOf)
    const listed = spec.calls.filter((call) => !call.isclick).map(lineOf)
    expect(without.sort()).toEqual(listed.sort())
  })
})

test('no call of the specification is due later', () => {
  const listed = new Set(spec.calls.map(lineOf))
  expect(ENDPOINTS.filter((call) => call.due === 'later' && listed.has(lineOf(call))).map(lineOf)).toEqual([])
})

describe('routes', () => {
  test('are those of the specification, and further ones only for operators', () => {
    const listed = new Set(spec.routes.map(({ path }: { path: string }) => path))
    const ours = ROUTES.map(({ path, id, platform }) => ({ path, id, platform }))
    expect(ours.filter(({ path }) => listed.has(path))).toEqual(spec.routes)
    const further = ours.filter(({ path }) => !listed.has(path))
    expect(further.filter(({ platform, path }) => platform !== 'admin' || !path.startsWith('/admin/'))).toEqual([])
  })

  test('belong to ids of the permission table or always-allowed ones', () => {
    expect([...ALWAYS_ALLOWED_IDS]).toEqual(spec.alwaysAllowed)
    for (const route of ROUTES)
      expect(route.platform === 'public' ? spec.alwaysAllowed.includes(route.id) : isPermissionId(route.id)).toBe(true)
  })

  test('redirect as specified', () => {
    expect([...REDIRECTS.map(({ from, to }) => [from, to]), ['*', '/404']]).toEqual(spec.redirects)
    expect(OPEN_PATHS).toEqual(['/login', '/forgot', '/resetpwd', '/tutorial'])
  })
})
