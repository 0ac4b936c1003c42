import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ENDPOINTS } from '@strata/contract/endpoints'
import { expect, it } from 'vitest'

const src = fileURLToPath(new URL('../src/', import.meta.url))
const contract = new URL('../../../packages/contract/endpoints/', import.meta.url)

interface Served {
  readonly id: string
  readonly file: string
}

/** Every endpoint that a file imports from the contract as a value, which means that it serves it. */
async function servedBy(file: string): Promise<Served[]> {
  const text = readFileSync(src + file, 'utf8')
  if (!/\b(serveSession|registerEndpoint)\b/.test(text)) return []
  const imports = text.matchAll(/^import \{([^}]*)\} from '@strata\/contract\/endpoints\/([\w-]+)'/gm)
  const served = await Promise.all(
    [...imports].map(async ([, names = '', module]) => {
      const endpoints = (await import(new URL(`${module}.ts`, contract).href)) as Record<string, { id: string }>
      const taken = names.split(',').map((name) => name.trim().split(' as ')[0] ?? '')
      return taken.flatMap((name) => {
        const id = endpoints[name]?.id
        return id === undefined ? [] : [{ id, file }]
      })
    }),
  )
  return served.flat()
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(name),
)
const served = (await Promise.all(files.map(servedBy))).flat()

it('every call is served by one file', () => {
  expect(served.map(({ id }) => id).sort()).toEqual(ENDPOINTS.map(({ id }) => id).sort())
})

it('a call is served by the room in its id, or by the folder of that name', () => {
  const wrong = served.filter(({ id, file }) => {
    const named = id.split('.')[0] ?? ''
    return !file.startsWith(`${named}/`) && !file.includes(`/${named}/`)
  })
  expect(wrong).toEqual([])
})
