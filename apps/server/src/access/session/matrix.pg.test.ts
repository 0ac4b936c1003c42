import type { Endpoint } from '@strata/contract/endpoint'
import { ENDPOINTS } from '@strata/contract/endpoints'
import { PERMISSION, reachOf, rolePermissions } from '@strata/contract/permissions'
import { PathId } from '@strata/domain/ids'
import { ROLE, type Role } from '@strata/domain/tree'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runTx } from '../../platform/db.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { createAgent, createSecondPath, type Made } from '../../tree/paths/create-path.ts'
import { type CallId, FIXTURES, type Fixture } from '../testing/fixtures.ts'
import { type Answered, callApp, headersOf, type Person, signedIn } from '../testing/person.ts'
import { growSmallTree, made, OPERATOR, type SmallTree, TREE_AT } from '../testing/small-tree.ts'
import { wholeServer } from '../testing/whole-server.ts'
import { hashToken } from './sessions.ts'

/**
 * The access matrix: every served call, by every kind of caller, about every kind of path. The expected result is
 * computed from the contract's permission table alone, so a call that decides by itself who may make it fails here.
 */

const { pool, raw, url } = await createTestDatabase()
const now = TREE_AT + 3_600_000
const { app } = await wholeServer({ pool, url }, () => now)
afterAll(() => app.close())

const key = (call: Endpoint): string => `${call.method} ${call.path.toLowerCase()}`
const served = ENDPOINTS.filter((call) => app.registeredCalls.has(key(call)))
const fixtureOf = (call: Endpoint): Fixture => FIXTURES[call.id as CallId] ?? { input: {} }
const sessionCalls = served.filter((call) => call.auth === 'session')
/** An open stream has no answer until it ends: only its refusals are tested. */
const answering = sessionCalls.filter((call) => call.answers === 'json')

const PASSWORDS_DUE = '请先设置登录密码和转账密码'

let tree: SmallTree
/** A path of the agent, below another general agent. */
let second: Made
let people: Record<
  'head' | 'admin' | 'merchant' | 'general' | 'cousin' | 'agent' | 'sibling' | 'sub' | 'emptySub' | 'outsider',
  Person
>

beforeAll(async () => {
  tree = await growSmallTree(pool)
  const { merchantId, pathId: parentId } = tree.merchant
  const common = { merchantId, at: TREE_AT, operator: OPERATOR }
  const cousin = await runTx(pool, {}, async (tx) => {
    const login = { name: 'genagt02', passwordHash: 'none', transferHash: 'none' }
    const above = made(await createAgent(tx, { ...common, ...login, role: 2, parentId, flyOutAllowed: true }))
    const account = { id: tree.agent.accountId, name: 'agent001', nickname: null }
    second = made(await createSecondPath(tx, { ...common, role: 3, parentId: above.pathId, account }))
    return above
  })
  const as = (made: { accountId: number }, pathId: PathId, roleType: 1 | 2 = 2): Promise<Person> =>
    signedIn(pool, { accountId: made.accountId, pathId, roleType, now })
  await raw.query('update paths set is_allow_pilot_out = true where id = $1', [second.pathId])
  people = {
    head: await as(tree.head, tree.head.pathId),
    admin: await as(tree.head, tree.head.pathId, 1),
    merchant: await as(tree.merchant, tree.merchant.pathId),
    general: await as(tree.general, tree.general.pathId),
    cousin: await as(cousin, cousin.pathId),
    agent: await as(tree.agent, tree.agent.pathId),
    sibling: await as(tree.sibling, tree.sibling.pathId),
    sub: await as(tree.sub, tree.agent.pathId),
    emptySub: await as(tree.emptySub, tree.agent.pathId),
    outsider: await as(tree.otherAgent, tree.otherAgent.pathId),
  }
})

function withPath(input: Readonly<Record<string, unknown>>, field: string, id: number): Record<string, unknown> {
  const copy = structuredClone(input) as Record<string, unknown>
  const steps = field.split('.')
  const last = steps.pop() as string
  let at = copy
  for (const step of steps) at = at[step] as Record<string, unknown>
  at[last] = last === 'agentPathsIds' ? [id] : id
  return copy
}

/** The fixture with one path in every path field. */
function inputAbout(call: Endpoint, pathId: PathId): Record<string, unknown> {
  const { input, paths = [] } = fixtureOf(call)
  return paths.reduce<Record<string, unknown>>((made, field) => withPath(made, field, pathId), { ...input })
}

/** The request with one of the fields that need their own permission. */
function withField(call: Endpoint, field: string, input: Record<string, unknown>): Record<string, unknown> {
  const value = field === 'export' ? 'csv' : fixtureOf(call).fields?.[field]
  const [first = '', ...rest] = field.split('.')
  if (rest.length === 0) return { ...input, [first]: value }
  const items = input[first] as Record<string, unknown>[]
  return { ...input, [first]: items.map((item) => ({ ...item, [rest.join('.')]: value })) }
}

/** Number of tested cells of each kind; printed in one line at the end. */
const cells = new Map<string, number>()
const count = (kind: string): void => void cells.set(kind, (cells.get(kind) ?? 0) + 1)
afterAll(() => {
  const kinds = [...cells].map(([kind, tried]) => `${kind} ${tried}`).join(', ')
  const all = [...cells.values()].reduce((sum, tried) => sum + tried, 0)
  process.stdout.write(`access matrix: ${served.length} calls, ${all} cells (${kinds}), 0 calls uncovered\n`)
})

let kind = ''
const kindOf = (name: string): void =>
  beforeEach(() => {
    kind = name
  })

const send = (call: Endpoint, person: Person | null, input: Record<string, unknown>): Promise<Answered> => {
  count(kind)
  return sendTo(call, person, input)
}

const sendTo = (call: Endpoint, person: Person | null, input: Record<string, unknown>): Promise<Answered> =>
  callApp(app, { method: call.method, path: call.path, input, headers: person ? headersOf(person) : {} })

/** Nobody gives or takes the page of one's own passwords. */
const OF_EVERY_LOGIN: readonly number[] = [PERMISSION.profile, PERMISSION.ownPassword]

const holderOf = (roleId: Role, admin: boolean, granted?: readonly number[], isSubAccount = false) => ({
  signedIn: true,
  isSubAccount,
  permissionIds: new Set(
    rolePermissions({ roleId, flyOutAllowed: true, admin }).filter(
      (id) => !granted || granted.includes(id) || OF_EVERY_LOGIN.includes(id),
    ),
  ),
})

describe('coverage', () => {
  it('every served call has a request', () => {
    expect(served.filter((call) => FIXTURES[call.id as CallId] === undefined).map((call) => call.id)).toEqual([])
  })

  it('every call that is due is served', () => {
    const due = ENDPOINTS.filter((call) => call.due === 'now' && !app.registeredCalls.has(key(call)))
    expect(due.map((call) => call.id)).toEqual([])
  })

  it('the requests are valid', () => {
    const wrong = served.flatMap((call) => {
      const read = call.request.safeParse(inputAbout(call, PathId(3)))
      return read.success || call.auth === 'signed' ? [] : [`${call.id}: ${read.error.message}`]
    })
    expect(wrong).toEqual([])
  })

  it('every field with its own permission has a valid value', () => {
    const wrong = served.flatMap((call) =>
      Object.keys(call.fieldPermissions).flatMap((field) => {
        if (field !== 'export' && fixtureOf(call).fields?.[field] === undefined) return [`${call.id}: no ${field}`]
        const read = call.request.safeParse(withField(call, field, inputAbout(call, PathId(3))))
        return read.success ? [] : [`${call.id}.${field}: ${read.error.message}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  it('every path field of every served call is named', () => {
    const fields = ['agentPathsId', 'parentPathsId', 'seat', 'agentPathsIds']
    const missing = served.flatMap((call) =>
      fields
        .filter((field) => field in call.request.shape && !(fixtureOf(call).paths ?? []).includes(field))
        .map((field) => `${call.id}.${field}`),
    )
    expect(missing).toEqual([])
  })
})

describe('without a session', () => {
  kindOf('no session')
  it.each(sessionCalls.map((call) => [call.id, call] as const))('%s', async (_id, call) => {
    const answers = [
      await send(call, null, inputAbout(call, tree.agent.pathId)),
      await send(call, { token: 'x'.repeat(43), pathId: tree.agent.pathId, roleType: 2 }, {}),
    ]
    expect(answers.map((answer) => [answer.status, answer.code])).toEqual([
      [401, 401],
      [401, 401],
    ])
  })

  it.each(served.filter((call) => call.auth === 'signed').map((call) => [call.id, call] as const))(
    '%s without a signature',
    async (_id, call) => {
      expect((await send(call, people.merchant, inputAbout(call, tree.agent.pathId))).code).toBe(40301)
    },
  )
})

describe('with headers of another session', () => {
  kindOf('foreign headers')
  it.each(sessionCalls.map((call) => [call.id, call] as const))('%s', async (_id, call) => {
    const wrong: Person[] = [
      { ...people.agent, roleType: 1 },
      { ...people.agent, pathId: tree.sibling.pathId },
      { ...people.agent, pathId: tree.member.pathId },
      { ...people.agent, pathId: tree.general.pathId },
      { ...people.agent, pathId: tree.otherAgent.pathId },
      { ...people.agent, pathId: PathId(0) },
      { ...people.agent, pathId: PathId(999_999) },
      { ...people.sub, pathId: tree.sibling.pathId },
    ]
    const answers = await Promise.all(wrong.map((person) => send(call, person, inputAbout(call, tree.agent.pathId))))
    expect(answers.map((answer) => answer.code)).toEqual(wrong.map(() => 40301))
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
  })
})

describe('by permission', () => {
  kindOf('role')
  const calls = answering.filter((call) => call.id !== 'access.logout')

  it.each(calls.map((call) => [call.id, call] as const))('%s', async (_id, call) => {
    const everybody = [
      ['head', holderOf(0, false), tree.head.pathId],
      ['admin', holderOf(0, true), tree.head.pathId],
      ['merchant', holderOf(1, false), tree.merchant.pathId],
      ['general', holderOf(2, false), tree.general.pathId],
      ['agent', holderOf(ROLE.agent, false), tree.agent.pathId],
      [
        'sub',
        holderOf(3, false, [PERMISSION.reports, PERMISSION.reportDetails, PERMISSION.merchants], true),
        tree.agent.pathId,
      ],
      ['emptySub', holderOf(3, false, [], true), tree.agent.pathId],
    ] as const
    for (const [name, holder, pathId] of everybody) {
      const answer = await send(call, people[name], inputAbout(call, pathId))
      const reach = reachOf(call, holder)
      expect([name, answer.code === 40301, answer.status === 401]).toEqual([name, reach === 'none', false])
    }
  })

  const reaching = calls.filter((call) => call.ownPermission !== undefined && (fixtureOf(call).paths ?? []).length > 0)
  it.each(reaching.map((call) => [call.id, call] as const))('%s about the caller itself only', async (_id, call) => {
    const holder = holderOf(3, false, [], true)
    const own = reachOf(call, holder)
    const about = (id: PathId) => send(call, people.emptySub, inputAbout(call, id))
    expect((await about(tree.member.pathId)).code).toBe(40301)
    expect((await about(tree.agent.pathId)).code === 40301).toBe(own === 'none')
    // A caller without any reach must not be able to tell a path outside from one inside.
    expect((await about(tree.sibling.pathId)).code).toBe(own === 'none' ? 40301 : 40401)
  })
})

describe('by field', () => {
  kindOf('optional field')
  const pairs = answering.flatMap((call) =>
    Object.entries(call.fieldPermissions).map(([field, rule]) => [call.id, field, call, rule] as const),
  )
  const admin = { account: () => tree.head, roleId: ROLE.head, admin: true, person: () => people.admin }
  const agent = { account: () => tree.agent, roleId: ROLE.agent, admin: false, person: () => people.agent }

  /** The whole set of the role (null), or the given part of it. */
  const grant = (accountId: number, ids: readonly number[] | null) =>
    raw.query('update accounts set permission_ids = $2 where id = $1', [accountId, ids])

  it.each(pairs)('%s with %s', async (_id, field, call, rule) => {
    const who = reachOf(call, holderOf(ROLE.agent, false)) === 'any' ? agent : admin
    const { accountId, pathId } = who.account()
    const below = who === agent ? tree.member.pathId : tree.merchant.pathId
    const held = rolePermissions({ roleId: who.roleId, flyOutAllowed: true, admin: who.admin })
    const needed: readonly number[] = [rule.permission].flat().filter((id) => typeof id === 'number')
    expect(needed.length).toBeGreaterThan(0)
    const about = async (id: PathId) =>
      (await send(call, who.person(), withField(call, field, inputAbout(call, id)))).code === 40301
    const without = held.filter((id) => !needed.includes(id))
    await grant(accountId, without)
    const holder = holderOf(who.roleId, who.admin, without)
    const ownOnly = reachOf(call, holder) !== 'none' && reachOf(rule, holder) === 'own'
    const answers = { own: await about(pathId), below: await about(below) }
    await grant(accountId, null)
    const isAboutSomebody = (fixtureOf(call).paths ?? []).length > 0
    expect(answers).toEqual({ own: !ownOnly, below: !ownOnly || isAboutSomebody })
    expect([await about(pathId), await about(below)]).toEqual([false, false])
  })
})

describe('an account that must still choose a password', () => {
  kindOf('owing a password')
  const owe = (owes: boolean) =>
    raw.query('update accounts set must_change_password = $2 where id = any($1)', [
      [tree.agent.accountId, tree.head.accountId],
      owes,
    ])
  beforeAll(() => owe(true))
  afterAll(() => owe(false))

  it.each(answering.filter((call) => call.id !== 'access.logout').map((call) => [call.id, call] as const))(
    '%s',
    async (_id, call) => {
      const isAgents = reachOf(call, holderOf(ROLE.agent, false)) === 'any'
      if (!isAgents && reachOf(call, holderOf(ROLE.head, true)) !== 'any') return
      const [person, about] = isAgents ? [people.agent, tree.agent] : [people.admin, tree.head]
      const answer = await send(call, person, inputAbout(call, about.pathId))
      if (call.whenFrozen === 'refused') expect([answer.code, answer.message]).toEqual([42207, PASSWORDS_DUE])
      else expect(answer.message).not.toBe(PASSWORDS_DUE)
    },
  )

  it('cannot reset the password of a downline', async () => {
    const call = ENDPOINTS.find((one) => one.id === 'access.updatePassword') as Endpoint
    const answer = await send(call, people.agent, inputAbout(call, tree.member.pathId))
    expect(answer.message).toBe(PASSWORDS_DUE)
  })
})

describe('a second path', () => {
  kindOf('second path')
  const calls = answering.filter((call) => (fixtureOf(call).paths ?? []).length > 0)

  it.each(calls.map((call) => [call.id, call] as const))('%s', async (_id, call) => {
    if (reachOf(call, holderOf(ROLE.agent, false)) !== 'any') return
    const here = { ...people.agent, pathId: second.pathId }
    // When it acts for one path, the other path and everything below it do not exist; the parent of the second path
    // sees nothing of the first.
    const outside = [
      [here, tree.agent.pathId],
      [here, tree.member.pathId],
      [people.agent, second.pathId],
      [people.cousin, tree.agent.pathId],
    ] as const
    const answers = await Promise.all(outside.map(([person, id]) => send(call, person, inputAbout(call, id))))
    expect(answers.map((answer) => answer.code)).toEqual(outside.map(() => 40401))
  })
})

describe('outside the downline', () => {
  kindOf('downline')
  const calls = answering.filter((call) => (fixtureOf(call).paths ?? []).length > 0)
  const pairs = calls.flatMap((call) => (fixtureOf(call).paths ?? []).map((field) => [call.id, field, call] as const))

  it.each(pairs)('%s by %s', async (_id, field, call) => {
    const about = (person: Person, id: number) => send(call, person, withPath(fixtureOf(call).input, field, id))
    const { head, merchant, general, agent, sibling, member, nephew, otherMerchant, otherAgent } = tree
    // Each that may make the call at all, with its parents, siblings, the other merchant and a path that nobody has.
    const callers = [
      [people.agent, agent, [sibling, nephew, general, merchant, head, otherAgent, otherMerchant]],
      [people.sub, agent, [sibling, nephew, general, merchant, head, otherAgent, otherMerchant]],
      [people.general, general, [merchant, head, second, otherAgent, otherMerchant]],
      [people.merchant, merchant, [head, otherAgent, otherMerchant]],
      [people.outsider, otherAgent, [otherMerchant, head, merchant, general, agent, member]],
    ] as const
    const outside: [Person, number][] = []
    for (const [person, own, others] of callers) {
      if ((await about(person, own.pathId)).code === 40301) continue
      outside.push(...[...others.map(({ pathId }) => pathId), 999_999].map((id): [Person, number] => [person, id]))
    }
    if (outside.length === 0) return
    const answers = await Promise.all(outside.map(([person, id]) => about(person, id)))
    expect(answers.map((answer) => answer.code)).toEqual(outside.map(() => 40401))
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    if ((await about(people.agent, agent.pathId)).code === 40301) return
    const inside = [
      [people.agent, tree.agent.pathId],
      [people.general, tree.sibling.pathId],
      [people.merchant, tree.agent.pathId],
      [people.head, tree.otherAgent.pathId],
      [people.agent, tree.member.pathId],
      [people.general, tree.nephew.pathId],
    ] as const
    const { mayBeMissing, holdersOnly = [] } = fixtureOf(call)
    if (mayBeMissing) return
    for (const [person, id] of holdersOnly.includes(field) ? inside.slice(0, 4) : inside)
      expect((await about(person, id)).code).not.toBe(40401)
  })
})

describe('a frozen path', () => {
  kindOf('frozen')
  beforeAll(() => raw.query('update paths set status = 4 where id = $1', [tree.general.pathId]))
  afterAll(() => raw.query('update paths set status = 1 where id = $1', [tree.general.pathId]))

  it.each(answering.filter((call) => call.id !== 'access.logout').map((call) => [call.id, call] as const))(
    '%s',
    async (_id, call) => {
      const frozen = await send(call, people.sibling, inputAbout(call, tree.sibling.pathId))
      const itself = await send(call, people.general, inputAbout(call, tree.general.pathId))
      const isRefused = call.whenFrozen === 'refused'
      expect([frozen.code === 40007, itself.code === 40007]).toEqual([isRefused, isRefused])
    },
  )
})

describe('a session that only looks into an account', () => {
  kindOf('looking')
  let looker: Person
  beforeAll(async () => {
    const { accountId, pathId } = tree.merchant
    looker = await signedIn(pool, { accountId, pathId, now })
    await raw.query('update sessions set looker_id = $1 where token_hash = $2', [
      tree.head.accountId,
      hashToken(looker.token),
    ])
  })
  const isRead = (call: Endpoint): boolean =>
    !call.write && !['access.checkValidator', 'access.unlockScreen'].includes(call.id)
  const before = async () => (await raw.query('select count(*)::integer as n from change_log')).rows[0] as { n: number }

  it.each(answering.filter((call) => call.id !== 'access.logout').map((call) => [call.id, call] as const))(
    '%s',
    async (_id, call) => {
      const lines = await before()
      const answer = await send(call, looker, fixtureOf(call).input)
      if (isRead(call)) expect(answer.message).not.toBe('只读查看中，不能执行此操作')
      else expect(answer).toMatchObject({ code: 40301, message: '只读查看中，不能执行此操作' })
      expect(await before()).toEqual(lines)
    },
  )

  it.each(answering.filter(({ exportable }) => exportable).map((call) => [call.id, call] as const))(
    '%s as a file',
    async (_id, call) => {
      const files = async () => (await raw.query('select count(*)::integer as n from exports')).rows[0] as { n: number }
      const started = await files()
      const answer = await send(call, looker, { ...fixtureOf(call).input, export: 'csv' })
      // A list that the account may not read, or that needs a path, is refused before.
      expect([40301, 40001]).toContain(answer.code)
      expect(await files()).toEqual(started)
    },
  )
})

describe('a disabled path', () => {
  kindOf('disabled')
  it('ends the sessions of everybody below at their next call, and no others', async () => {
    const call = ENDPOINTS.find((one) => one.id === 'ledger.balance') as Endpoint
    const at = (made: { accountId: number; pathId: PathId }) => signedIn(pool, { ...made, now })
    const [below, beside] = [await at(tree.sibling), await at(tree.otherAgent)]
    await raw.query('update paths set status = 2 where id = $1', [tree.general.pathId])
    expect((await send(call, below, {})).status).toBe(401)
    expect((await send(call, beside, {})).code).toBe(200)
    await raw.query('update paths set status = 1 where id = $1', [tree.general.pathId])
    expect((await send(call, below, {})).status).toBe(401)
    const ended = await raw.query(`select count(*)::integer as n from sessions where ended_why = 'disabled'`)
    expect(ended.rows[0]).toEqual({ n: 1 })
  })
})
