import type { PathId } from '@strata/domain/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../access/testing/person.ts'
import { type OpenBoard, openSmallBoard } from '../../book/testing/open-board.ts'

/** The scenario and the replenishment adviser through their calls, on one small book of 六合彩. */

let board: OpenBoard
let agent: Person
let general: Person
let head: Person
beforeAll(async () => {
  board = await openSmallBoard()
  const { tree, as, bet } = board
  ;[agent, general, head] = [await as(tree.agent), await as(tree.general), await as(tree.head)]
  // The general agent takes from the agent, and passes on the rest.
  await accept(general, tree.agent.pathId, 3)
  await bet({ itemCode: '07', stake: '20000' })
  await bet({ itemCode: '08', stake: '500' })
  await bet({ playCode: 'TMB', itemCode: '07', stake: '3000' })
  await bet({ playCode: 'TM_LM', itemCode: 'DA', stake: '4000' })
  await bet({ playCode: 'ZM', itemCode: '07', stake: '900' })
  await bet({ playCode: 'LM_3Z2', itemCode: '01+02+03', stake: '50' })
})
afterAll(() => board.close())

async function accept(parent: Person, agentPathsId: PathId, acceptType: number): Promise<void> {
  const settings = await board.post(parent, 'common/replenishment/query', { gameId: 3 })
  const { downline } = settings.data as { downline: { agentPathsId: PathId; version: number }[] }
  const version = downline.find((child) => child.agentPathsId === agentPathsId)?.version
  const items = [{ agentPathsId, version, gameId: 3, acceptType }]
  const answer = await board.post(parent, 'common/replenishment/xx-set', { items, requestId: `accept-${acceptType}` })
  if (answer.code !== 200) throw new Error(answer.message)
}

interface Outcome {
  readonly code: string
  readonly label: string
  readonly probability: string
  readonly result: string
}
interface Scenario {
  readonly outcomes: readonly Outcome[]
  readonly worst: readonly Outcome[]
  readonly valueAtRisk: string
  readonly exact: boolean
  readonly draws: number
}
interface Advice {
  readonly orders: readonly { playCode: string; itemCode: string; amount: string }[]
  readonly total: string
  readonly worstBefore: string
  readonly worstAfter: string
  readonly cost: string
  readonly unmet: readonly { code: string; why: string }[]
}
const asked = () => ({ gameId: 3, periodNo: board.period.periodNo })
const scenario = async (person: Person, outcomes: 'deciding' | 'period', more: object = {}): Promise<Scenario> => {
  const answer = await board.post(person, 'agent/realtimereport/scenario', { ...asked(), outcomes, ...more })
  expect(answer.code, answer.message).toBe(200)
  return answer.data as Scenario
}
const advice = (person: Person, input: Record<string, unknown>) =>
  board.post(person, 'common/replenishment/advise', { ...asked(), outcomes: 'deciding', ...input })
const advised = async (person: Person, input: Record<string, unknown>): Promise<Advice> => {
  const answer = await advice(person, input)
  expect(answer.code, answer.message).toBe(200)
  return answer.data as Advice
}

describe('scenario', () => {
  test('49 numbers over every special-number play, equal to their board', async () => {
    const told = await scenario(agent, 'deciding')
    expect([told.outcomes.length, told.exact, told.draws]).toEqual([49, true, 49])
    const numbers = await board.post(agent, 'agent/realtimereport/tmzx1', asked())
    const rows = (numbers.data as { rows: { itemCode: string; netAmount: string }[] }).rows
    const byNumber = new Map(rows.map(({ itemCode, netAmount }) => [`TMA:${itemCode}`, netAmount]))
    for (const { code, result } of told.outcomes) expect([code, result]).toEqual([code, byNumber.get(code)])
    expect(told.worst[0]).toMatchObject({ code: 'TMA:07', label: '特码 07', probability: '2.0408' })
    expect(told.valueAtRisk).toBe(told.worst[0]?.result.slice(1))
  })

  test('the whole period uses the same sample every time, and is worse than the special number alone', async () => {
    const told = await scenario(agent, 'period')
    expect([told.exact, told.draws, told.worst.length]).toEqual([false, 200_000, 10])
    expect(await scenario(agent, 'period')).toEqual(told)
    const [worst] = told.worst
    expect(worst?.code.split(',').length).toBe(7)
    expect(worst?.code.endsWith(',07')).toBe(true)
    expect(told.outcomes.map(({ code }) => code)).toContain('P50')
    expect(told.outcomes[0]?.result).toBe(worst?.result)
    // The bets of 50 yuan on 三中二 change the result: a changed book is computed again.
    await board.bet({ playCode: 'TMA', itemCode: '07', stake: '1000' })
    expect((await scenario(agent, 'period')).worst[0]?.result).not.toBe(worst?.result)
  })

  test('each level has its own; a subtree is the part that came through it; a path outside is not found', async () => {
    const [own, above] = [await scenario(agent, 'deciding'), await scenario(general, 'deciding')]
    expect(above.worst[0]?.result).not.toBe(own.worst[0]?.result)
    expect((await scenario(head, 'deciding')).outcomes.length).toBe(49)
    // All bets came through the agent.
    expect(await scenario(general, 'deciding', { agentPathsId: board.tree.agent.pathId })).toEqual(above)
    expect(await scenario(general, 'period', { agentPathsId: board.tree.agent.pathId })).toEqual(
      await scenario(general, 'period'),
    )
    const none = await scenario(general, 'deciding', { agentPathsId: board.tree.sibling.pathId })
    expect(new Set(none.outcomes.map(({ result }) => result))).toEqual(new Set(['0']))
    expect(await scenario(general, 'deciding', { seat: board.tree.agent.pathId })).toEqual(own)
    const stranger = await board.post(agent, 'agent/realtimereport/scenario', {
      ...asked(),
      outcomes: 'deciding',
      agentPathsId: board.tree.sibling.pathId,
    })
    expect(stranger.code).toBe(40401)
  })

  test('of another game: 28 sums, 50 digits, 100 places', async () => {
    for (const [gameId, outcomes, draws] of [
      [4, 28, 1000],
      [1, 50, 100_000],
      [2, 100, 200_000],
    ]) {
      const deciding = await scenario(agent, 'deciding', { gameId, periodNo: undefined })
      expect(deciding.outcomes.length).toBe(outcomes)
      const period = await scenario(agent, 'period', { gameId, periodNo: undefined })
      expect([period.draws, period.exact, period.valueAtRisk]).toEqual([draws, gameId !== 2, '0'])
    }
  })
})

describe('the adviser', () => {
  test('advises nothing within the limit', async () => {
    const told = await advised(agent, { maxLoss: '100000000' })
    expect([told.orders, told.total, told.cost, told.unmet]).toEqual([[], '0', '0', []])
    expect(told.worstAfter).toBe(told.worstBefore)
  })

  test('the advice is accepted as previewed, and the worst result becomes the advised one', async () => {
    const before = await scenario(agent, 'deciding')
    const maxLoss = '50000'
    const told = await advised(agent, { maxLoss })
    expect(told.worstBefore).toBe(before.worst[0]?.result)
    expect(told.unmet).toEqual([])
    expect(Number(told.worstAfter)).toBeGreaterThanOrEqual(-50_000)
    expect(told.orders.every(({ itemCode }) => itemCode === '07')).toBe(true)
    const manual = { ...asked(), orders: told.orders, requestId: 'advised-1' }
    const preview = await board.post(agent, 'common/replenishment/manual/bet', { ...manual, preview: true })
    const { results, version } = preview.data as { version: string; results: { refused: string }[] }
    expect(results.map(({ refused }) => refused)).toEqual(told.orders.map(() => '0'))
    const sent = await board.post(agent, 'common/replenishment/manual/bet', { ...manual, version })
    expect(sent.code, sent.message).toBe(200)
    expect((await scenario(agent, 'deciding')).worst[0]?.result).toBe(told.worstAfter)
    expect((await advised(agent, { maxLoss })).orders).toEqual([])
  })

  test('over the whole period every sampled draw is within the limit', async () => {
    const before = await scenario(agent, 'period')
    const told = await advised(agent, { maxLoss: '45000', outcomes: 'period' })
    expect(told.worstBefore).toBe(before.worst[0]?.result)
    expect([told.unmet, told.orders.length > 0]).toEqual([[], true])
    expect(Number(told.worstAfter)).toBeGreaterThanOrEqual(-45_000)
  })

  test('reports what stops it: a limit above, nothing held, manual off', async () => {
    const settings = async (person: Person): Promise<number> =>
      ((await board.post(person, 'common/replenishment/query', { gameId: 3 })).data as { version: number }).version
    const set = await board.post(general, 'common/replenishment/auto-config/set', {
      gameId: 3,
      version: await settings(general),
      acceptLimits: [{ groupId: 301, limit: '0' }],
      sendLimits: [{ groupId: 301, limit: '0' }],
      requestId: 'no-room',
    })
    expect(set.code, set.message).toBe(200)
    const stopped = await advised(agent, { maxLoss: '0' })
    expect(stopped.unmet.find(({ code }) => code === 'TMA:07')?.why).toMatch(/限额/)
    const tens = await board.post(agent, 'common/replenishment/manual-config/set', {
      gameId: 3,
      version: await settings(agent),
      manual: [{ groupId: 301, enabled: true, unit: '10' }],
      requestId: 'tens',
    })
    expect(tens.code, tens.message).toBe(200)
    const orders = [
      { playCode: 'TMA', itemCode: '07', amount: '10' },
      { playCode: 'TMA', itemCode: '07', amount: '15' },
    ]
    const odd = { ...asked(), orders, preview: true, requestId: 'odd' }
    expect(await board.post(agent, 'common/replenishment/manual/bet', odd)).toMatchObject({
      code: 40001,
      message: '金额须为手动单位10的倍数',
      data: { issues: [{ path: 'orders.1.amount', field: '金额' }] },
    })
    const off = await board.post(agent, 'common/replenishment/manual-config/set', {
      gameId: 3,
      version: await settings(agent),
      manual: [{ groupId: 301, enabled: false, unit: '1' }],
      requestId: 'off',
    })
    expect(off.code, off.message).toBe(200)
    expect((await advised(agent, { maxLoss: '0' })).unmet.find(({ code }) => code === 'TMA:07')?.why).toContain(
      '手动补货已关闭',
    )
  })

  test('the head gets advice for the book of one merchant, and flies it out', async () => {
    const { pathId: agentPathsId } = board.tree.merchant
    const ask = (maxLoss: string) => advised(head, { maxLoss, agentPathsId })
    const none = await ask('0')
    expect([none.orders, none.unmet[0]?.why]).toEqual([[], expect.stringContaining('放飞')])
    const ok = async (path: string, input: object) => {
      const answer = await board.post(head, `common/${path}`, {
        requestId: `head-${path.replaceAll('/', '-')}`,
        ...input,
      })
      expect(answer.code, answer.message).toBe(200)
      return answer.data as Record<string, unknown>
    }
    const terms = { oddsDiscount: '0', commission: '0', maxPerItem: null, status: 1 }
    const account = { accountName: 'flyhead1', nickname: '', connector: 'record', ...terms }
    const { pilotId } = await ok('pilot/create', account)
    const group = { groupId: 301, enabled: false, holdLimit: null, unit: '1', mode: 'stake', maxLoss: null, items: [] }
    await ok('pilot-out/set', { gameId: 3, agentPathsId, version: 0, auto: [{ ...group, pilotId }] })
    const told = await ask('60000')
    expect(told.orders.length).toBeGreaterThan(0)
    expect(Number(told.worstBefore)).toBeLessThan(-60_000)
    expect(Number(told.worstAfter)).toBeGreaterThanOrEqual(-60_000)
    const sending = { ...asked(), agentPathsId, orders: told.orders }
    const { results } = (await ok('replenishment/manual/bet', sending)) as { results: { refused: string }[] }
    expect(results.map(({ refused }) => refused)).toEqual(told.orders.map(() => '0'))
    expect((await ask('60000')).orders).toEqual([])
  })

  test('what an outside book has not answered counts as flown out', async () => {
    const { pathId: agentPathsId } = board.tree.merchant
    const ask = (maxLoss: string) => advised(head, { maxLoss, agentPathsId })
    const before = await ask('40000')
    expect(before.orders.length).toBeGreaterThan(0)
    const { rows: books } = await board.raw.query<{ id: number }>(
      `insert into outside_books (name, base_url, key_id, secret, created_at)
       values ('book', 'https://book.example/', 'key', 'secret', 0) returning id`,
    )
    const { rows: pilots } = await board.raw.query<{ path_id: number }>('select path_id from pilots limit 1')
    const wish = { pilotId: pilots[0]?.path_id, connector: 'http', bookId: books[0]?.id, requestId: 'head-by-http' }
    expect((await board.post(head, 'common/pilot/update', wish)).code).toBe(200)
    const sending = { ...asked(), agentPathsId, orders: before.orders, requestId: 'head-unanswered' }
    expect((await board.post(head, 'common/replenishment/manual/bet', sending)).code).toBe(200)
    const states = await board.raw.query<{ state: string }>('select distinct state from fly_outs order by state')
    expect(states.rows.map(({ state }) => state)).toEqual(['confirmed', 'pending'])
    const after = await ask('40000')
    expect([after.orders, after.worstBefore]).toEqual([[], before.worstAfter])
  })

  test('a main account that may not fly out any more can still decide its fly-outs', async () => {
    const orders = ['confirm', 'reject', 'resend'].map((what) => `common/pilot-out/order/${what}`)
    const codes = (person: Person, paths: readonly string[]) =>
      Promise.all(paths.map(async (path) => (await board.post(person, path, { id: '1' })).code))
    const { pathId: agentPathsId } = board.tree.agent
    const flying = (await board.post(general, 'common/pilot-out/query', { gameId: 3 })).data as {
      downline: { agentPathsId: PathId; version: number }[]
    }
    const version = flying.downline.find((child) => child.agentPathsId === agentPathsId)?.version
    const taken = { items: [{ agentPathsId, version, isAllowPilotOut: false }] }
    expect((await board.post(general, 'common/pilot-out/xx-set', taken)).code).toBe(200)
    const sub = await board.as({ ...board.tree.sub, pathId: board.tree.agent.pathId })
    expect(await codes(agent, orders)).toEqual([40401, 40401, 40401])
    expect(await codes(sub, orders)).toEqual([40301, 40301, 40301])
    const set = { gameId: 3, version: 0, auto: [] }
    expect((await board.post(agent, 'common/pilot-out/set', set)).code).toBe(40301)
  })

  test('refusals: the head has nobody above and names a merchant, the period must be open for agents', async () => {
    expect((await advice(head, { maxLoss: '1' })).code).toBe(42206)
    expect((await advice(agent, { maxLoss: '1', periodNo: '19990101001' })).code).toBe(40401)
    board.tick(24 * 3_600_000)
    expect((await advice(await board.as(board.tree.agent), { maxLoss: '1' })).code).toBe(42204)
  })
})
