import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@strata/contract/endpoint'
import { ENDPOINTS } from '@strata/contract/endpoints'
import { GAMES, type Play, playsOfGame } from '@strata/domain/games/catalogue'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type CallId, FIXTURES } from '../src/access/testing/fixtures.ts'
import { headersOf } from '../src/access/testing/person.ts'
import { createSecrets } from '../src/platform/secrets.ts'
import { merchantKeyPurpose, signRequest, sourceKeyPurpose } from '../src/platform/signature.ts'
import { createTestDatabase } from '../src/platform/testing/test-database.ts'
import { CHANGES, ChangeWorld, type TestedCallId, type Who } from './testing/changes.ts'
import { type Body, hostileBodies, Judge, placesOf, random, someHostile, withAt } from './testing/hostile.ts'

/**
 * Valid requests with one hostile value in one place, however deep it lies, and as bodies that no client would send: most of
 * them get past the fields and as far as SQL. `STRATA_FUZZ_SEED` repeats a run, `STRATA_FUZZ_VALUES` sets values a place.
 */

const SEED = Number(process.env['STRATA_FUZZ_SEED'] ?? 20_261_123)
const VALUES = Number(process.env['STRATA_FUZZ_VALUES'] ?? 3)
const KEY = 'fuzz-key'
const SOURCE = 'fuzz-feed'
const TIME_LIMIT_MS = 180_000

const database = await createTestDatabase()
let world: ChangeWorld
let judge: Judge
beforeAll(async () => {
  world = await ChangeWorld.open(database)
  judge = new Judge(world.app)
  const { merchantId } = world.tree.merchant
  const secrets = createSecrets(world.platform.config.keys)
  await world.raw('insert into merchant_keys (merchant_id, key_id, secret, created_at) values ($1, 1, $2, 0)', [
    merchantId,
    secrets.seal(KEY, merchantKeyPurpose(merchantId, 1)),
  ])
  await world.raw('insert into result_sources (code, secret, game_ids, created_at) values ($1, $2, $3, 0)', [
    SOURCE,
    secrets.seal(KEY, sourceKeyPurpose(SOURCE)),
    GAMES.map(({ id }) => id),
  ])
})
afterAll(() => {
  process.stdout.write(`hostile fields: ${judge.summary}`)
  return world.app.close()
})
afterEach(() => {
  expect(judge.faults.join('\n\n')).toBe('')
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
})

const callOf = (id: string): Endpoint => {
  const call = ENDPOINTS.find((one) => one.id === id)
  if (!call) throw new Error(id)
  return call
}

/** Headers of somebody's session; a new one when an input ended it. */
class Sessions {
  readonly #headers = new Map<Who, Record<string, string>>()

  async of(who: Who): Promise<Record<string, string>> {
    const known = this.#headers.get(who)
    if (known) return known
    const headers = headersOf(await world.person(who))
    this.#headers.set(who, headers)
    return headers
  }

  forget(who: Who): void {
    this.#headers.delete(who)
  }
}
const sessions = new Sessions()

const json = (input: unknown): Body => ({ text: JSON.stringify(input), type: 'application/json' })

async function bySession(call: Endpoint, who: Who, body: Body, fields: unknown): Promise<number> {
  const headers = await sessions.of(who)
  const what = `${call.id} as ${who}`
  let url = call.path
  if (call.method === 'GET') {
    const query = Object.entries((fields ?? {}) as object)
      .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)])
      .map(([name = '', value = '']) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`)
      .join('&')
    url = `${call.path}?${query.slice(0, 8_000)}`
  }
  const { method } = call
  const { code } = await judge.call({ what, method, url, headers, ...(method === 'POST' ? { body } : {}) })
  if (code === 401) sessions.forget(who)
  return code
}

/** Every place of a request with some hostile values, and its hostile bodies. */
async function fuzz(input: object, seed: number, send: (body: Body, fields: unknown) => Promise<unknown>) {
  const next = random(seed)
  for (const place of placesOf(input)) {
    for (const value of someHostile(next, VALUES)) {
      const fields = withAt(input, place, value)
      await send(json(fields), fields)
    }
  }
  for (const body of hostileBodies(input, next)) await send(body, undefined)
}

/** What an input froze or switched off would hide everything after it. */
const mend = async (): Promise<void> => {
  await world.raw('update paths set status = 1, changed = pg_current_xact_id() where status <> 1')
  await world.raw('update games set maintenance = null, enabled = true')
}

test(
  'no hostile part of a valid request makes a changing call fail',
  async () => {
    for (const [place, id] of (Object.keys(CHANGES) as TestedCallId[]).entries()) {
      await mend()
      const { by, input } = await CHANGES[id](world)
      await fuzz(input, SEED + place, (body, fields) => bySession(callOf(id), by, body, fields))
    }
    expect(judge.calls).toBeGreaterThan(1_000)
  },
  TIME_LIMIT_MS,
)

/** A request of a reading call with the agent in the fields that name a path. */
function readingInput(id: CallId): Record<string, unknown> {
  const { input = {}, paths = [] } = FIXTURES[id] ?? {}
  return paths.reduce<Record<string, unknown>>(
    (made, name) => withAt(made, name.split('.'), world.tree.agent.pathId) as Record<string, unknown>,
    { ...input },
  )
}

test(
  'no hostile part of a valid request makes a reading call fail',
  async () => {
    const reads = ENDPOINTS.filter(
      ({ write, auth, answers }) => !write && (auth === 'session' || auth === 'optional') && answers !== 'sse',
    )
    const answering: string[] = []
    await mend()
    for (const [place, call] of reads.entries()) {
      const input = readingInput(call.id as CallId)
      for (const who of ['admin', 'merchant', 'agent'] as const) {
        // As one of those who may make it.
        if ((await bySession(call, who, json(input), input)) !== 200) continue
        answering.push(call.id)
        await fuzz(input, SEED + 500 + place, (body, fields) => bySession(call, who, body, fields))
        break
      }
    }
    // The others need something that is not there; fuzz.pg.test.ts makes their requests from the schema.
    expect(answering.length / reads.length).toBeGreaterThan(0.7)
  },
  TIME_LIMIT_MS,
)

/** Signed as its sender means it: what is hostile is the body. */
function signed(call: Endpoint, body: Body, code: string) {
  const timestamp = String(world.now)
  const nonce = randomUUID()
  const facts = { timestamp, method: 'POST', target: call.path, rawBody: body.text, nonce }
  const headers = {
    'x-merchant': code,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-signature': signRequest(KEY, facts),
  }
  return judge.call({ what: `${call.id} ${code}`, method: 'POST', url: call.path, headers, body })
}

/** An item of a play, however its items look. */
function itemOf({ form }: Play): string {
  if (form.kind === 'one') return [...form.codes.keys()][0] ?? ''
  if (form.kind === 'digits') return '1'.repeat(form.length)
  if (form.kind === 'pick') return form.universe.slice(0, form.min).join('+')
  return ['ZM1:DA', 'ZM2:DA', 'ZM3:DA'].slice(0, form.min).join('+')
}

/** One play of each way to pick and to be paid, of each game. */
const KINDS = GAMES.flatMap(({ code, id }) => {
  const plays = new Map(playsOfGame(code).map((play) => [`${code} ${play.form.kind} ${play.payoutKind}`, play]))
  return [...plays].map(([kind, play]) => ({ kind, gameId: id, play }))
})

type Results = { readonly results: readonly { readonly accepted: boolean; readonly odds?: unknown }[] }

const BET_NO = 'new'
let betCount = 0

/** Another number for each bet that has the sound one: it is judged, not answered as known. */
function numbered(input: unknown): unknown {
  if (Array.isArray(input)) return input.map(numbered)
  if (typeof input !== 'object' || input === null) return input
  const entries = Object.entries(input).map(([name, value]) => {
    if (name !== 'betNo' || value !== BET_NO) return [name, numbered(value)]
    betCount += 1
    return [name, `f${betCount}`]
  })
  return Object.fromEntries(entries)
}

async function merchantCode(): Promise<string> {
  const { merchantId } = world.tree.merchant
  const found = await database.raw.query<{ code: string }>('select code from merchants where id = $1', [merchantId])
  return found.rows[0]?.code ?? ''
}

describe('no hostile part makes a signed bet fail', () => {
  beforeAll(mend)

  test.each(KINDS.map((one, index) => [one.kind, one, index] as const))('%s', async (_kind, one, index) => {
    const { gameId, play } = one
    const code = await merchantCode()
    const call = callOf('intake.orderCreate')
    const { periodNo } = await world.open(gameId)
    const slip = { account: 'mem0001', gameId, periodNo, playCode: play.code, itemCode: itemOf(play), pankou: 'C' }
    const twoBets = (odds: unknown) => ({ bets: [1, 2].map(() => ({ ...slip, betNo: BET_NO, odds, stake: '10' })) })
    const place = (input: unknown) => signed(call, json(numbered(input)), code)
    // A refusal for the price names the right one.
    const asked = (await place(twoBets('1.5'))).data as Results
    expect(asked.results[0]).toMatchObject({ accepted: false, odds: expect.anything() })
    const input = twoBets(asked.results[0]?.odds)
    const { results } = (await place(input)).data as Results
    expect(results.map(({ accepted }) => accepted)).toEqual([true, true])
    await fuzz(input, SEED + 1_000 + index, (body, fields) =>
      fields === undefined ? signed(call, body, code) : place(fields),
    )
  })
})

test('no hostile part makes another signed call fail', async () => {
  const code = await merchantCode()
  const calls: readonly (readonly [string, object])[] = [
    ['intake.orderQuery', { betNos: ['f1', 'f2'] }],
    ['games.recOddsQuery', { gameId: 3, pankou: 'C' }],
    ['games.recCommitment', { gameId: 1, periodNo: '20260520001' }],
    ['groups.message', { messageId: 'm1', channelId: '-100', account: 'mem0001', text: '帮助' }],
    ['settlement.drawPublish', { gameId: 1, periodNo: '20260520001', result: [1, 2, 3, 4, 5] }],
  ]
  for (const [index, [id, input]] of calls.entries()) {
    const who = id.startsWith('settlement') ? SOURCE : code
    await fuzz(input, SEED + 2_000 + index, (body) => signed(callOf(id), body, who))
  }
})
