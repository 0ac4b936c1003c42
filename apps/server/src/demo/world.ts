import { PERMISSION, rolePermissions } from '@strata/contract/permissions'
import { GameId, GroupId } from '@strata/domain/ids'
import { type Money, money, type Rate, rate, type Share, share, yuan } from '@strata/domain/money'
import { HEAD_LIMITS, type Limits, limitValues } from '@strata/domain/tree/limits'
import { HEAD_TERMS } from '@strata/domain/tree/terms'
import { addSubAccount } from '../access/accounts.ts'
import { hashPassword } from '../access/passwords.ts'
import { registerKnownSource } from '../games/results.ts'
import { issueKey } from '../intake/merchant-keys.ts'
import { type FundMode, transferDown } from '../ledger/wallets.ts'
import { writeNotice } from '../notices/notices.ts'
import { type Pool, runTx, type Tx } from '../platform/db.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Secrets } from '../platform/secrets.ts'
import { changeReplenishment, NO_SETTINGS } from '../settings/replenishment-settings.ts'
import { merchantIdOf } from '../tree/merchants.ts'
import { createAgent, createHead, createMembers, createMerchant, type Made, today } from '../tree/paths.ts'
import { type AcceptType, linkOf, type Pankou, saveLinkTerms, saveShareTerms } from '../tree/terms.ts'
import {
  DEMO_BRANCHES,
  DEMO_PASSWORD,
  DEMO_PLATFORMS,
  DEMO_SECOND_BRANCH,
  DEMO_SOURCE,
  DEMO_TRANSFER_PASSWORD,
  memberName,
} from './facts.ts'
import { addFlyOuts } from './fly-outs.ts'

/** Terms of a link in the demo: share in whole percent, commission by pankou in thousandths of a percent. */
interface DemoTerms {
  readonly uplinePercent: number
  readonly capPercent: number
  readonly commission: Readonly<Partial<Record<Pankou, number>>>
  readonly acceptType: AcceptType
}

const percent = (value: number): Share => share(BigInt(value) * 100n)

/** Commission of merchants, general agents, agents and members; pankou C as in the worked example of the rules. */
const COMMISSIONS = {
  merchant: { B: 1250, C: 2500, D: 4000 },
  general: { B: 1000, C: 2000, D: 3500 },
  agent: { B: 750, C: 1500, D: 3000 },
  member: { B: 500, C: 1000, D: 2500 },
} as const

const rates = (table: Readonly<Partial<Record<Pankou, number>>>): Partial<Record<Pankou, Rate>> =>
  Object.fromEntries(Object.entries(table).map(([letter, value]) => [letter, rate(BigInt(value))]))

interface Nodes {
  readonly head: Made
  readonly operator: { id: number; name: string; ip: string }
  readonly hashes: { passwordHash: string; transferHash: string }
  readonly at: number
}

const made = <T>(result: T | Refusal): T => {
  if (result instanceof Refusal) throw new Error(`the demo world was refused: ${result.name}`)
  return result
}

/** A bettor's limits are a tenth of the head's, which everybody else has. */
const BETTOR_LIMITS: Limits = limitValues(({ name, bound }) => {
  const limit = HEAD_LIMITS[name]
  return limit === null || bound === 'floor' ? limit : money(limit / 10n)
})

async function setTerms(
  tx: Tx,
  node: Made,
  terms: DemoTerms,
  bettor: Pankou | null,
  day: ReturnType<typeof today>,
): Promise<void> {
  const limits = bettor === null ? HEAD_LIMITS : BETTOR_LIMITS
  const row = linkOf(GameId(0), {
    ...HEAD_TERMS,
    uplineShare: percent(terms.uplinePercent),
    downlineCap: percent(terms.capPercent),
    pankou: bettor === null ? HEAD_TERMS.pankou : [bettor],
    replenishPankou: bettor === null ? 'A' : null,
    acceptType: terms.acceptType,
    groups: new Map([[GroupId(0), { ...limits, commission: rates(terms.commission) }]]),
  })
  await saveLinkTerms(tx, node.merchantId, node.pathId, [row])
  await saveShareTerms(tx, node.merchantId, node.pathId, [
    {
      gameId: GameId(0),
      fromDay: day,
      uplineShare: percent(terms.uplinePercent),
      downlineCap: percent(terms.capPercent),
      remainder: 'head',
    },
  ])
}

interface BranchSpec {
  readonly parent: Made
  readonly flyOutAllowed?: true
  readonly name: string
  readonly nickname: string
  readonly role: 2 | 3
  readonly terms: DemoTerms
}

interface Builder {
  readonly tx: Tx
  readonly nodes: Nodes
  readonly day: ReturnType<typeof today>
}

async function addNode({ tx, nodes, day }: Builder, spec: BranchSpec): Promise<Made> {
  const node = made(
    await createAgent(tx, {
      name: spec.name,
      nickname: spec.nickname,
      ...nodes.hashes,
      merchantId: spec.parent.merchantId,
      parentId: spec.parent.pathId,
      at: nodes.at,
      operator: nodes.operator,
      role: spec.role,
      flyOutAllowed: spec.flyOutAllowed ?? false,
    }),
  )
  await setTerms(tx, node, spec.terms, null, day)
  return node
}

async function addMembers(
  { tx, nodes, day }: Builder,
  branch: { parent: Made; pankou: Pankou; from: number; to: number; uplinePercent: number },
): Promise<Made[]> {
  const members = Array.from({ length: branch.to - branch.from + 1 }, (_, index) => ({
    name: memberName(branch.from + index),
  }))
  const added = made(
    await createMembers(tx, {
      merchantId: branch.parent.merchantId,
      parentId: branch.parent.pathId,
      at: nodes.at,
      operator: nodes.operator,
      pankou: branch.pankou,
      members,
    }),
  )
  const terms = {
    uplinePercent: branch.uplinePercent,
    capPercent: 0,
    commission: COMMISSIONS.member,
    acceptType: 0,
  } as const
  for (const member of added) await setTerms(tx, member, terms, branch.pankou, day)
  return added
}

interface Fund {
  readonly parent: Made | null
  readonly child: Made
  readonly amount: Money
}

async function give({ tx, nodes, day }: Builder, { parent, child, amount }: Fund): Promise<void> {
  const kind: FundMode = 'credit'
  const head = {
    day,
    at: nodes.at,
    remark: '初始额度',
    operatorId: nodes.operator.id,
    operatorName: nodes.operator.name,
  }
  const given = await transferDown(
    tx,
    { merchantId: child.merchantId, parentId: parent?.pathId ?? null, childId: child.pathId, kind, head },
    amount,
  )
  if ('refusal' in given) throw new Error(`the demo world's funds were refused: ${given.refusal}`)
}

async function addMerchant(
  builder: Builder,
  spec: { code: string; name: string; nickname: string; flyOutAllowed?: true; terms: DemoTerms },
): Promise<Made> {
  const { tx, nodes, day } = builder
  const merchant = made(
    await createMerchant(tx, {
      name: spec.name,
      nickname: spec.nickname,
      ...nodes.hashes,
      code: spec.code,
      fundMode: 'credit',
      flyOutAllowed: spec.flyOutAllowed ?? false,
      at: nodes.at,
      operator: nodes.operator,
    }),
  )
  await setTerms(tx, merchant, spec.terms, null, day)
  await give(builder, { parent: null, child: merchant, amount: yuan(300_000_000) })
  return merchant
}

/** Play groups of which agent001 replenishes automatically, and how much of an item it keeps. */
const AUTOMATIC = [
  { gameId: GameId(3), groupId: GroupId(301), hold: yuan(600) },
  { gameId: GameId(2), groupId: GroupId(201), hold: yuan(800) },
] as const

/** agent001 sends up what exceeds its limits; genagt01 takes some of it and passes the rest on. */
async function addReplenishmentSettings(
  { tx }: Builder,
  { agent, general }: { agent: Made; general: Made },
): Promise<void> {
  for (const { gameId, groupId, hold } of AUTOMATIC) {
    const setting = {
      enabled: true,
      mode: 'stake',
      holdLimit: hold,
      unit: yuan(10),
      maxLoss: null,
      items: new Map(),
    } as const
    const first = { gameId, version: 0 }
    const auto = new Map([[groupId, setting]])
    await changeReplenishment(tx, { ...agent, ...first }, NO_SETTINGS, { auto })
    const acceptLimits = new Map([[groupId, yuan(1_000)]])
    const sendLimits = new Map([[groupId, yuan(50_000)]])
    await changeReplenishment(tx, { ...general, ...first }, NO_SETTINGS, { acceptLimits, sendLimits })
  }
}

/** The first merchant's branch: shares and commission of agent001 as in the worked example of the rules. */
async function firstMerchant(builder: Builder, secrets: Secrets): Promise<void> {
  const merchant = await addMerchant(builder, {
    code: DEMO_PLATFORMS[0].code,
    name: 'merch001',
    nickname: '华通娱乐',
    flyOutAllowed: true,
    terms: { uplinePercent: 30, capPercent: 70, commission: COMMISSIONS.merchant, acceptType: 1 },
  })
  const general = await addNode(builder, {
    parent: merchant,
    name: 'genagt01',
    nickname: '南区总代',
    role: 2,
    flyOutAllowed: true,
    terms: { uplinePercent: 20, capPercent: 50, commission: COMMISSIONS.general, acceptType: 1 },
  })
  const agent = await addNode(builder, {
    parent: general,
    name: 'agent001',
    nickname: '沈记',
    role: 3,
    terms: { uplinePercent: 20, capPercent: 30, commission: COMMISSIONS.agent, acceptType: 3 },
  })
  const sibling = await addNode(builder, {
    parent: general,
    name: 'agent003',
    nickname: '滨江',
    role: 3,
    flyOutAllowed: true,
    terms: { uplinePercent: 25, capPercent: 25, commission: COMMISSIONS.agent, acceptType: 4 },
  })
  await give(builder, { parent: merchant, child: general, amount: yuan(120_000_000) })
  await give(builder, { parent: general, child: agent, amount: yuan(40_000_000) })
  await give(builder, { parent: general, child: sibling, amount: yuan(30_000_000) })
  const parents = { merch001: merchant, genagt01: general, agent001: agent, agent003: sibling }
  const held = { merch001: 40, genagt01: 35, agent001: 30, agent003: 25 }
  for (const branch of DEMO_BRANCHES) {
    const parent = parents[branch.parent]
    const members = await addMembers(builder, { ...branch, parent, uplinePercent: held[branch.parent] })
    for (const child of members) await give(builder, { parent, child, amount: yuan(200_000) })
  }
  await addReplenishmentSettings(builder, { agent, general })
  const { tx, nodes } = builder
  const scene = { tx, at: nodes.at, operator: nodes.operator }
  await addFlyOuts(scene, secrets, { head: nodes.head, merchant, agent: sibling })
  made(
    await addSubAccount(tx, {
      name: 'agtsub01',
      nickname: '沈记财务',
      ...nodes.hashes,
      main: { id: agent.accountId, merchantId: agent.merchantId, accountType: 2 },
      permissionIds: [PERMISSION.reports, PERMISSION.reportDetails, PERMISSION.exports],
      at: nodes.at,
    }),
  )
}

/** Results, corrections and voids need two people: the head's main account and this operator. */
async function secondOperator({ tx, nodes }: Builder): Promise<void> {
  made(
    await addSubAccount(tx, {
      name: 'oper0001',
      nickname: '值班操作员',
      ...nodes.hashes,
      main: { id: nodes.head.accountId, merchantId: nodes.head.merchantId, accountType: 1 },
      permissionIds: rolePermissions({ roleId: 0, flyOutAllowed: false, admin: true }),
      at: nodes.at,
    }),
  )
}

async function secondMerchant(builder: Builder): Promise<void> {
  const merchant = await addMerchant(builder, {
    code: DEMO_PLATFORMS[1].code,
    name: 'merch002',
    nickname: '东方之星',
    terms: { uplinePercent: 40, capPercent: 60, commission: COMMISSIONS.merchant, acceptType: 0 },
  })
  const general = await addNode(builder, {
    parent: merchant,
    name: 'genagt02',
    nickname: '北区总代',
    role: 2,
    terms: { uplinePercent: 20, capPercent: 40, commission: COMMISSIONS.general, acceptType: 1 },
  })
  const agent = await addNode(builder, {
    parent: general,
    name: 'agent002',
    nickname: '长乐',
    role: 3,
    terms: { uplinePercent: 25, capPercent: 15, commission: COMMISSIONS.agent, acceptType: 1 },
  })
  await give(builder, { parent: merchant, child: general, amount: yuan(60_000_000) })
  await give(builder, { parent: general, child: agent, amount: yuan(20_000_000) })
  const members = await addMembers(builder, { ...DEMO_SECOND_BRANCH, parent: agent, uplinePercent: 15 })
  for (const child of members) await give(builder, { parent: agent, child, amount: yuan(200_000) })
}

const TO_EVERYBODY = { side: 'all', merchantIds: [], roles: [], until: null, operatorName: '' } as const
const NOTICES = [
  { content: '六合彩每期封盘前请核对补货设置，封盘后数秒内仍可补货。', level: 'info' },
  { content: '赛车、时时彩、PC蛋蛋全天开放，开奖号码可在开奖结果页按公布的承诺值核对。', level: 'info' },
] as const

/**
 * Creates the tree, terms, funds, keys and notices of the demo in one transaction. `at` is before the first demo
 * order.
 */
export async function createDemoWorld(pool: Pool, secrets: Secrets, at: number): Promise<void> {
  const hashes = {
    passwordHash: await hashPassword(DEMO_PASSWORD),
    transferHash: await hashPassword(DEMO_TRANSFER_PASSWORD),
  }
  await runTx(pool, { timeoutMs: 60_000 }, async (tx) => {
    const head = await createHead(tx, { name: 'headco01', nickname: '总公司', ...hashes, at })
    const operator = { id: head.accountId, name: 'headco01', ip: '127.0.0.1' }
    const builder: Builder = { tx, nodes: { head, operator, hashes, at }, day: today(at) }
    await firstMerchant(builder, secrets)
    await secondMerchant(builder)
    await secondOperator(builder)
    for (const platform of DEMO_PLATFORMS) {
      const merchantId = await merchantIdOf(tx, platform.code)
      await issueKey(tx, secrets, { merchantId, keyId: 1, key: platform.key, at })
    }
    const { code, key } = DEMO_SOURCE
    await registerKnownSource(tx, secrets, { code, name: '演示来源', key, at })
    for (const notice of NOTICES) made(await writeNotice(tx, undefined, { ...notice, ...TO_EVERYBODY, from: at, at }))
  })
}
