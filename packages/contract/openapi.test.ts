import { expect, test } from 'vitest'
import { ENDPOINTS } from './endpoints/index.ts'
import { type Json, openApiDocument } from './openapi.ts'

const document = openApiDocument()

const refsIn = (value: Json): string[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    key === '$ref' && typeof part === 'string' ? [part] : refsIn(part as Json),
  )
}

const at = (pointer: string): unknown =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], document)

test('every reference resolves', () => {
  const refs = refsIn(document)
  expect(refs).toContain('#/components/schemas/RoleModule')
  expect(refs.filter((ref) => !ref.startsWith('#/') || at(ref) === undefined)).toEqual([])
})

test('has every call once', () => {
  const operations = Object.values(
    document['paths'] as Record<string, Record<string, { operationId: string }>>,
  ).flatMap((path) => Object.values(path).map((operation) => operation.operationId))
  expect(operations.sort()).toEqual(ENDPOINTS.map((call) => call.id).sort())
})

test('every signed call may have a nonce', () => {
  const operations = document['paths'] as Record<string, Record<string, { parameters: { name: string }[] }>>
  const signed = ENDPOINTS.filter(({ auth }) => auth === 'signed')
  for (const call of signed)
    expect(operations[call.path]?.[call.method.toLowerCase()]?.parameters.map(({ name }) => name)).toContain('X-Nonce')
  expect(signed).not.toEqual([])
})

test('is plain JSON', () => expect(JSON.parse(JSON.stringify(document))).toEqual(document))
