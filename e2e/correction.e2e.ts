import { ApiUser } from './support/api.ts'
import { businessDayAt, businessToday } from './support/business-day.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { Operator } from './support/operator.ts'

/** 时时彩: five balls from 0 to 9. */
const GAME = { id: 1, code: '5M' } as const
/** A period is settled again within this time, also on a busy machine. */
const SETTLED_MS = 90_000

type Order = {
  readonly orderNo: string
  readonly agentPathsId: number
  readonly periodNo: string
  readonly result: string
}
type Period = {
  readonly periodNo: string
  readonly state: string
  readonly result: number[]
  readonly resultVersion: number
}

const ordersOf = async (agent: ApiUser, day: string, filters: object): Promise<readonly Order[]> => {
  const asked = { gameId: GAME.id, from: day, to: day, kind: 'member', pageSize: 100, ...filters }
  return (await agent.call<{ items: Order[] }>('/api/common/report/order/query', asked)).items
}

const periodOf = async (operator: Operator, periodNo: string): Promise<Period> => {
  const asked = { gameId: GAME.id, periodNo }
  const { items } = await operator.call<{ items: Period[] }>('/api/admin/game/period/query', asked)
  if (!items[0]) throw new Error(`no period ${periodNo}`)
  return items[0]
}

/** Proposes by one operator and puts in force by the other one. */
const carry = async ([first, second]: readonly [Operator, Operator], path: string, wish: object) => {
  const { proposalId } = await first.call<{ proposalId: string }>(path, wish)
  await second.call('/api/admin/proposal/decide', { proposalId, approve: true })
}

/** A demo draw is bound by its seed: the period is voided by mistake, and its own balls are put in force again. */
const correct = async (operators: readonly [Operator, Operator], periodNo: string, reason: string) => {
  const [operator] = operators
  const { result, resultVersion } = await periodOf(operator, periodNo)
  const period = { gameId: GAME.id, periodNo }
  await carry(operators, '/api/admin/game/period/void', { ...period, version: resultVersion, reason: '误报' })
  const again = { ...period, version: resultVersion + 1, result, reason }
  await carry(operators, '/api/admin/draw/correct', again)
  await expect.poll(async () => (await periodOf(operator, periodNo)).state, { timeout: SETTLED_MS }).toBe('settled')
  return { result }
}

test('a corrected period and a void order are marked in results, orders and fund records', async ({ seat }) => {
  // Read once, because the day may change meanwhile and the corrected orders must stay on one day.
  const [day, began] = [businessDayAt(Date.now() - 86_400_000), businessToday()]
  const operators = [await Operator.signIn(), await Operator.signIn('oper0001')] as const
  const agent = await ApiUser.signIn('agent001')
  const won = (await ordersOf(agent, day, { result: 'win' })).find((order) => order.orderNo !== '')
  if (!won) throw new Error('nobody won yesterday')
  const { result } = await correct(operators, won.periodNo, '源站更正开奖号码')
  const other = (await ordersOf(agent, day, { state: 'settled' })).find((order) => order.periodNo !== won.periodNo)
  if (!other) throw new Error('there was one period only')
  await carry(operators, '/api/admin/order/void', { orderNo: other.orderNo, reason: '客诉核实' })

  const { open } = await seat('agent001')
  const results = await open(`/result?game=${GAME.code}&date=${day}`)
  const row = results.locator(`[data-period="${won.periodNo}"]`)
  await expect(row.locator('del').first()).toHaveText(result.join(' '))
  await expect(row).toContainText('更正')
  await expect(row).toContainText('原因：源站更正开奖号码 · 总公司')
  await look(results, 'correction-results')

  const details = await open(`/reports/details?orderNo=${won.orderNo}&from=${day}&to=${day}`)
  await expect(details.getByRole('rowheader', { name: /更正/ })).toBeVisible()
  await details.getByRole('button', { name: `查看注单 ${won.orderNo}` }).click()
  const versions = details.getByRole('dialog').getByRole('list', { name: '更正记录' }).getByRole('listitem')
  await expect(versions).toHaveCount(3)
  await expect(versions.nth(0).locator('del')).toContainText(result.join(' '))
  await expect(versions.nth(0)).toContainText('开奖')
  await expect(versions.nth(2)).toContainText(result.join(' '))
  await expect(versions.nth(2)).toContainText('原因：源站更正开奖号码')
  await look(details, 'correction-order')

  await details.goto(`/reports/details?orderNo=${other.orderNo}&from=${day}&to=${day}`)
  const voided = details.getByRole('row').filter({ has: details.locator(`[title="${other.orderNo}"]`) })
  await expect(voided.getByText('作废', { exact: true })).toBeVisible()
  await expect(voided).not.toContainText('和局')
  await details.getByRole('button', { name: `查看注单 ${other.orderNo}` }).click()
  await expect(details.getByRole('dialog')).toContainText('已作废，退回本金。')
  await expect(details.getByRole('dialog')).toContainText('原因：客诉核实')
  await look(details, 'correction-void')

  const range = `from=${began}&to=${businessToday()}`
  const funds = await open(`/agent/accounts/index?tab=funds&below=1&kinds=correction&${range}`)
  await expect(funds.getByText(`第3版 ${result.join(' ')}`).first()).toBeVisible()
  await expect(funds.getByText(`注单 ${other.orderNo} 作废`).first()).toBeVisible()
  await look(funds, 'correction-funds')

  const report = await open(`/reports/delivery?from=${day}&to=${day}`)
  await expect(report.getByTitle(`${day}有更正或作废`).first()).toBeVisible()
  await look(report, 'correction-report')
})
