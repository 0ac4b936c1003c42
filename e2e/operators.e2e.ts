import { expect, GIVEN_UP_MS, signIn, test } from './support/fixtures.ts'
import { look } from './support/looks.ts'
import { ADMIN_PORT, PASSWORD, SITE_HOST } from './support/world.ts'

test.use({ baseURL: `http://${SITE_HOST}:${ADMIN_PORT}` })

/** A name that no earlier run has taken. */
const NAME = `op${String(Date.now()).slice(-7)}`

test('operators are created, secured and disabled, and every change is in the log of the platform', async ({
  page,
}) => {
  await signIn(page, 'headco01')
  await page.getByRole('link', { name: '操作员管理' }).click()
  await expect(page.locator('[data-account=oper0001]')).toBeVisible()
  await page.getByRole('button', { name: '新增操作员' }).click()
  const dialog = page.getByRole('dialog', { name: '新增操作员' })
  await dialog.getByLabel('账号', { exact: true }).fill(NAME)
  await dialog.getByLabel('一次性登录密码').fill('Welcome2026')
  await dialog.getByRole('treeitem').filter({ hasText: '商户管理' }).locator('.ant-tree-checkbox').first().click()
  const merchants = dialog.getByRole('treeitem').filter({ hasText: '商户管理' })
  await expect(merchants).toContainText('操作 0/')
  await dialog.getByRole('button', { name: '全选操作 商户管理' }).click()
  await expect(
    dialog.getByRole('treeitem').filter({ hasText: '商户上分与回收' }).last().getByRole('checkbox'),
  ).toBeChecked()
  await look(page, 'operator-create')
  await dialog.getByRole('button', { name: '清除操作 商户管理' }).click()
  await expect(merchants).toContainText('操作 0/')
  await dialog.getByRole('button', { name: '保存' }).click()
  const row = page.locator(`[data-account=${NAME}]`)
  await expect(row).toContainText('未绑定')
  await look(page, 'operators')

  await row.locator('[data-action=edit]').click()
  const edit = page.getByRole('dialog', { name: `修改操作员 ${NAME}` })
  await edit.getByLabel('联系方式').fill('telegram:778899')
  await expect(edit.getByRole('button', { name: '保存' })).toBeDisabled()
  await edit.getByLabel('您的登录密码').fill('Wrong12026')
  await edit.getByRole('button', { name: '保存' }).click()
  await expect(edit.getByRole('alert')).toHaveText('登录密码错误')
  await edit.getByLabel('您的登录密码').fill(PASSWORD)
  await edit.getByRole('button', { name: '保存' }).click()
  await expect(edit).toBeHidden()

  await row.locator('[data-action=disable]').click()
  await page.getByLabel('原因（选填）').fill('离职')
  await page.getByRole('button', { name: '确定' }).click()
  await expect(row).toContainText('停用')

  await row.getByRole('link', { name: '日志' }).click()
  await expect(page.getByRole('heading', { name: '平台日志' })).toBeVisible()
  await expect(page.getByText('telegram:778899')).toBeVisible()
  await expect(page.getByText('离职')).toBeVisible()
  await look(page, 'platform-log')
  await page.getByRole('button', { name: '登录日志' }).click()
  await expect(page.getByText('登录成功').first()).toBeVisible()
})

test('the profile of an operator begins with its sign-ins', async ({ page }) => {
  await signIn(page, 'headco01')
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/profile\/login-log/)
})

test('permissions that fail to load are said in the dialog, and they load again', async ({ page }) => {
  await signIn(page, 'headco01', '/admin/user/index')
  const call = /\/childaccount-rolemodule\b/
  await page.route(call, (route) => route.abort('internetdisconnected'))
  const retry = async (action: string, title: string): Promise<void> => {
    await page.locator(action).click()
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog.getByRole('alert')).toBeVisible({ timeout: GIVEN_UP_MS })
    await look(page, 'operator-permissions-failed')
    await page.unroute(call)
    await dialog.getByRole('button', { name: '重试' }).click()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await expect(dialog.getByRole('treeitem').first()).toBeVisible()
    await dialog.getByRole('button', { name: '取消' }).click()
  }
  await retry('button:has-text("新增操作员")', '新增操作员')
  await page.route(call, (route) => route.abort('internetdisconnected'))
  await retry('[data-account=oper0001] [data-action=edit]', '修改操作员 oper0001')
})
