import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Lines as a process writes them: the log goes to standard output. */
function linesOf(script: string): string {
  const source = `import { createLog } from '${new URL('log.ts', import.meta.url).href}'\nconst log = createLog('info')\n${script}`
  return execFileSync(process.execPath, ['--input-type=module', '--eval', source], { encoding: 'utf8' })
}

test('secrets are removed by name, at the top and one level below', () => {
  const names = ['password', 'newPassword', 'transferPassword', 'verifyCode', 'accountToken', 'resetToken', 'secret']
  const fields = JSON.stringify(Object.fromEntries(names.map((name) => [name, 'hidden-text'])))
  const text = linesOf(
    `log.info({ ...${fields}, body: ${fields}, req: { headers: { authorization: 'hidden-text' } }, account: 'agent001' }, 'a line')`,
  )
  expect(text).toContain('agent001')
  expect(text).not.toContain('hidden-text')
})

test('an error is logged without its other properties', () => {
  const text = linesOf(`
    const fault = Object.assign(new Error('what went wrong'), { code: 'E1', client: { connection: 'hidden-text' } })
    log.error({ err: fault }, 'fault')`)
  expect(text).toContain('what went wrong')
  expect(text).not.toContain('hidden-text')
})
