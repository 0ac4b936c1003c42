import { addDays, calendarDay, instantOf } from '@strata/domain/calendar'
import { businessToday } from './support/business-day.ts'
import { connect } from './support/database.ts'
import { expect, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { Operator } from './support/operator.ts'
import { ADMIN_PORT, dataDir, SITE_HOST } from './support/world.ts'

test.use({ baseURL: `http://${SITE_HOST}:${ADMIN_PORT}` })

const HALF_PAST_SIX = 6.5 * 3_600_000
const NUMBER = 'E2E/630'
type Config = { readonly items: readonly { readonly key: string; readonly coming?: { readonly day: string } }[] }

/** A period of 六合彩 that draws at 06:30 on a day far ahead. */
async function preparePeriod(): Promise<() => Promise<void>> {
  const pool = await connect(dataDir())
  const day = addDays(calendarDay(Date.now()), 20)
  await pool.query(
    `insert into periods (game_id, period_no, day, open_at, close_at, hedge_close_at, draw_at, state)
     values (3, $1, $2, $3::bigint - 9000, $3::bigint - 6000, $3::bigint - 3000, $3, 'scheduled')`,
    [NUMBER, day, instantOf(day, HALF_PAST_SIX)],
  )
  return async () => {
    await pool.query('delete from periods where game_id = 3 and period_no = $1', [NUMBER])
    await pool.end()
  }
}

test('business days begin at another time two days ahead, unless a period would change its day', async ({ seat }) => {
  const { open } = await seat('headco01')
  const page = await open('/admin/game/system-config')
  const setting = page.locator('[data-setting="day.start"]')
  await expect(setting.locator('[data-part=value]')).toHaveText('06:00 北京时间')
  await expect(setting).toContainText('两天后的业务日起生效')
  await setting.getByRole('button', { name: '修改' }).click()
  const dialog = page.getByRole('dialog', { name: '修改业务日开始时间' })
  const save = dialog.getByRole('button', { name: '保存' })
  await dialog.getByRole('textbox').fill('06:15')
  await expect(dialog.getByText('格式不正确')).toBeVisible()
  await expect(save).toBeDisabled()
  const remove = await preparePeriod()
  try {
    await dialog.getByRole('textbox').fill('07:00')
    await save.click()
    await expect(dialog.getByRole('alert')).toContainText(`六合彩第${NUMBER}期`)
    await look(page, 'day-start-refused')
  } finally {
    await remove()
  }
  await save.click()
  await expect(dialog).toHaveCount(0)
  const operator = await Operator.signIn()
  const { items } = await operator.call<Config>('/api/admin/system-config/query', {})
  const first = items.find(({ key }) => key === 'day.start')?.coming?.day ?? ''
  expect(first > addDays(calendarDay(Date.now()), 1)).toBe(true)
  await expect(setting.locator('[data-part=value]')).toHaveText('06:00 北京时间')
  await expect(setting.locator('[data-part=coming]')).toHaveText(`${first} 起改为 07:00 北京时间`)
  await look(page, 'day-start-coming')
  await setting.getByRole('button', { name: '修改' }).click()
  await dialog.getByRole('textbox').fill('08:00')
  await save.click()
  await expect(dialog.getByRole('alert')).toContainText(`已设置${first}起为07:00`)
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  await look(page, 'day-start-phone')
  // Today is as it was, for who signs in from now on as well.
  const home = await (await seat('headco01')).open('/')
  await expect(home.getByText('业务日起点 06:00')).toBeVisible()
  await expect(home.getByText(businessToday()).first()).toBeVisible()
})
