import type { Page, Response } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { type Origins, type Production, startProduction } from './support/production.ts'
import { askOverTls } from './support/tls-proxy.ts'
import { SITE_HOST } from './support/world.ts'

/** What a browser gets with an operator's settings behind TLS: pages, calls, and which host answers what. */

test.use({ ignoreHTTPSErrors: true })

let production: Production
test.beforeAll(async () => {
  production = await startProduction()
})
test.afterAll(async () => {
  await production.close()
})

/** The policy of pages whose calls go to another host. */
const policyOf = (apiHost: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: ${apiHost}`,
    "font-src 'self'",
    `connect-src 'self' ${apiHost}`,
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

const ON_EVERY_ANSWER = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-site',
}

/** Collects every answer that a page gets over the network from now on. */
const answersTo = (page: Page): Response[] => {
  const all: Response[] = []
  page.on('response', (response) => {
    if (/^https?:/.test(response.url())) all.push(response)
  })
  return all
}

/** How often somebody has tried: after three failures an account is asked for a captcha. */
let tries = 0

/** Opens the sign-in, tries to sign in, and returns all answers. */
const trySignIn = async (page: Page, { page: site }: Origins, title: string): Promise<Response[]> => {
  const answers = answersTo(page)
  await page.goto(`${site}/login`)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await page.getByLabel('账号').fill(`nobody${10 + tries++}`)
  await page.getByLabel('密码', { exact: true }).fill('Nobody2026')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.locator('#entry-password-fault')).toHaveText('账号或密码错误')
  return answers
}

for (const [name, title] of [
  ['agent', '代理后台登录'],
  ['admin', '平台后台登录'],
] as const) {
  test(`the sign-in of the ${name} site works behind TLS, with every header and no cookie`, async ({ page }) => {
    const origins = production[name]
    const answers = await trySignIn(page, origins, title)
    const calls = answers.filter((answer) => answer.url().startsWith(`${origins.api}/api/`))
    expect(calls.length).toBeGreaterThan(0)
    for (const answer of answers) {
      const headers = await answer.allHeaders()
      expect(headers, answer.url()).toMatchObject(ON_EVERY_ANSWER)
      expect(Object.keys(headers), answer.url()).not.toContain('set-cookie')
      expect(Object.keys(headers).filter((key) => /^(sourcemap|x-sourcemap|x-powered-by|server)$/.test(key))).toEqual(
        [],
      )
    }
    const [document] = answers
    expect(document?.headers()['content-security-policy']).toBe(
      `${policyOf(origins.apiHost)}; upgrade-insecure-requests`,
    )
    for (const call of calls) {
      const headers = await call.allHeaders()
      expect(headers['access-control-allow-origin'], call.url()).toBe(origins.page)
      expect(headers['cache-control'], call.url()).toBe('no-store')
    }
    expect(await page.context().cookies()).toEqual([])
  })

  test(`the scripts of the ${name} site have no source maps`, async ({ page }) => {
    const origins = production[name]
    const answers = await trySignIn(page, origins, title)
    const scripts = answers.filter((answer) => new URL(answer.url()).pathname.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(2)
    for (const script of scripts) {
      expect(await script.text(), script.url()).not.toContain('sourceMappingURL')
      expect((await askOverTls(`${script.url()}.map`)).status).toBe(404)
    }
  })
}

test('a page of another site can neither read an answer nor frame the sign-in', async ({ browser }) => {
  const { agent, stranger } = production
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const page = await context.newPage()
  await page.goto(stranger)
  const read = (origin: string, mode: 'cors' | 'no-cors') =>
    page.evaluate(
      async ([url, how]) => {
        try {
          return (await fetch(url, { mode: how })).type
        } catch (error) {
          return (error as Error).name
        }
      },
      [`${origin}/api/common/status`, mode] as const,
    )
  for (const origin of [agent.api, agent.page]) {
    // The request arrives, but its answer cannot be read.
    expect(await read(origin, 'no-cors')).toBe('opaque')
    expect(await read(origin, 'cors')).toBe('TypeError')
  }
  const frame = async (url: string) => {
    await page.locator('iframe').evaluate((element, src) => element.setAttribute('src', src), url)
    return () => page.frames()[1]?.url()
  }
  await expect.poll(await frame(`${stranger}/framed`)).toBe(`${stranger}/framed`)
  await expect.poll(await frame(`${agent.page}/login`)).toMatch(/^chrome-error:/)
  await context.close()
})

test('an API host names only the site that it belongs to', async () => {
  const { agent } = production
  const allowed = async (origin: string, method: 'GET' | 'OPTIONS' = 'GET') => {
    const headers = { origin, ...(method === 'OPTIONS' ? { 'access-control-request-method': 'POST' } : {}) }
    const answer = await askOverTls(`${agent.api}/api/common/status`, { method, headers })
    return answer.headers['access-control-allow-origin']
  }
  const port = new URL(agent.page).port
  const www = `https://www.${SITE_HOST}:${port}`
  for (const origin of [agent.page, www]) {
    expect(await allowed(origin)).toBe(origin)
    expect(await allowed(origin, 'OPTIONS')).toBe(origin)
  }
  const strangers = [
    'https://other.test',
    `https://other.test:${port}`,
    `https://${SITE_HOST}`,
    `https://${SITE_HOST}:${port}.other.test`,
    `https://x.${SITE_HOST}:${port}`,
    production.admin.page,
    'null',
  ]
  for (const origin of strangers) {
    expect(await allowed(origin), origin).toBeUndefined()
    expect(await allowed(origin, 'OPTIONS'), origin).toBeUndefined()
  }
})

test('the demo’s outbox, and on the public port all operator calls, do not exist', async () => {
  const { agent, admin } = production
  const codeOf = async (url: string, method: 'GET' | 'POST' = 'GET') => {
    const headers: Record<string, string> = method === 'POST' ? { 'content-type': 'application/json' } : {}
    const { body } = await askOverTls(url, { method, headers, body: method === 'POST' ? '{}' : '' })
    return (JSON.parse(body) as { readonly code: number }).code
  }
  for (const { api } of [agent, admin]) {
    for (const path of ['outbox', 'bets', '']) {
      expect(await codeOf(`${api}/api/common/demo/${path}`)).toBe(40401)
      expect(await codeOf(`${api}/api/common/demo/${path}`, 'POST')).toBe(40401)
    }
  }
  for (const path of ['/docs', '/docs/', '/docs/json', '/openapi.json', '/metrics']) {
    for (const origin of [agent.page, agent.api]) expect(await codeOf(`${origin}${path}`), path).toBe(40401)
  }
  expect(await codeOf(`${agent.api}/api/common/account/adminlogin`, 'POST')).toBe(40401)
  expect((await askOverTls(`${admin.page}/openapi.json`)).body).toContain('"openapi":"3.1.0"')
  expect((await askOverTls(`${admin.page}/metrics`)).body).toContain('strata_http_seconds')
})

test('the docs of the admin port follow their policy', async ({ page }) => {
  await page.goto(`${production.admin.page}/docs/`)
  await expect(page.locator('.swagger-ui .opblock').first()).toBeVisible()
})

test('a malformed call is answered without stack, path or library name', async () => {
  const { api } = production.agent
  const broken = [
    { path: '/api/common/account/agentlogin', body: '{"account":' },
    { path: '/api/common/account/agentlogin', body: '{"account":1,"password":[]}' },
    { path: '/api/common/account/agentlogin', body: JSON.stringify({ account: 'a\u0000', password: 'x' }) },
    { path: '/api/no/such/call', body: '{}' },
    { path: '/api/%zz', body: '{}' },
  ]
  for (const { path, body } of broken) {
    const headers = { 'content-type': 'application/json' }
    const answer = await askOverTls(`${api}${path}`, { method: 'POST', headers, body })
    expect(answer.status, path).toBeLessThan(500)
    expect(answer.body, path).not.toMatch(/node_modules|\.ts\b|\n\s+at |fastify|zod|FST_/i)
    expect(answer.headers, path).toMatchObject(ON_EVERY_ANSWER)
  }
})

test('on plain http there are no TLS headers, and all others stay', async ({ page, baseURL }) => {
  const answers = answersTo(page)
  await page.goto('/login')
  await expect(page.getByLabel('账号')).toBeVisible()
  const { 'strict-transport-security': _, ...rest } = ON_EVERY_ANSWER
  for (const answer of answers) {
    const headers = await answer.allHeaders()
    expect(headers, answer.url()).toMatchObject(rest)
    expect(Object.keys(headers), answer.url()).not.toContain('strict-transport-security')
    expect(Object.keys(headers), answer.url()).not.toContain('set-cookie')
  }
  const { host } = new URL(baseURL ?? '')
  expect(answers[0]?.headers()['content-security-policy']).toBe(policyOf(`ms.${host}`))
})
