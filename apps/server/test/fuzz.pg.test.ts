import type { Endpoint } from '@strata/contract/endpoint'
import { ENDPOINTS } from '@strata/contract/endpoints'
import type { PathId } from '@strata/domain/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type CallId, FIXTURES } from '../src/access/testing/fixtures.ts'
import { headersOf, type Person, signedIn } from '../src/access/testing/person.ts'
import { growSmallTree, TREE_AT } from '../src/access/testing/small-tree.ts'
import { wholeServer } from '../src/access/testing/whole-server.ts'
import { createSecrets } from '../src/platform/secrets.ts'
import { merchantKeyPurpose, signRequest } from '../src/platform/signature.ts'
import { createTestDatabase } from '../src/platform/testing/test-database.ts'
import { LEAK, MAX_CALL_MS, random } from './testing/hostile.ts'

/**
 * Hostile input for every call, generated from its schema and its fixture with a seed: no 5xx, no SQL, path or
 * stack in an answer, no call over 10 s. `STRATA_FUZZ_SEED` repeats a run, `STRATA_FUZZ_INPUTS` sets the number of
 * inputs per call.
 */

const SEED = Number(process.env['STRATA_FUZZ_SEED'] ?? 20_260_522)
const INPUTS = Number(process.env['STRATA_FUZZ_INPUTS'] ?? 16)

const { pool, raw, url } = await createTestDatabase()
const now = TREE_AT + 3_600_000
const { app, platform } = await wholeServer({ pool, url }, () => now)
afterAll(() => app.close())

const MERCHANT_KEY = 'fuzz-key'
let merchantCode = ''
let accounts: Record<string, { readonly accountId: number; readonly pathId: PathId; readonly roleType?: 1 | 2 }>
const people = new Map<string, Person>()
const signIn = async (role: string): Promise<Person> => {
  const who = accounts[role]
  if (!who) throw new Error(role)
  const person = await signedIn(pool, { ...who, now })
  people.set(role, person)
  return person
}

beforeAll(async () => {
  const tree = await growSmallTree(pool)
  const { merchantId } = tree.merchant
  const found = await raw.query<{ code: string }>('select code from merchants where id = $1', [merchantId])
  merchantCode = found.rows[0]?.code ?? ''
  const secret = createSecrets(platform.config.keys).seal(MERCHANT_KEY, merchantKeyPurpose(merchantId, 1))
  await raw.query('insert into merchant_keys (merchant_id, key_id, secret, created_at) values ($1, 1, $2, 0)', [
    merchantId,
    secret,
  ])
  accounts = { head: tree.head, admin: { ...tree.head, roleType: 1 }, merchant: tree.merchant, agent: tree.agent }
})

const HOSTILE: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1,
  2,
  3,
  1.5,
  32_767,
  32_768,
  2_147_483_647,
  2_147_483_648,
  9_007_199_254_740_991,
  1e308,
  '',
  '0',
  '1',
  '-0',
  '1e9',
  '9199999999999999999',
  '9223372036854775807',
  '999999999999.99',
  '99999999999999.9999',
  '2026-05-20',
  '9999-12-31',
  '1970-01-01',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '😀中文',
  "'; drop table orders; --",
  '%_\\',
  '../../etc/passwd',
  '#{7*7}{{7*7}}',
  '<script>alert(1)</script>',
  'x'.repeat(20_000),
  'A'.repeat(64),
  [],
  {},
  [[]],
  [null, 1, 'a'],
  { a: { b: { c: [] } } },
  { 'k\0': '1' },
  Array.from({ length: 600 }, (_, index) => index),
]

type Schema = {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
}

class Maker {
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = random(seed)
  }

  pick<T>(all: readonly T[]): T {
    return all[Math.floor(this.#random() * all.length)] as T
  }

  chance(part: number): boolean {
    return this.#random() < part
  }

  /** A value of the schema's type, mostly at its limits. */
  of(schema: Schema): unknown {
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return this.pick(schema.enum)
    if (schema.anyOf) return this.of(this.pick(schema.anyOf))
    const { minimum = 0, maximum = 2_147_483_647, maxLength = 32 } = schema
    if (schema.type === 'integer' || schema.type === 'number') return this.pick([minimum, minimum + 1, 3, maximum])
    if (schema.type === 'boolean') return this.chance(0.5)
    if (schema.type === 'array') return Array.from({ length: this.pick([0, 1, 2]) }, () => this.of(schema.items ?? {}))
    if (schema.type === 'object') return this.objectOf(schema)
    return this.pick(['1', '0', '2026-05-20', 'agent001', '中'.repeat(Math.min(maxLength, 500)), '999999999999.99'])
  }

  objectOf({ properties = {} }: Schema): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(properties).flatMap(([name, schema]) => (this.chance(0.6) ? [[name, this.of(schema)]] : [])),
    )
  }

  /** A copy with one value, at any depth, replaced. */
  spoil(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || this.chance(0.15)) return this.pick(HOSTILE)
    const entries = Object.entries(value)
    if (entries.length === 0) return this.pick(HOSTILE)
    const [name, old] = this.pick(entries)
    const spoilt = this.spoil(old)
    return Array.isArray(value)
      ? value.map((one: unknown, index) => (String(index) === name ? spoilt : one))
      : { ...value, [name]: spoilt }
  }

  /** A body as text, sometimes one that no client would send. */
  body(call: Endpoint, schema: Schema): { readonly text: string; readonly type: string } {
    const fixture = { ...FIXTURES[call.id as CallId]?.input }
    const fields = { ...fixture, ...(this.chance(0.5) ? this.objectOf(schema) : {}) }
    const named = 'requestId' in fields ? { ...fields, requestId: `fuzz-${Math.floor(this.#random() * 1e9)}` } : fields
    const input = this.chance(0.6) ? this.spoil(named) : named
    const text = JSON.stringify(input)
    const way = this.#random()
    if (way < 0.7) return { text, type: 'application/json' }
    return this.pick([
      { text: text.slice(0, Math.floor(text.length * this.#random())), type: 'application/json' },
      { text: `{"__proto__":{"isAdmin":true},${text.slice(1)}`, type: 'application/json' },
      { text: text.replace('{', '{"constructor":{"prototype":{"x":1}},'), type: 'application/json' },
      { text: text.replace('{', '{"gameId":1,"gameId":2,"from":"a","from":[],'), type: 'application/json' },
      { text: '['.repeat(5_000), type: 'application/json' },
      { text: `${'{"a":'.repeat(31)}1${'}'.repeat(31)}`, type: 'application/json' },
      { text: `{"a":"${'x'.repeat(1_100_000)}"}`, type: 'application/json' },
      { text, type: 'text/plain' },
      { text, type: 'application/x-www-form-urlencoded' },
      { text: `\uFEFF${text}`, type: 'application/json; charset=utf-16' },
    ])
  }
}

interface Sent {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload?: string
}

const queryText = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value)
  return JSON.stringify(value)
}

function requestOf(call: Endpoint, maker: Maker, schema: Schema): Sent {
  const { text, type } = maker.body(call, schema)
  if (call.method === 'POST')
    return { method: 'POST', url: call.path, headers: { 'content-type': type }, payload: text }
  let fields: unknown
  try {
    fields = JSON.parse(text)
  } catch {
    fields = { '%00': text.slice(0, 1000) }
  }
  const query = Object.entries(fields ?? {}).map(
    ([name, value]) =>
      `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(queryText(value).toWellFormed())}`,
  )
  return {
    method: 'GET',
    url: `${call.path}?${query.join('&').slice(0, 8_000)}${maker.chance(0.2) ? '&x=%00' : ''}`,
    headers: {},
  }
}

function signed(sent: Sent): Sent {
  const timestamp = String(now)
  const facts = { timestamp, method: sent.method, target: sent.url, rawBody: sent.payload ?? '' }
  const headers = {
    ...sent.headers,
    'x-merchant': merchantCode,
    'x-timestamp': timestamp,
    'x-signature': signRequest(MERCHANT_KEY, facts),
  }
  return { ...sent, headers }
}

const HEADERS: readonly Record<string, string>[] = [
  { agentpathsid: '2147483648' },
  { agentpathsid: '-1' },
  { agentpathsid: 'x'.repeat(4_000) },
  { roletype: '99' },
  { authorization: 'Bearer ÿþ' },
  { 'x-merchant': 'ÿ'.repeat(100) },
  { 'x-timestamp': '9'.repeat(400) },
]

const served = ENDPOINTS.filter(
  (call) => call.answers !== 'sse' && app.registeredCalls.has(`${call.method} ${call.path.toLowerCase()}`),
)
const ROLES = ['head', 'admin', 'merchant', 'agent'] as const

test('no hostile input makes a call fail, reveal internals, or take long', async () => {
  const faults: string[] = []
  const codes = new Map<number, number>()
  let inputs = 0
  for (const [place, call] of served.entries()) {
    // Statuses that an earlier input changed would hide everything after it.
    await raw.query('update paths set status = 1, changed = pg_current_xact_id() where status <> 1')
    const schema = z.toJSONSchema(call.request, { unrepresentable: 'any', io: 'input' }) as Schema
    for (let at = 0; at < INPUTS; at++) {
      const seed = SEED + place * 1_000 + at
      const maker = new Maker(seed)
      const role = ROLES[at % ROLES.length] as (typeof ROLES)[number]
      const made = requestOf(call, maker, schema)
      const person = call.auth === 'signed' ? null : (people.get(role) ?? (await signIn(role)))
      const sent = person ? { ...made, headers: { ...made.headers, ...headersOf(person) } } : signed(made)
      const headers = maker.chance(0.05) ? { ...sent.headers, ...maker.pick(HEADERS) } : sent.headers
      const from = performance.now()
      const answer = await app.inject({ ...sent, headers })
      const tookMs = performance.now() - from
      inputs += 1
      const type = String(answer.headers['content-type'] ?? '')
      const code = type.includes('json') ? Number((answer.json() as { code?: unknown }).code ?? 0) : answer.statusCode
      codes.set(code, (codes.get(code) ?? 0) + 1)
      if (code === 401) people.delete(role)
      // A signed call answers each bet with a code of its own.
      const inside = call.auth === 'signed' && /"code":500\b/.test(answer.body)
      const isFault = answer.statusCode >= 500 || code === 500 || inside
      const leaks = code !== 200 && LEAK.test(answer.body)
      if (!isFault && !leaks && tookMs < MAX_CALL_MS) continue
      const what = isFault ? `answered ${code}` : leaks ? `leaks: ${answer.body.slice(0, 200)}` : `took ${tookMs} ms`
      faults.push(
        `${call.id} as ${role}, seed ${seed}: ${what}\n${sent.url.slice(0, 300)} ${(sent.payload ?? '').slice(0, 600)}`,
      )
    }
  }
  const summary = [...codes].sort(([one], [two]) => one - two).map(([code, times]) => `${code}: ${times}`)
  process.stdout.write(`fuzz: ${served.length} calls, ${inputs} inputs, answers by code ${summary.join(', ')}\n`)
  expect(faults.join('\n\n')).toBe('')
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
}, 180_000)
