import { agentLogin } from '@strata/contract/calls/sign-in'
import { sealPassword } from '@strata/contract/wrapper'

/** Signs in as the demo's agent001 at the address given; ends badly unless a token comes back. */
const base = process.argv[2] ?? 'http://127.0.0.1:8080'
const config = (await (await fetch(`${base}/config.json`)).json()) as { appSecret: string }
const password = sealPassword({ password: 'Strata2026', appSecret: config.appSecret, nowMs: Date.now() })
const answer = await fetch(`${base}${agentLogin.path}`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', agentPathsId: '0', roleType: '2' },
  body: JSON.stringify({ account: 'agent001', password }),
})
const { code, message, data } = (await answer.json()) as {
  code: number
  message: string
  data: { accountToken?: string } | null
}
if (code !== 200 || !data?.accountToken) {
  process.stderr.write(`sign-in as agent001: ${code} ${message}\n`)
  process.exit(1)
}
