import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { namedFiles } from './named-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'strata-named-'))
afterAll(() => rmSync(folder, { recursive: true }))

const page = join(folder, 'index.html')
const manifest = join(folder, 'manifest.webmanifest')
const pageOf = (body: string): void => writeFileSync(page, `<title>Strata</title><p>${body}</p>`)
pageOf('one')
writeFileSync(manifest, JSON.stringify({ name: 'Strata', short_name: 'Strata', lang: 'zh-CN' }))

/** Files whose name is read: each read answers after the last. */
async function filesOf(name: string): Promise<(file: string) => string> {
  const read = namedFiles(async () => name)
  await Promise.resolve()
  return read
}

test('the title and the installed app have the name of the platform', async () => {
  const read = await filesOf('星河')
  expect(read(page)).toBe('<title>星河</title><p>one</p>')
  expect(JSON.parse(read(manifest))).toEqual({ name: '星河', short_name: '星河', lang: 'zh-CN' })
})

test.each([
  ['</title><script>alert(1)</script>', '&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['A & "B"', 'A &amp; &quot;B&quot;'],
  ["$& $1 $'", "$&amp; $1 $'"],
])('a name is text, whatever it contains: %s', async (name, text) => {
  const read = await filesOf(name)
  expect(read(page)).toBe(`<title>${text}</title><p>one</p>`)
  expect(JSON.parse(read(manifest))).toMatchObject({ name })
})

test('a page does not wait for a name that cannot be read', () => {
  expect(namedFiles(() => new Promise(() => undefined))(page)).toContain('<title>Strata</title>')
  expect(namedFiles(() => Promise.reject(new Error('no database')))(page)).toContain('<title>Strata</title>')
})

test('a new name is in the page after the next, a new build in the next', async () => {
  let name = '星河'
  const read = namedFiles(async () => name)
  await Promise.resolve()
  name = '银河'
  expect(read(page)).toContain('星河')
  await Promise.resolve()
  expect(read(page)).toContain('银河')
  pageOf('two')
  utimesSync(page, 1, 1)
  expect(read(page)).toContain('<p>two</p>')
})
