import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ENDPOINTS } from '@strata/contract/endpoints'
import { expect, it } from 'vitest'

const src = fileURLToPath(new URL('../src/', import.meta.url))
const contract = new URL('../../../packages/contract/endpoints/', import.meta.url)

/** Calls whose id names a room that stands before the rooms they need. Their ids are public: clients see them in openapi.json. */
const SERVED_LATER: Readonly<Record<string, string>> = {
  'tree.createAgent': 'accounts',
  'tree.createMember': 'accounts',
  'tree.upgradeToAgent': 'accounts',
  'book.warningQuery': 'replenishment',
  'book.warningSet': 'replenishment',
  'book.relationOrder': 'reports',
  'book.orderRoll': 'reports',
}

interface Served {
  readonly id: string
  readonly file: string
}

/** Every endpoint that a file takes from the contract as a value: it serves it. */
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

it('every call is served, by one file', () => {
  expect(served.map(({ id }) => id).sort()).toEqual(ENDPOINTS.map(({ id }) => id).sort())
})

it('a call is served by the room that its id names, or by the folder of that name', () => {
  const wrong = served.filter(({ id, file }) => {
    const named = SERVED_LATER[id] ?? id.split('.')[0] ?? ''
    return !file.startsWith(`${named}/`) && !file.includes(`/${named}/`)
  })
  expect(wrong).toEqual([])
})
