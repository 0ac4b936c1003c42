import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../access/testing/person.ts'
import { openSmallBoard } from '../../book/testing/open-board.ts'

/** 实时滚单 through its call: the newest orders in the viewer's downline. */

const world = await openSmallBoard()
afterAll(() => world.close())
const { tree, post, as, bet } = world

interface Answer {
  readonly items: {
    readonly orderNo: string
    readonly itemCode: string
    readonly stake: string
    readonly heldStake: string
    readonly trail: string[]
  }[]
  readonly last: string
}

let agent: Person
beforeAll(async () => {
  agent = await as(tree.agent)
  await bet({ itemCode: '01', stake: '100' })
  await bet({ itemCode: '02', stake: '5000' })
  await bet({ playCode: 'LM_2QZ', itemCode: '01+02', stake: '800' })
})

const roll = async (person: Person, input: Record<string, unknown> = {}): Promise<Answer> => {
  const answer = await post(person, 'agent/RealTimeReport/roll', input)
  expect(answer.code, answer.message).toBe(200)
  return answer.data as Answer
}
const items = ({ items: found }: Answer): string[] => found.map(({ itemCode }) => itemCode)

describe('the running list of orders', () => {
  test('has the newest first, with the viewer’s part and every level between', async () => {
    const own = await roll(agent)
    expect(own.items.map(({ itemCode, stake, heldStake }) => [itemCode, stake, heldStake])).toEqual([
      ['01+02', '800', '240'],
      ['02', '5000', '1500'],
      ['01', '100', '30'],
    ])
    expect(own.items[0]?.trail).toEqual(['mem0001'])
    expect((await roll(await as(tree.merchant))).items[0]?.trail).toEqual(['genagt01', 'agent001', 'mem0001'])
    expect((await roll(await as(tree.head))).items[0]).toMatchObject({
      heldStake: '240',
      trail: ['merch001', 'genagt01', 'agent001', 'mem0001'],
    })
  })

  test('leaves out smaller stakes, smaller parts, and other games', async () => {
    expect(items(await roll(agent, { minStake: '800' }))).toEqual(['01+02', '02'])
    expect(items(await roll(agent, { minStake: '800.01' }))).toEqual(['02'])
    expect(items(await roll(agent, { minHeld: '241' }))).toEqual(['02'])
    expect(items(await roll(agent, { gameId: 1 }))).toEqual([])
    expect(items(await roll(await as(tree.general), { agentPathsId: tree.member.pathId }))).toHaveLength(3)
  })

  test('shows no orders of paths beside or above the caller', async () => {
    for (const made of [tree.sibling, tree.otherAgent, tree.otherMerchant])
      expect(items(await roll(await as(made)))).toEqual([])
    expect((await post(agent, 'agent/RealTimeReport/roll', { agentPathsId: tree.sibling.pathId })).code).toBe(40401)
    expect(items(await roll(await as(tree.general), { agentPathsId: tree.sibling.pathId }))).toEqual([])
  })

  test('continues after the last order seen, and may repeat the last two seconds', async () => {
    const { last, items: before } = await roll(agent)
    expect(last).toBe(before[0]?.orderNo)
    await bet({ itemCode: '03', stake: '20' })
    const next = await roll(agent, { after: last })
    expect(items(next)[0]).toBe('03')
    expect(BigInt(next.last)).toBeGreaterThan(BigInt(last))
    const late = (BigInt(next.last) + (3_000n << 22n)).toString()
    expect(await roll(agent, { after: late })).toMatchObject({ items: [], last: late })
  })
})
