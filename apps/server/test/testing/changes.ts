import type { WriteCallId } from '@strata/contract/calls'
import type { Endpoint } from '@strata/contract/endpoint'
import { ENDPOINTS } from '@strata/contract/endpoints'
import { PERMISSION } from '@strata/contract/permissions'
import { sealPassword } from '@strata/contract/wrapper'
import { calendarDay } from '@strata/domain/calendar'
import { GameId, GroupId, MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import type { FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { addSubAccount } from '../../src/access/sub-accounts/new-accounts.ts'
import { type Answered, callApp, headersOf, type Person, signedIn } from '../../src/access/testing/person.ts'
import {
  growSmallTree,
  made,
  PASSWORD,
  type SmallTree,
  TRANSFER_PASSWORD,
  TREE_AT,
} from '../../src/access/testing/small-tree.ts'
import { wholeServer } from '../../src/access/testing/whole-server.ts'
import { GamesReader } from '../../src/book/open-games/read-open-games.ts'
import { insertExport } from '../../src/exports/store.ts'
import { advancePeriods, planPeriods } from '../../src/games/periods/plan-periods.ts'
import { takeBets } from '../../src/intake/decide-batch.ts'
import { tellTouched } from '../../src/notices/alerts/tell-corrections.ts'
import { row, runTx } from '../../src/platform/db.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { createSecrets } from '../../src/platform/secrets.ts'
import type { TestDatabase } from '../../src/platform/testing/test-database.ts'
import { registerBook } from '../../src/replenishment/fly-out/outside-books.ts'
import { bookKeyPurpose } from '../../src/settings/store-fly-out-accounts.ts'
import { settleWholePeriod } from '../../src/settlement/settle/settle.ts'
import { SnapshotCache } from '../../src/tree/snapshot/merchant-snapshot.ts'
import { runBulk } from '../../src/tree/terms/change-terms-of-many.ts'

/** A valid request of every changing call, made from the current state. */

const SIX = GameId(3)
const DIGITS = GameId(1)
const DAY_MS = 86_400_000

/**
 * The first start needs a database without accounts, which no other change has:
 * apps/server/src/admin/first-start/first-start.pg.test.ts makes it and looks at its line.
 */
export type TestedCallId = Exclude<WriteCallId, 'admin.firstStartFinish'>

const OPERATOR = [
  PERMISSION.games,
  PERMISSION.openPeriods,
  PERMISSION.enterResults,
  PERMISSION.confirmResults,
  PERMISSION.correctResults,
]

export type Who = 'head' | 'admin' | 'second' | 'merchant' | 'general' | 'agent'
type Input = Readonly<Record<string, unknown>>

export interface Change {
  readonly by: Who
  readonly input: Input
  /** Runs the job that finishes the change. */
  readonly after?: (data: unknown) => Promise<void>
}

const CALLS = new Map<string, Endpoint>(ENDPOINTS.map((call) => [call.id, call]))

export class ChangeWorld {
  readonly #database: Pick<TestDatabase, 'pool' | 'raw' | 'url'>
  readonly tree: SmallTree
  now = TREE_AT + 3_600_000
  #count = 0
  /** A second platform operator, because nobody may confirm an own entry. */
  #second = { accountId: 0, pathId: PathId(0) }
  app!: FastifyInstance
  platform!: Platform

  private constructor(database: Pick<TestDatabase, 'pool' | 'raw' | 'url'>, tree: SmallTree) {
    this.#database = database
    this.tree = tree
  }

  static async open(database: Pick<TestDatabase, 'pool' | 'raw' | 'url'>): Promise<ChangeWorld> {
    const world = new ChangeWorld(database, await growSmallTree(database.pool))
    const { pool, raw } = database
    Object.assign(world, await wholeServer(database, () => world.now))
    await raw.query('create table if not exists orders_rest partition of orders default')
    await raw.query('update wallets set quota = 10000000000, balance = 10000000000')
    await raw.query(`update games set result_source = 'manual' where id = $1`, [DIGITS])
    const secret = createSecrets(world.platform.config.keys).seal('k'.repeat(16), bookKeyPurpose('海天'))
    await registerBook(pool, { name: '海天', baseUrl: 'http://127.0.0.1:9/', keyId: 'strata', secret }, world.now)
    const { accountId, pathId } = world.tree.head
    const main = { id: accountId, merchantId: MerchantId(0), accountType: 1 as const }
    const login = { name: 'opsub01', passwordHash: 'x', transferHash: 'x', permissionIds: OPERATOR }
    const second = await runTx(pool, {}, (tx) => addSubAccount(tx, { ...login, main, at: world.now }))
    world.#second = { accountId: made(second).accountId, pathId }
    await world.#advance()
    return world
  }

  get #periods() {
    return { pool: this.#database.pool, clock: () => this.now, onResult: async () => undefined }
  }

  async #advance(): Promise<void> {
    await planPeriods(this.#periods)
    await advancePeriods(this.#periods)
  }

  next(): number {
    this.#count += 1
    return this.#count
  }

  seal = (password: string): string =>
    sealPassword({ password, appSecret: this.platform.config.appSecret, nowMs: this.now })

  /** A new session for each call, so that no call can end the session of the next. */
  person(who: Who): Promise<Person> {
    const { tree, now } = this
    const isOperator = who === 'head' || who === 'admin'
    const seat = who === 'second' ? this.#second : isOperator ? tree.head : tree[who]
    const roleType = who === 'admin' || who === 'second' ? 1 : 2
    return signedIn(this.#database.pool, { ...seat, roleType, now })
  }

  async send(id: string, { by, input }: Pick<Change, 'by' | 'input'>): Promise<Answered> {
    const call = CALLS.get(id)
    if (!call) throw new Error(id)
    return callApp(this.app, {
      method: call.method,
      path: call.path,
      input,
      headers: headersOf(await this.person(by)),
    })
  }

  /** Makes a call that must succeed, and returns its data. */
  async ask<T>(id: string, by: Who, input: Input): Promise<T> {
    const answer = await this.send(id, { by, input })
    if (answer.code !== 200) throw new Error(`${id}: ${answer.text}`)
    return answer.data as T
  }

  raw(text: string, values: unknown[] = []) {
    return this.#database.raw.query(text, values)
  }

  requestId = (): string => `change-${this.next()}`

  settings = async (by: Who, more: Input = {}): Promise<number> =>
    (await this.ask<{ version: number }>('replenishment.query', by, { gameId: SIX, ...more })).version

  newName = (): string => `made${String(this.next()).padStart(4, '0')}`

  async newAgent(): Promise<{ agentPathsId: PathId; accountId: number }> {
    return this.ask('tree.createAgent', 'general', this.agentWish())
  }

  agentWish = (): Input => ({
    roleId: 3,
    accountName: this.newName(),
    password: this.seal('Welcome2026'),
    requestId: this.requestId(),
  })

  memberWish = (): Input => ({
    pankou: 'C',
    accountName: this.newName(),
    password: this.seal('Welcome2026'),
    requestId: this.requestId(),
  })

  funds = (agentPathsId: PathId): Input => ({
    agentPathsId,
    amount: '1',
    kind: 'credit',
    transferPassword: this.seal(TRANSFER_PASSWORD),
    requestId: this.requestId(),
  })

  async open(gameId: GameId): Promise<{ id: number; periodNo: string; drawAt: number }> {
    await this.#advance()
    const found = await row<{ id: number; period_no: string; draw_at: bigint }>(
      this.#database.raw,
      `select id, period_no, draw_at from periods where game_id = $1 and state = 'open' and close_at > $2
        order by close_at limit 1`,
      [gameId, this.now],
    )
    return { id: found.id, periodNo: found.period_no, drawAt: Number(found.draw_at) }
  }

  /** Places a bet of mem0001 at the current price; returns the order number. */
  async bet(gameId: GameId, periodNo: string, playCode: string, itemCode: string): Promise<string> {
    const { pool } = this.#database
    const clock = () => this.now
    const deps = {
      pool,
      live: this.platform.live,
      clock,
      snapshots: new SnapshotCache(),
      openGames: new GamesReader(clock).open,
    }
    let odds = '1'
    for (;;) {
      const callId = this.next()
      const slip = { callId, betNo: `c${callId}`, account: 'mem0001', gameId, periodNo, playCode, itemCode }
      const [answer] = await takeBets(deps, this.tree.merchant.merchantId, [
        { ...slip, pankou: undefined, stake: '1000', odds },
      ])
      if (answer?.kind === 'accepted') return String(answer.order.id)
      if (answer?.kind !== 'refused' || answer.quote === undefined) throw new Error(JSON.stringify(answer?.kind))
      odds = answer.quote as string
    }
  }

  /** A closed period that waits for its result, with a bet of the member. */
  async closed(): Promise<{ id: number; periodNo: string }> {
    const period = await this.open(DIGITS)
    await this.bet(DIGITS, period.periodNo, 'B1_LM', 'DA')
    this.now = period.drawAt
    await advancePeriods(this.#periods)
    return period
  }

  async entered(): Promise<{ id: number; periodNo: string }> {
    const period = await this.closed()
    await this.ask('settlement.drawEnter', 'admin', { gameId: DIGITS, periodNo: period.periodNo, result: FIRST })
    return period
  }

  async settled(): Promise<{ id: number; periodNo: string }> {
    const period = await this.entered()
    await this.ask('settlement.drawConfirm', 'second', { gameId: DIGITS, periodNo: period.periodNo, result: FIRST })
    const onTouched = tellTouched(this.platform.live)
    const { pool } = this.#database
    await settleWholePeriod({ pool, clock: () => this.now, live: this.platform.live, onTouched }, PeriodId(period.id))
    return period
  }

  /** An order that the agent flew out to a book which has not answered yet. */
  async flyOut(): Promise<string> {
    const { periodNo } = await this.open(SIX)
    const pilotId = await this.pilot()
    await this.ask('replenishment.pilotOutSet', 'agent', await this.flyOutWish(PathId(pilotId), false))
    await this.raw('update link_terms set accept_type = 4 where path_id = $1', [this.tree.agent.pathId])
    await this.raw('update merchants set config_version = config_version + 1')
    const itemCode = String((this.next() % 40) + 1).padStart(2, '0')
    await this.bet(SIX, periodNo, 'TMA', itemCode)
    await this.ask('replenishment.manualBet', 'agent', {
      gameId: SIX,
      periodNo,
      orders: [{ playCode: 'TMA', itemCode, amount: '10' }],
      requestId: this.requestId(),
    })
    const { items } = await this.ask<{ items: { id: string }[] }>('replenishment.pilotOutOrderQuery', 'agent', {})
    const [first] = items
    if (!first) throw new Error('no order flew out')
    return first.id
  }

  flyOutAccountWish = async (): Promise<Input> => {
    const { books } = await this.ask<{ books: { bookId: number }[] }>('replenishment.pilotBooks', 'agent', {})
    return {
      accountName: this.newName(),
      nickname: '海天',
      connector: 'http',
      bookId: books[0]?.bookId,
      oddsDiscount: '0',
      commission: '0',
      maxPerItem: null,
      status: 1,
      requestId: this.requestId(),
    }
  }

  pilot = async (): Promise<number> =>
    (await this.ask<{ pilotId: PathId }>('replenishment.pilotCreate', 'agent', await this.flyOutAccountWish())).pilotId

  async flyOutWish(pilotId: PathId, enabled: boolean): Promise<Input> {
    const group = {
      groupId: GroupId(301),
      enabled,
      holdLimit: '90000',
      unit: '1',
      mode: 'stake',
      maxLoss: null,
      items: [],
    }
    return { gameId: SIX, version: await this.settings('agent'), auto: [{ ...group, pilotId }] }
  }

  group = async (): Promise<number> =>
    (await this.ask<{ groupId: GroupId }>('groups.addGroup', 'agent', this.groupWish())).groupId

  groupWish = (): Input => ({
    groupName: `群${this.next()}`,
    channel: 'telegram',
    channelId: `-100${this.next()}`,
    pankou: 'C',
    gameIds: [SIX],
    requestId: this.requestId(),
  })

  noticeWish = (): Input => ({
    content: `公告${this.next()}`,
    level: 'info',
    audience: 'agent',
    merchantIds: [],
    roles: [],
    from: null,
    until: null,
    requestId: this.requestId(),
  })
  notice = async (): Promise<number> =>
    (await this.ask<{ id: number }>('admin.noticeCreate', 'admin', this.noticeWish())).id

  sub = async (id: 'sub-accounts.create' | 'admin.userCreate', by: Who): Promise<number> =>
    (await this.ask<{ accountId: number }>(id, by, this.subWish())).accountId
  subWish = (): Input => ({
    accountName: this.newName(),
    password: this.seal(PASSWORD),
    moduleIds: [PERMISSION.profile],
  })

  totp = (secret: string): string =>
    new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({ timestamp: this.now })

  /** The merchant's second factor: set up, or active. */
  async validator(isOn: boolean): Promise<{ secret: string; recovery: string }> {
    this.now += 60_000
    await this.raw('update accounts set totp_secret = null where id = $1', [this.tree.merchant.accountId])
    const { secret } = await this.ask<{ secret: string }>('access.validatorSetup', 'merchant', {})
    if (!isOn) return { secret, recovery: '' }
    const { recoveryCodes } = await this.ask<{ recoveryCodes: string[] }>('access.validatorEnable', 'merchant', {
      verifyCode: this.totp(secret),
      password: this.seal(PASSWORD),
    })
    return { secret, recovery: recoveryCodes[0] ?? '' }
  }

  /** An export that the agent requested and that no job has started. */
  async waitingExport(): Promise<number> {
    const { accountId, pathId, merchantId } = this.tree.agent
    const { now } = this
    const about = { merchantId, accountId, pathId, roleType: 2 as const, list: 'tree.agentQuery', input: {} }
    const file = { fileName: 'x.csv', format: 'csv' as const, total: null, createdAt: now, expiresAt: now + DAY_MS }
    const limits = { unfinished: 1_000, bytes: 1_000_000 }
    const found = await runTx(this.#database.pool, {}, (tx) => insertExport(tx, { ...about, ...file }, limits))
    if (!found) throw new Error('no export was stored')
    return found.id
  }

  /** Settles a period and moves the clock to the day after it. */
  async dayOver(): Promise<{ day: string; due: string }> {
    const { id } = await this.settled()
    const found = await this.raw('select day::text from periods where id = $1', [id])
    const { day } = found.rows[0] as { day: string }
    this.now += DAY_MS
    const range = { agentPathsId: this.tree.general.pathId, from: day, to: day }
    const { due } = await this.ask<{ due: string }>('reports.settlingUpDays', 'merchant', range)
    return { day, due }
  }

  bulk = async (data: unknown): Promise<void> => {
    await runBulk(this.platform, this.tree.merchant.merchantId, BigInt((data as { bulkId: string }).bulkId))
  }
}

const FIRST = [9, 1, 2, 3, 4]
const SECOND = [2, 1, 2, 3, 4]

const mark = async (world: ChangeWorld): Promise<Input> => {
  const { day, due } = await world.dayOver()
  return { agentPathsId: world.tree.general.pathId, from: day, to: day, amount: due, requestId: world.requestId() }
}

const channelVersion = async (world: ChangeWorld): Promise<{ version: number }> => {
  const { version } = await world.ask<{ version: number }>('admin.channelQuery', 'admin', {})
  return { version }
}

const terms = async (world: ChangeWorld, by: Who, agentPathsId: PathId): Promise<number> =>
  (await world.ask<{ version: number }>('tree.getGameInfos', by, { agentPathsId })).version

const newSource = (world: ChangeWorld) => ({
  sourceCode: `feed-${world.next()}`,
  sourceName: '试用来源',
  gameIds: [DIGITS],
  allowedIps: [],
})

const merchantWish = (world: ChangeWorld): Input => ({
  accountName: world.newName(),
  password: world.seal(PASSWORD),
  code: `code-${world.next()}`,
  fundMode: 'credit',
  requestId: world.requestId(),
})

const newMerchant = async (world: ChangeWorld): Promise<number> =>
  (await world.ask<{ agentPathsId: PathId }>('admin.merchantCreate', 'admin', merchantWish(world))).agentPathsId

/** In a fixed order, those that move the clock furthest last. */
export const CHANGES: Readonly<Record<TestedCallId, (world: ChangeWorld) => Promise<Change>>> = {
  'access.sessionRevoke': async (world) => {
    await world.person('general')
    const devices = await world.ask<{ sessionId: number; current: boolean }[]>('access.sessionQuery', 'general', {})
    return { by: 'general', input: { sessionId: devices.find(({ current }) => !current)?.sessionId } }
  },
  'access.updateAccountInfo': async (world) => ({
    by: 'agent',
    input: { agentPathsId: world.tree.member.pathId, nickname: `会员${world.next()}` },
  }),
  'access.updatePassword': async (world) => ({
    by: 'general',
    input: { agentPathsId: world.tree.sibling.pathId, newPassword: world.seal('Other2026') },
  }),
  'access.validatorSetup': async (world) => {
    await world.validator(false)
    return { by: 'merchant', input: {} }
  },
  'access.validatorEnable': async (world) => {
    const { secret } = await world.validator(false)
    return { by: 'merchant', input: { verifyCode: world.totp(secret), password: world.seal(PASSWORD) } }
  },
  'access.validatorDisable': async (world) => {
    const { recovery } = await world.validator(true)
    return { by: 'merchant', input: { verifyCode: recovery, password: world.seal(PASSWORD) } }
  },
  'access.validatorReset': async (world) => {
    await world.validator(true)
    return { by: 'head', input: { agentPathsId: world.tree.merchant.pathId } }
  },
  'sub-accounts.create': async (world) => ({ by: 'general', input: world.subWish() }),
  'sub-accounts.update': async (world) => ({
    by: 'general',
    input: { accountId: await world.sub('sub-accounts.create', 'general'), nickname: '新' },
  }),
  'sub-accounts.updateStatus': async (world) => ({
    by: 'general',
    input: { accountId: await world.sub('sub-accounts.create', 'general'), status: 2 },
  }),
  'tree.createAgent': async (world) => ({ by: 'general', input: world.agentWish() }),
  'tree.createMember': async (world) => ({ by: 'agent', input: world.memberWish() }),
  'tree.importAccounts': async (world) => {
    const item = { roleId: 10001, accountName: world.newName(), pankou: 'C', terms: 0 }
    const asked = { terms: [{ games: [] }] }
    const seen = { ...asked, items: [item], preview: true }
    const { confirm } = await world.ask<{ confirm: string }>('tree.importAccounts', 'agent', seen)
    return { by: 'agent', input: { ...asked, items: [{ ...item, password: world.seal('Welcome2026') }], confirm } }
  },
  'tree.setTerms': async (world) => {
    const { agentPathsId } = await world.newAgent()
    const games = [{ gameId: SIX, plays: [{ groupId: GroupId(301), commission: { C: '0.9' } }] }]
    const input = { agentPathsId, version: await terms(world, 'general', agentPathsId), games }
    return { by: 'general', input }
  },
  'tree.limitsSet': async (world) => {
    const { agentPathsId } = await world.newAgent()
    const plays = [{ groupId: GroupId(301), maxItem: '77' }]
    const items = [{ agentPathsId, version: await terms(world, 'general', agentPathsId), plays }]
    const asked = { gameId: SIX, items }
    const { confirm } = await world.ask<{ confirm: string }>('tree.limitsSet', 'general', { ...asked, preview: true })
    return { by: 'general', input: { ...asked, confirm } }
  },
  'tree.setTermsMany': async (world) => {
    const { agentPathsId } = await world.newAgent()
    const games = [{ gameId: SIX, plays: [{ groupId: GroupId(301), commission: { C: '0.8' } }] }]
    return { by: 'general', input: { agentPathsIds: [agentPathsId], games }, after: world.bulk }
  },
  'tree.updateStatus': async (world) => ({
    by: 'general',
    input: { agentPathsId: (await world.newAgent()).agentPathsId, status: 4 },
  }),
  'tree.upgradeToAgent': async (world) => {
    const member = await world.ask<{ agentPathsId: PathId }>('tree.createMember', 'general', world.memberWish())
    const input = { agentPathsId: member.agentPathsId, games: [{ gameId: GameId(0), downlineCap: '10' }] }
    return { by: 'general', input: { ...input, requestId: world.requestId() } }
  },
  'admin.bookCreate': async (world) => ({
    by: 'admin',
    input: {
      name: `盘${world.next()}`,
      baseUrl: 'https://book.example/',
      keyId: 'strata',
      secret: world.seal('k'.repeat(20)),
    },
  }),
  'admin.bookUpdate': async (world) => {
    const { items } = await world.ask<{ items: { bookId: number; version: number; enabled: boolean }[] }>(
      'admin.bookQuery',
      'admin',
      {},
    )
    const { bookId = 0, version = 0 } = items[0] ?? {}
    return { by: 'admin', input: { bookId, version, keyId: `key${world.next()}` } }
  },
  'admin.bookTrial': async (world) => {
    const { items } = await world.ask<{ items: { bookId: number }[] }>('admin.bookQuery', 'admin', {})
    return { by: 'admin', input: { bookId: items[0]?.bookId ?? 0 } }
  },
  'admin.channelBotSet': async (world) => ({
    by: 'admin',
    input: {
      ...(await channelVersion(world)),
      baseUrl: 'https://bot.example/',
      secret: world.seal(`token-of-bot-${world.next()}`),
    },
  }),
  'admin.channelMailSet': async (world) => ({
    by: 'admin',
    input: {
      ...(await channelVersion(world)),
      host: `mail${world.next()}.example`,
      port: 465,
      sender: 'no-reply@example.com',
    },
  }),
  'admin.channelTrial': async (world) => {
    const bot = { baseUrl: 'https://127.0.0.1:9/', secret: world.seal('token-of-a-bot') }
    await world.ask('admin.channelBotSet', 'admin', { ...(await channelVersion(world)), ...bot })
    return { by: 'admin', input: { channel: 'bot', contact: 'telegram:123456' } }
  },
  'admin.jobRetry': async (world) => {
    const job = `select id from graphile_worker.add_job('exports:write', '{}', run_at => now() + interval '1 day')`
    return { by: 'admin', input: { jobId: String((await world.raw(job)).rows[0]?.id) } }
  },
  'admin.verifyStart': async (world) => {
    await world.raw(`update verify_runs set state = 'broken'`)
    return { by: 'admin', input: {} }
  },
  'ledger.agentTransfer': async (world) => ({ by: 'agent', input: world.funds(world.tree.member.pathId) }),
  'ledger.merchantTransfer': async (world) => ({ by: 'head', input: world.funds(world.tree.merchant.pathId) }),
  'ledger.agentRecovery': async (world) => ({ by: 'agent', input: world.funds(world.tree.member.pathId) }),
  'book.warningSet': async (world) => ({
    by: 'agent',
    input: {
      gameId: SIX,
      version: await world.settings('agent'),
      items: [{ groupId: GroupId(301), amount: String(1000 + world.next()), loss: null }],
    },
  }),
  'book.oddsDropSet': async (world) => ({
    by: 'admin',
    input: {
      gameId: SIX,
      version: (await world.ask<{ version: number }>('book.oddsDropQuery', 'admin', { gameId: SIX })).version,
      items: [
        { playCode: 'TMA', key: null, steps: [{ stake: String(9000 + world.next()), drop: '0.5', floor: '40' }] },
      ],
    },
  }),
  'book.oddsDropReset': async (world) => {
    const { id, periodNo } = await world.open(SIX)
    await world.raw(
      `insert into price_drops (period_id, play, price_key, drop_odds, cause, at) values ($1, 'TMA', '09', 5000, 'stake', 0)`,
      [id],
    )
    return { by: 'admin', input: { gameId: SIX, periodNo, items: [{ playCode: 'TMA', key: '09' }] } }
  },
  'replenishment.xxSet': async (world) => {
    const { agentPathsId } = await world.newAgent()
    const version = await terms(world, 'general', agentPathsId)
    const maxFill = [{ groupId: GroupId(303), maxFill: '50' }]
    return { by: 'general', input: { items: [{ agentPathsId, version, gameId: SIX, maxFill }] } }
  },
  'replenishment.autoConfigSet': async (world) => ({
    by: 'agent',
    input: {
      gameId: SIX,
      version: await world.settings('agent'),
      sendLimits: [{ groupId: GroupId(301), limit: String(90_000 + world.next()) }],
    },
  }),
  'replenishment.manualConfigSet': async (world) => ({
    by: 'agent',
    input: {
      gameId: SIX,
      version: await world.settings('agent'),
      manual: [{ groupId: GroupId(302), enabled: true, unit: String(1 + world.next()) }],
    },
  }),
  'replenishment.stop': async (world) => {
    await world.ask('replenishment.pilotOutSet', 'agent', await world.flyOutWish(PathId(await world.pilot()), true))
    return { by: 'agent', input: { gameId: SIX } }
  },
  'replenishment.pilotOutXxSet': async (world) => {
    const { agentPathsId } = await world.newAgent()
    const version = await terms(world, 'general', agentPathsId)
    return { by: 'general', input: { items: [{ agentPathsId, version, isAllowPilotOut: true }] } }
  },
  'replenishment.pilotCreate': async (world) => ({ by: 'agent', input: await world.flyOutAccountWish() }),
  'replenishment.pilotUpdate': async (world) => ({
    by: 'agent',
    input: { pilotId: await world.pilot(), nickname: `新${world.next()}` },
  }),
  'replenishment.pilotOutSet': async (world) => ({
    by: 'agent',
    input: await world.flyOutWish(PathId(await world.pilot()), false),
  }),
  'replenishment.manualBet': async (world) => {
    await world.flyOut()
    const { periodNo } = await world.open(SIX)
    await world.bet(SIX, periodNo, 'TMA', '49')
    const orders = [{ playCode: 'TMA', itemCode: '49', amount: '1' }]
    return { by: 'agent', input: { gameId: SIX, periodNo, orders, requestId: world.requestId() } }
  },
  'replenishment.pilotOutOrderResend': async (world) => ({ by: 'agent', input: { id: await world.flyOut() } }),
  'replenishment.pilotOutOrderConfirm': async (world) => {
    const id = await world.flyOut()
    await world.raw(`update fly_outs set state = 'unknown' where order_id = $1`, [id])
    return { by: 'agent', input: { id, externalNo: 'x1' } }
  },
  'replenishment.pilotOutOrderReject': async (world) => {
    const id = await world.flyOut()
    await world.raw(`update fly_outs set state = 'unknown' where order_id = $1`, [id])
    return { by: 'agent', input: { id, reason: '拒' } }
  },
  'groups.addGroup': async (world) => ({ by: 'agent', input: world.groupWish() }),
  'groups.updateGroup': async (world) => ({
    by: 'agent',
    input: { groupId: await world.group(), remark: `新${world.next()}` },
  }),
  'groups.setGroupMembers': async (world) => ({
    by: 'agent',
    input: { groupId: await world.group(), agentPathsIds: [world.tree.member.pathId] },
  }),
  'groups.createGroupCommand': async (world) => ({
    by: 'agent',
    input: {
      groupId: await world.group(),
      commands: [{ keyword: '说明', action: 'help', enabled: true, reply: '见群公告' }],
    },
  }),
  'reports.exportCancel': async (world) => ({ by: 'agent', input: { exportId: await world.waitingExport() } }),
  'notices.noticeRead': async () => ({ by: 'agent', input: { ids: [1] } }),
  'notices.alertRead': async () => ({ by: 'agent', input: { ids: [1] } }),
  'notices.preferenceSet': async () => ({ by: 'agent', input: { key: 'columns', value: 'x' } }),
  'admin.merchantCreate': async (world) => ({ by: 'admin', input: merchantWish(world) }),
  'admin.merchantMaxFill': async (world) => {
    const agentPathsId = world.tree.otherMerchant.pathId
    const maxFill = [{ groupId: GroupId(303), maxFill: String(90 + world.next()) }]
    const version = await terms(world, 'head', agentPathsId)
    const asked = { items: [{ agentPathsId, version, gameId: SIX, maxFill }] }
    const { confirm } = await world.ask<{ confirm: string }>('admin.merchantMaxFill', 'admin', {
      ...asked,
      preview: true,
    })
    return { by: 'admin', input: { ...asked, confirm } }
  },
  'admin.merchantUpdate': async (world) => ({
    by: 'admin',
    input: { agentPathsId: world.tree.otherMerchant.pathId, nickname: `玖${world.next()}` },
  }),
  'admin.merchantLook': async (world) => ({
    by: 'admin',
    input: { agentPathsId: world.tree.otherMerchant.pathId },
  }),
  'admin.merchantKeyCreate': async (world) => ({
    by: 'admin',
    input: { agentPathsId: await newMerchant(world), requestId: world.requestId() },
  }),
  'admin.merchantKeyRetire': async (world) => ({
    by: 'admin',
    input: { agentPathsId: await newMerchant(world), keyId: 1, isLastKey: true },
  }),
  'admin.userCreate': async (world) => ({ by: 'admin', input: world.subWish() }),
  'admin.userUpdate': async (world) => ({
    by: 'admin',
    input: { accountId: await world.sub('admin.userCreate', 'admin'), nickname: '新' },
  }),
  'admin.userStatus': async (world) => ({
    by: 'admin',
    input: { accountId: await world.sub('admin.userCreate', 'admin'), status: 2 },
  }),
  'admin.userSessionsEnd': async (world) => {
    const accountId = await world.sub('admin.userCreate', 'admin')
    await signedIn(world.platform.pool, { accountId, pathId: world.tree.head.pathId, roleType: 1, now: world.now })
    return { by: 'admin', input: { accountId } }
  },
  'admin.userValidatorReset': async (world) => {
    const accountId = await world.sub('admin.userCreate', 'admin')
    await world.raw(`update accounts set totp_secret = 'sealed' where id = $1`, [accountId])
    return { by: 'admin', input: { accountId } }
  },
  'admin.oddsSet': async (world) => {
    const asked = { gameId: SIX, pankou: 'A', playCode: 'TMA' }
    const { version } = await world.ask<{ version: number }>('admin.oddsQuery', 'admin', asked)
    const prices = [{ playCode: 'TMA', key: '07', quote: `46.${100 + (world.next() % 800)}` }]
    return { by: 'admin', input: { gameId: SIX, pankou: 'A', version, prices } }
  },
  'admin.offsetSet': async (world) => {
    const { version } = await world.ask<{ version: number }>('admin.oddsVersions', 'admin', { gameId: SIX })
    const offset = `0.${100 + (world.next() % 800)}`
    const offsets = [{ playCode: 'TMA', key: '09', offset }]
    return { by: 'admin', input: { gameId: SIX, merchantId: 1, version, offsets } }
  },
  'admin.gameUpdate': async (world) => {
    const games = await world.ask<{ gameId: GameId; version: number }[]>('admin.gameQuery', 'admin', {})
    const version = games.find(({ gameId }) => gameId === SIX)?.version
    return { by: 'admin', input: { gameId: SIX, version, hedgeSeconds: 1 + (world.next() % 5) } }
  },
  'admin.periodClose': async (world) => {
    const { periodNo } = await world.open(GameId(4))
    return { by: 'admin', input: { gameId: GameId(4), periodNo, reason: '停电' } }
  },
  'admin.periodOpen': async (world) => {
    // Each two hours after the one before it.
    const drawAt = world.now + 10 * DAY_MS + (world.next() % 500) * 7_200_000
    const times = { openAt: drawAt - 3_600_000, closeAt: drawAt - 60_000, drawAt }
    return { by: 'admin', input: { gameId: SIX, openings: [{ periodNo: `HAND${world.next()}`, ...times }] } }
  },
  'admin.periodChange': async (world) => {
    const drawAt = world.now + 12 * DAY_MS + (world.next() % 500) * 7_200_000
    const seen = { periodNo: `HAND${world.next()}`, openAt: drawAt - 3_600_000, closeAt: drawAt - 60_000, drawAt }
    await world.ask('admin.periodOpen', 'admin', { gameId: SIX, openings: [seen] })
    const to = { ...seen, closeAt: drawAt - 120_000 }
    return { by: 'admin', input: { gameId: SIX, seen, to, reason: '开奖改期' } }
  },
  'admin.monthSet': async (world) => {
    const asked = { gameId: SIX, month: '2026-05' }
    const { version, template } = await world.ask<{ version: number; template: Input }>(
      'admin.monthQuery',
      'admin',
      asked,
    )
    const hedgeSeconds = 1 + (world.next() % 500)
    return {
      by: 'admin',
      input: { gameId: SIX, version, template: { ...template, hedgeSeconds }, leftOut: [], added: [] },
    }
  },
  'admin.scheduleSet': async (world) => {
    const { version } = await world.ask<{ version: number }>('admin.scheduleQuery', 'admin', { gameId: 2 })
    const fromDay = calendarDay(world.now + 30 * DAY_MS)
    const days = { kind: 'weekly', weekdays: [world.next() % 7], openAt: 36_000, drawAt: 72_000 }
    return { by: 'admin', input: { gameId: 2, version, fromDay, days } }
  },
  'admin.playStop': async () => ({
    by: 'admin',
    input: { gameId: SIX, playCodes: ['LW2', 'LW3'], reason: '赔率核对' },
  }),
  'admin.playResume': async (world) => {
    const playCodes = ['WS']
    const stop = { gameId: SIX, playCodes, reason: '停一下' }
    const { version } = await world.ask<{ version: number }>('admin.playStop', 'admin', stop)
    return { by: 'admin', input: { gameId: SIX, playCodes, version, reason: '已核对' } }
  },
  'admin.sourceCreate': async (world) => ({ by: 'admin', input: newSource(world) }),
  'admin.sourceUpdate': async (world) => {
    const { sourceCode, ...rest } = newSource(world)
    await world.ask('admin.sourceCreate', 'admin', { sourceCode, ...rest })
    return { by: 'admin', input: { sourceCode, version: 1, enabled: false } }
  },
  'admin.sourceRotate': async (world) => {
    const { sourceCode, ...rest } = newSource(world)
    await world.ask('admin.sourceCreate', 'admin', { sourceCode, ...rest })
    return { by: 'admin', input: { sourceCode, version: 1, oldKeyHours: 24 } }
  },
  'admin.maintenanceSet': async (world) => {
    const { version } = await world.ask<{ version: number }>('admin.maintenanceQuery', 'admin', {})
    const message = `升级${world.next()}`
    // Uses another game than the other changes, and a later time.
    const item = { gameId: GameId(4), enabled: true, from: world.now + 90 * DAY_MS, until: null, message }
    return { by: 'admin', input: { version, items: [item] } }
  },
  'admin.noticeCreate': async (world) => ({ by: 'admin', input: world.noticeWish() }),
  'admin.noticeDelete': async (world) => ({ by: 'admin', input: { id: await world.notice() } }),
  'admin.noticeUpdate': async (world) => ({ by: 'admin', input: { id: await world.notice(), content: '改' } }),
  'admin.pankouCommissionSet': async (world) => {
    const asked = { gameId: SIX }
    const { version } = await world.ask<{ version: number }>('admin.pankouSettingQuery', 'admin', asked)
    const commission = [{ groupId: 303, rates: { A: '0', B: `1.${100 + (world.next() % 300)}` } }]
    const wish = { ...asked, version, commission }
    const shown = await world.ask<{ confirm?: string }>('admin.pankouCommissionSet', 'admin', {
      ...wish,
      preview: true,
    })
    return { by: 'admin', input: { ...wish, confirm: shown.confirm } }
  },
  'admin.systemConfigSet': async (world) => {
    const { version } = await world.ask<{ version: number }>('admin.systemConfigQuery', 'admin', {})
    return { by: 'admin', input: { version, items: [{ key: 'platform.name', value: `星河${world.next()}` }] } }
  },
  'settlement.drawEnter': async (world) => {
    const { periodNo } = await world.closed()
    return { by: 'admin', input: { gameId: DIGITS, periodNo, result: FIRST } }
  },
  'settlement.drawConfirm': async (world) => {
    const { periodNo } = await world.entered()
    return { by: 'second', input: { gameId: DIGITS, periodNo, result: FIRST } }
  },
  'settlement.drawCorrect': async (world) => {
    const { periodNo } = await world.settled()
    return { by: 'admin', input: { gameId: DIGITS, periodNo, version: 1, result: SECOND, reason: '误开' } }
  },
  'settlement.gamePeriodVoid': async (world) => {
    const { periodNo } = await world.closed()
    return { by: 'admin', input: { gameId: DIGITS, periodNo, version: 0, reason: '停电' } }
  },
  'settlement.gamePeriodSettle': async (world) => {
    const { periodNo } = await world.settled()
    return { by: 'admin', input: { gameId: DIGITS, periodNo } }
  },
  'settlement.orderVoid': async (world) => {
    const { periodNo } = await world.open(DIGITS)
    const orderNo = await world.bet(DIGITS, periodNo, 'B1_LM', 'DA')
    return { by: 'admin', input: { orderNo, reason: '客诉' } }
  },
  'settlement.proposalDecide': async (world) => {
    const { periodNo } = await world.closed()
    const wish = { gameId: DIGITS, periodNo, version: 0, reason: '停电' }
    const { proposalId } = await world.ask<{ proposalId: string }>('settlement.gamePeriodVoid', 'admin', wish)
    return { by: 'second', input: { proposalId, approve: true } }
  },
  'settlement.proposalWithdraw': async (world) => {
    const { periodNo } = await world.closed()
    const wish = { gameId: DIGITS, periodNo, version: 0, reason: '停电' }
    const { proposalId } = await world.ask<{ proposalId: string }>('settlement.gamePeriodVoid', 'admin', wish)
    return { by: 'admin', input: { proposalId } }
  },
  'reports.settlingUpSet': async (world) => ({ by: 'merchant', input: await mark(world) }),
  'reports.settlingUpSetMany': async (world) => {
    const { agentPathsId, amount, ...range } = await mark(world)
    const { transferPassword } = world.funds(world.tree.general.pathId)
    return { by: 'merchant', input: { ...range, items: [{ agentPathsId, amount }], transferPassword } }
  },
  'reports.settlingUpUndo': async (world) => {
    const { id } = await world.ask<{ id: string }>('reports.settlingUpSet', 'merchant', await mark(world))
    return { by: 'merchant', input: { id, reason: '误记', requestId: world.requestId() } }
  },
}
