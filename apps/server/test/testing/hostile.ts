import type { FastifyInstance } from 'fastify'

/** What the fuzz tests share: seeded choice, hostile values and bodies, and what no answer may be. */

/** mulberry32: the same numbers for the same seed. */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** What tells of the inside of the server: SQL, a path, a stack. */
export const LEAK =
  /\b(select|insert into|update|delete)\b.+\b(from|values|set|where)\b|syntax error|relation "|violates|node_modules|\/src\/|\.ts:\d|\n\s+at /i

export const MAX_CALL_MS = 10_000

const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: [deep(levels - 1)] })

const HOSTILE: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  32_768,
  2_147_483_647,
  2_147_483_648,
  1e308,
  '',
  '-0',
  '1e9',
  '9223372036854775808',
  '99999999999999.9999',
  '0001-01-01',
  '9999-12-31',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u200b😀中文',
  "'; drop table orders; --",
  '%_\\',
  '../../etc/passwd',
  '__proto__',
  'x'.repeat(20_000),
  [],
  {},
  [[null]],
  deep(10),
  { 'k\0': '1' },
  JSON.parse('{"constructor":1,"toString":"x"}'),
  Array.from({ length: 1_001 }, (_, index) => index),
]

/** A place in a request: names of fields and numbers of elements. */
export type Place = readonly string[]

/** Every place of a value, the outermost last; of a list the first two elements. */
export function placesOf(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at]
  const parts = Object.entries(value).slice(0, Array.isArray(value) ? 2 : undefined)
  return [...parts.flatMap(([name, part]) => placesOf(part, [...at, name])), ...(at.length > 0 ? [at] : [])]
}

/** A copy with another value in one place. */
export function withAt(value: unknown, [name, ...rest]: Place, put: unknown): unknown {
  if (name === undefined) return put
  if (Array.isArray(value)) {
    return value.map((part: unknown, index) => (String(index) === name ? withAt(part, rest, put) : part))
  }
  const fields = (value ?? {}) as Readonly<Record<string, unknown>>
  return { ...fields, [name]: withAt(fields[name], rest, put) }
}

/** So many hostile values, another choice for each turn of the random numbers. */
export const someHostile = (next: () => number, count: number): unknown[] =>
  Array.from({ length: count }, () => HOSTILE[Math.floor(next() * HOSTILE.length)])

export interface Body {
  readonly text: string
  readonly type: string
}

const JSON_TYPE = 'application/json'

/** Bodies that no client would send, made from one that it might. */
export function hostileBodies(input: object, next: () => number): Body[] {
  const text = JSON.stringify(input)
  const [field = 'a'] = Object.keys(input)
  const texts = [
    text.slice(0, Math.floor(text.length * next())),
    text.slice(0, -1),
    `${text}}`,
    text.replace('{', `{${JSON.stringify(field)}:"first",`),
    text.replace('{', '{"__proto__":{"isAdmin":true},'),
    text.replace('{', '{"constructor":{"prototype":{"isAdmin":true}},'),
    text.replace('{', `{"deep":${'['.repeat(40)}${']'.repeat(40)},`),
    '['.repeat(20_000),
    `[${text}]`,
    'null',
    '"',
    `{"a":"${'x'.repeat(1_100_000)}"}`,
  ]
  return [
    ...texts.map((one) => ({ text: one, type: JSON_TYPE })),
    { text, type: 'text/plain' },
    { text, type: 'application/x-www-form-urlencoded' },
    { text, type: 'multipart/form-data; boundary=x' },
    { text, type: 'application/json\tx' },
    { text: `\uFEFF${text}`, type: 'application/json; charset=utf-16' },
  ]
}

export interface HostileCall {
  readonly what: string
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Body
}

/** Makes calls and notes each answer that must not be. */
export class Judge {
  readonly #app: FastifyInstance
  readonly faults: string[] = []
  readonly codes = new Map<number, number>()
  calls = 0

  constructor(app: FastifyInstance) {
    this.#app = app
  }

  /** The code of the answer, and its data. */
  async call({ what, method, url, headers, body }: HostileCall): Promise<{ code: number; data: unknown }> {
    const from = performance.now()
    const content = body ? { payload: body.text, headers: { ...headers, 'content-type': body.type } } : { headers }
    const answer = await this.#app.inject({ method, url, ...content })
    const tookMs = performance.now() - from
    const isJson = String(answer.headers['content-type'] ?? '').includes('json')
    const envelope = isJson ? (answer.json() as { code?: unknown; data?: unknown }) : {}
    const code = isJson ? Number(envelope.code ?? 0) : answer.statusCode
    this.calls += 1
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1)
    if (answer.statusCode >= 500 || code === 500) this.#note(what, body, `answered ${answer.statusCode} ${code}`)
    else if (code !== 200 && LEAK.test(answer.body)) this.#note(what, body, `leaks ${answer.body.slice(0, 200)}`)
    else if (tookMs > MAX_CALL_MS) this.#note(what, body, `took ${tookMs} ms`)
    return { code, data: envelope.data }
  }

  #note(what: string, body: Body | undefined, wrong: string): void {
    this.faults.push(`${what}: ${wrong}\n${body?.type ?? ''} ${body?.text.slice(0, 400) ?? ''}`)
  }

  get summary(): string {
    const codes = [...this.codes].sort(([one], [two]) => one - two).map(([code, times]) => `${code}: ${times}`)
    return `${this.calls} calls, answers by code ${codes.join(', ')}\n`
  }
}
