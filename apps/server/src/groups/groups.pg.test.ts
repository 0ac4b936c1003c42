import type { PathId } from '@strata/domain/ids'
import { yuan } from '@strata/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetMaintenance } from '../access/platform-settings/maintenance.ts'
import { callApp, headersOf, type Person, signedIn } from '../access/testing/person.ts'
import { growSmallTree, type SmallTree, TREE_AT } from '../access/testing/small-tree.ts'
import { wholeServer } from '../access/testing/whole-server.ts'
import { verifyExposures } from '../book/exposures/store-rebuild.ts'
import { advancePeriods, planPeriods } from '../games/periods/plan-periods.ts'
import { transferDown } from '../ledger/transfer.ts'
import { verifyLedger } from '../ledger/verify.ts'
import { row, rows, runTx } from '../platform/db.ts'
import { createSecrets } from '../platform/secrets.ts'
import { merchantKeyPurpose, signRequest } from '../platform/signature.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'

const { pool, raw, url } = await createTestDatabase()
let now = TREE_AT + 3_600_000
const { app, platform } = await wholeServer({ pool, url }, () => now)
afterAll(() => app.close())

let tree: SmallTree
let agent: Person
let merchant: Person
beforeAll(async () => {
  tree = await growSmallTree(pool)
  agent = await signedIn(pool, { ...tree.agent, now })
  merchant = await signedIn(pool, { ...tree.merchant, now })
  const secrets = createSecrets(platform.config.keys)
  for (const { merchantId } of [tree.merchant, tree.otherMerchant]) {
    const sealed = secrets.seal('the-key', merchantKeyPurpose(merchantId, 1))
    await raw.query('insert into merchant_keys (merchant_id, key_id, secret, created_at) values ($1, 1, $2, 0)', [
      merchantId,
      sealed,
    ])
  }
  const periods = { pool, clock: () => now, onResult: async () => undefined }
  await planPeriods(periods)
  await advancePeriods(periods)
  // Credit is given at every level, so that the ledger stays balanced.
  const { merchantId } = tree.merchant
  const way = [null, tree.merchant.pathId, tree.general.pathId, tree.agent.pathId, tree.member.pathId] as const
  await runTx(pool, {}, async (tx) => {
    for (const [place, childId] of way.entries()) {
      if (childId === null) continue
      const transfer = { merchantId, parentId: way[place - 1] ?? null, childId, kind: 'credit' as const }
      const done = await transferDown(tx, { ...transfer, head: { day: '2026-05-20', at: now } }, yuan(10_000))
      if ('refusal' in done) throw new Error(done.refusal)
    }
  })
})

const post = (person: Person, path: string, input: Record<string, unknown> = {}) =>
  callApp(app, { method: 'POST', path, input, headers: headersOf(person) })
const manage = (person: Person, call: string, input: Record<string, unknown>) =>
  post(person, `/api/agent/groupmanage/${call}`, input)

const target = '/api/rec/group/message'
interface Said {
  reply: string
  action: string
  bets: { accepted: boolean; orderNo?: string; reason?: string; itemName: string; playName: string; stake: string }[]
}
let messages = 0
async function send(path: string, body: unknown, code = 'demo', key = 'the-key') {
  const rawBody = JSON.stringify(body)
  const timestamp = String(now)
  const signature = signRequest(key, { timestamp, method: 'POST', target: path, rawBody })
  const signed = { 'x-merchant': code, 'x-timestamp': timestamp, 'x-signature': signature }
  const headers = { 'content-type': 'application/json', ...signed }
  const answer = await app.inject({ method: 'POST', url: path, headers, payload: rawBody })
  return answer.json() as { code: number; message: string; data: Said }
}
const say = (text: string, over: Record<string, unknown> = {}, code = 'demo', key = 'the-key') =>
  send(target, { messageId: `m${++messages}`, channelId: '-100200', account: 'mem0001', text, ...over }, code, key)
const orders = () =>
  rows<{ play: string; item: string; stake: bigint }>(
    raw,
    'select play, item, stake from orders where kind = 0 order by id',
  )

const fields = { groupName: '一群', channel: 'telegram', channelId: '-100200', pankou: 'C', gameIds: [3] }
let groupId = 0

describe('groups', () => {
  it('are created, found, changed and logged by callers with the permission', async () => {
    const made = await manage(agent, 'addgroupinfo', fields)
    expect(made.code).toBe(200)
    groupId = (made.data as { groupId: number }).groupId
    expect(await manage(agent, 'addgroupinfo', fields)).toMatchObject({
      code: 40901,
      message: '该渠道编号已由其他群组使用',
    })
    expect((await manage(agent, 'addgroupinfo', { ...fields, channelId: '@x' })).code).toBe(40001)
    expect((await manage(agent, 'addgroupinfo', { ...fields, channelId: '', gameIds: [9] })).code).toBe(40001)
    expect((await manage(agent, 'setmember', { groupId, agentPathsIds: [tree.member.pathId] })).code).toBe(200)
    expect((await manage(merchant, 'setmember', { groupId, agentPathsIds: [tree.nephew.pathId] })).code).toBe(40401)
    const found = await manage(merchant, 'findgroup', {
      keyword: '一',
      sortInfo: { columnName: 'members', direction: 1 },
    })
    expect(found.data).toMatchObject({
      total: 1,
      items: [{ groupId, groupName: '一群', members: 1, status: 1, gameIds: [3] }],
    })
    expect((await manage(agent, 'updategroupinfo', { groupId, remark: '新' })).code).toBe(200)
    const outsider = await signedIn(pool, { ...tree.sibling, now })
    expect((await manage(outsider, 'updategroupinfo', { groupId, remark: 'x' })).code).toBe(40401)
    expect((await manage(outsider, 'findgroup', {})).data).toMatchObject({ total: 0 })
    const log = await post(agent, '/api/common/actionlog/query', { action: '群组设置' })
    expect(log.data).toMatchObject({
      total: 3,
      items: [
        { changes: [{ label: '备注', after: '新' }] },
        { changes: [{ label: '新增成员', after: 'mem0001' }] },
        {},
      ],
    })
    const names = await callApp(app, {
      method: 'GET',
      path: '/api/common/funds/group/dropdown',
      headers: headersOf(agent),
    })
    expect(names.data).toEqual([{ groupId, groupName: '一群' }])
  })
})

describe('messages', () => {
  it('are accepted only from the group’s own members, of the signing merchant', async () => {
    expect((await say('帮助', {}, 'demo', 'wrong')).code).toBe(40301)
    expect((await say('帮助', { channelId: '-1' })).code).toBe(40401)
    expect((await say('帮助', {}, 'other')).code).toBe(40401)
    expect((await say('帮助', { account: 'mem0002' })).code).toBe(40401)
    expect((await say('x'.repeat(501))).code).toBe(40001)
    expect((await say('大家好 <b>')).data).toEqual({ action: 'none', reply: '', bets: [] })
    expect((await say('帮助')).data.reply).toContain('下注格式')
  })

  it('bet in three forms through intake, and the answer lists each bet', async () => {
    const { data } = await say('大100 单50\n1/小/100\n特码 08 各20')
    expect(
      data.bets.map(({ playName, itemName, stake, accepted }) => `${playName} ${itemName} ${stake} ${accepted}`),
    ).toEqual(['特码两面 特大 100 true', '特码两面 特单 50 true', '正码1 小 100 true', '特码A 08 20 true'])
    expect(data.reply).toContain('受注4注，合计270')
    expect(await orders()).toEqual([
      { play: 'TM_LM', item: 'DA', stake: 1_000_000n },
      { play: 'TM_LM', item: 'DAN', stake: 500_000n },
      { play: 'ZM1', item: 'XIAO', stake: 1_000_000n },
      { play: 'TMA', item: '08', stake: 200_000n },
    ])
    expect(await verifyLedger(pool, tree.merchant.merchantId)).toBeNull()
  })

  it('bet on all combinations of the picks, one bet each', async () => {
    const before = (await orders()).length
    const { data } = await say('三全中复式 01 05 09 13 各2')
    expect(data.bets.map(({ itemName, accepted }) => `${itemName} ${accepted}`)).toEqual([
      '01,05,09 true',
      '01,05,13 true',
      '01,09,13 true',
      '05,09,13 true',
    ])
    expect((await orders()).length).toBe(before + 4)
  })

  it('say in Chinese why each bet was refused, HTML-escaped', async () => {
    const { data } = await say('特码 08 50 各20 大99999999 <i>小0')
    expect(data.bets.map(({ accepted, reason }) => [accepted, reason])).toEqual([
      [true, undefined],
      [false, '没有这个投注项'],
      [false, expect.stringMatching(/限额|余额/)],
      [false, expect.any(String)],
    ])
    expect(data.reply).toContain('&lt;i&gt;')
    expect(data.reply).not.toContain('<i>')
    expect((await say(Array.from({ length: 51 }, () => '大1').join(' '))).data.reply).toBe('一条消息最多50注')
  })

  it('are processed once, even if the channel sends them again', async () => {
    const before = (await orders()).length
    const first = await say('双10', { messageId: 'twice' })
    expect(first.data.bets[0]?.accepted).toBe(true)
    expect(await say('双10', { messageId: 'twice' })).toMatchObject({ data: first.data })
    expect((await say('双11', { messageId: 'twice' })).code).toBe(40902)
    // The process ended between the bet and its answer, and the odds have changed since.
    await raw.query(`update group_messages set answer = null where message_id = 'twice'`)
    expect((await say('双10', { messageId: 'twice' })).code).toBe(42901)
    now += 31_000
    await raw.query(`update prices set base = '"1.5"' where game_id = 3 and play = 'TM_LM' and price_key = 'SHUANG'`)
    await raw.query('update games set odds_version = odds_version + 1 where id = 3')
    const again = await say('双10', { messageId: 'twice' })
    expect(again.data.bets[0]).toMatchObject({ accepted: true, orderNo: first.data.bets[0]?.orderNo })
    expect(await orders()).toHaveLength(before + 1)
  })

  it('are answered once when the same one arrives twice at the same time', async () => {
    const before = (await orders()).length
    const answers = await Promise.all(Array.from({ length: 8 }, () => say('大10', { messageId: 'storm' })))
    expect(answers.some(({ code }) => code === 200)).toBe(true)
    expect(answers.every(({ code }) => code === 200 || code === 42901)).toBe(true)
    expect(await orders()).toHaveLength(before + 1)
  })

  it('show a balance only in private', async () => {
    const wallet = await row<{ balance: bigint }>(
      raw,
      'select balance from wallets where merchant_id = $1 and path_id = $2',
      [tree.member.merchantId, tree.member.pathId],
    )
    const shown = String(wallet.balance / 10_000n)
    expect((await say('余额')).data.reply).toBe('余额请私聊机器人查询')
    expect((await say('余额', { channelId: '@mem0001' })).data.reply).toContain(shown)
    expect((await say('余额', { channelId: '@mem0002' })).code).toBe(40401)
  })

  it('show results and the largest stakes of the day, with masked names', async () => {
    expect((await say('开奖')).data.reply).toContain('六合彩')
    expect((await say('开奖 赛车')).data.reply).toBe('本群未开放该彩种')
    const { reply } = (await say('排行')).data
    expect(reply).toContain('me***01')
    expect(reply).not.toContain('mem0001')
  })

  it('cancel the bets of the last message while the period is on sale', async () => {
    const { merchantId } = tree.merchant
    const bet = await say('大30 小30')
    const cancelled = await say('撤单')
    expect(cancelled.data.reply.match(/✓ 已撤销/g)).toHaveLength(2)
    const voided = await rows(raw, 'select order_id::text from voids order by order_id')
    expect(voided.map(({ order_id: id }) => id)).toEqual(bet.data.bets.map(({ orderNo }) => orderNo))
    const one = (await say('大40 小40')).data.bets[0]?.orderNo ?? ''
    expect((await say(`撤单 ${one}`)).data.reply.match(/✓/g)).toHaveLength(1)
    expect((await say('撤单 1')).data.reply).toBe('没有可撤销的注单')
    // The answer was lost after the bets were voided: a retry must not cancel the bets of an earlier message.
    const kept = await say('大30')
    await say('小30')
    const cut = await say('撤单', { messageId: 'cut' })
    await raw.query(`delete from group_messages where message_id = 'cut'`)
    expect((await say('撤单', { messageId: 'cut' })).data.reply).toBe(cut.data.reply)
    const ids = await rows(raw, 'select order_id::text from voids')
    expect(ids.map(({ order_id: id }) => id)).not.toContain(kept.data.bets[0]?.orderNo)
    expect(await verifyLedger(pool, merchantId)).toBeNull()
    expect(await verifyExposures(pool, merchantId)).toBeNull()
    const close = await row<{ close_at: bigint }>(
      raw,
      `select close_at from periods where game_id = 3 and state = 'open'`,
    )
    const at = now
    now = Number(close.close_at)
    expect((await say('撤单')).data.reply).toContain('已封盘')
    expect((await say('大10')).data.bets[0]).toMatchObject({ accepted: false, reason: '已封盘' })
    now = at
  })
})

describe('cancelling', () => {
  const statusOf = (pathId: PathId, status: number) =>
    raw.query('update paths set status = $2 where id = $1', [pathId, status])

  it('is refused to a member that is frozen or disabled, itself or by a path above', async () => {
    for (const [pathId, status, why] of [
      [tree.member.pathId, 4, '账号已冻结'],
      [tree.agent.pathId, 4, '账号已冻结'],
      [tree.member.pathId, 2, '账号已停用'],
    ] as const) {
      await say('大30')
      await statusOf(pathId, status)
      expect((await say('撤单')).data.reply).toContain(why)
      await statusOf(pathId, 1)
      expect((await say('撤单')).data.reply).toContain('✓ 已撤销')
    }
  })

  it('is refused after a path above has replenished the item by hand', async () => {
    const bet = await say('大30')
    const orderNo = bet.data.bets[0]?.orderNo ?? ''
    // The rows that a manual replenishment leaves: an order of the agent's on the same item, not caused by a bet.
    await raw.query(
      `insert into orders
       select (jsonb_populate_record(o, jsonb_build_object('id', o.id + 1, 'kind', 1, 'bettor', $2::integer, 'bet_no', null,
                'cause', null, 'taker', 2))).* from orders o where o.id = $1`,
      [orderNo, tree.agent.pathId],
    )
    expect((await say('撤单')).data.reply).toContain('已被受理，不能撤销')
    await raw.query('delete from orders where id = $1', [String(BigInt(orderNo) + 1n)])
    expect((await say('撤单')).data.reply).toContain('✓ 已撤销')
  })
})

describe('commands', () => {
  const set = (commands: unknown[]) => post(agent, '/api/common/account/create-group-command', { groupId, commands })

  it('of a group replace the built-in ones, with their replies', async () => {
    const asked = await post(agent, '/api/common/account/get-group-command', { groupId })
    expect((asked.data as { commands: { keyword: string }[] }).commands.map(({ keyword }) => keyword)).toContain('余额')
    expect(
      (
        await set([
          { keyword: 'a', action: 'help', enabled: true },
          { keyword: 'A', action: 'rank', enabled: true },
        ])
      ).code,
    ).toBe(40001)
    expect((await set([{ keyword: '说明', action: 'help', enabled: true, reply: '见<群>公告' }])).code).toBe(200)
    expect((await say('说明')).data.reply).toBe('见&lt;群&gt;公告')
    expect((await say('帮助')).data.action).toBe('none')
    // Betting is not in the list, so it is off.
    expect((await say('大10')).data).toEqual({ action: 'none', reply: '', bets: [] })
    const bet = { keyword: '下', action: 'bet', enabled: true, reply: '祝好运' }
    expect((await set([bet])).code).toBe(200)
    expect((await say('下 大10')).data.reply).toMatch(/受注1注，合计10\n祝好运$/)
  })

  it('stop with the group', async () => {
    const status = (to: number) => manage(agent, 'updategroupinfo', { groupId, status: to })
    expect((await status(4)).code).toBe(200)
    expect((await say('大10')).data).toMatchObject({ reply: '本群已冻结\n祝好运', bets: [] })
    expect((await status(2)).code).toBe(200)
    expect((await say('大10')).code).toBe(42207)
  })
})

describe('maintenance of the platform', () => {
  it('refuses bets from platforms and from chats', async () => {
    const value = JSON.stringify({ from: now - 1, until: null, message: '升级' })
    await raw.query(`insert into settings (key, value) values ('maintenance', $1)`, [value])
    forgetMaintenance(pool)
    expect((await say('大10')).code).toBe(50301)
    const bet = {
      betNo: 'x',
      account: 'mem0001',
      gameId: 3,
      periodNo: '1',
      playCode: 'TMA',
      itemCode: '08',
      odds: '1',
      stake: '1',
    }
    expect((await send('/api/rec/order/create', { bets: [bet] })).code).toBe(50301)
    expect((await send('/api/rec/order/query', { betNos: ['x'] })).code).toBe(200)
  })
})
