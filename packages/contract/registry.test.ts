import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, validationOf } from './endpoint.ts'
import { ENDPOINTS } from './endpoints/index.ts'
import { FIELD_LABELS } from './labels.ts'
import { PERMISSION, PERMISSION_IDS, permissionRow } from './permissions.ts'

type Node = { [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every object schema inside a JSON schema. */
const objectsIn = (value: unknown): Node[] => {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  if (!isNode(value)) return []
  const inside = Object.values(value).flatMap(objectsIn)
  return isNode(value['properties']) ? [value, ...inside] : inside
}

const requestSchema = (call: Endpoint) => z.toJSONSchema(call.request, { io: 'input' })

describe('registry', () => {
  test('ids and paths are unique, regardless of case', () => {
    for (const of of [(call: Endpoint) => call.id, (call: Endpoint) => `${call.method} ${call.path.toLowerCase()}`])
      expect(new Set(ENDPOINTS.map(of)).size).toBe(ENDPOINTS.length)
  })

  test.each(ENDPOINTS)('$id: requests are strict at every depth', (call) => {
    for (const object of objectsIn(requestSchema(call))) expect(object['additionalProperties']).toBe(false)
  })

  test.each(ENDPOINTS)('$id: unknown fields are refused, isclick is allowed only in the query', (call) => {
    const { query, body } = validationOf(call)
    const keysOf = (result: z.ZodSafeParseResult<unknown>): string[] =>
      (result.error?.issues ?? []).flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))
    expect(keysOf(query.safeParse({ isclick: 'true' }))).toEqual([])
    expect(keysOf(query.safeParse({ surprise: '1' }))).toEqual(['surprise'])
    if (body) expect(keysOf(body.safeParse({ isclick: 'true', surprise: 1 }))).toEqual(['isclick', 'surprise'])
  })

  test.each(ENDPOINTS)('$id: answers have no transforms and no defaults', (call) => {
    const [asInput, asOutput] = (['input', 'output'] as const).map((io) =>
      JSON.stringify(z.toJSONSchema(call.response, { io })),
    )
    const loose = asOutput?.replaceAll(',"additionalProperties":false', '')
    expect(asInput?.replaceAll(',"additionalProperties":false', '')).toBe(loose)
  })

  test.each(ENDPOINTS.filter((call) => call.write))('$id: a change is a POST and takes a requestId', (call) => {
    expect(call.method).toBe('POST')
    expect(call.request.shape).toHaveProperty('requestId')
  })

  test('no read takes a requestId', () => {
    const odd = ENDPOINTS.filter((call) => !call.write && 'requestId' in call.request.shape).map((call) => call.id)
    expect(odd).toEqual([])
  })

  test('a call under a read-only permission never changes data, unless it is open to every account', () => {
    for (const call of ENDPOINTS.filter((each) => each.write && each.whenFrozen === 'refused')) {
      for (const id of [call.permission].flat())
        if (typeof id === 'number') expect(permissionRow(id).kind, `${call.id} under ${id}`).not.toBe('read')
    }
  })

  test('every permission opens a call', () => {
    const rules = ENDPOINTS.flatMap((call) => [call, ...Object.values(call.fieldPermissions)])
    const used = new Set(rules.flatMap((rule) => [rule.permission, rule.ownPermission].flat()))
    // Permissions of pages that need no call of their own.
    const pagesOnly: readonly number[] = [PERMISSION.profile, PERMISSION.rules]
    const unused = PERMISSION_IDS.filter((id) => !used.has(id) && !pagesOnly.includes(id))
    expect(unused).toEqual([])
  })

  test('every request field has a Chinese name', () => {
    const names = ENDPOINTS.flatMap((call) =>
      objectsIn(requestSchema(call)).flatMap((each) => Object.keys(each['properties'] as Node)),
    )
    expect([...new Set(names)].filter((name) => !Object.hasOwn(FIELD_LABELS, name) && !/^[A-D]$/.test(name))).toEqual(
      [],
    )
  })
})
