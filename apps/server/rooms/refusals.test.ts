import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { REFUSALS } from '@strata/contract/errors'
import { expect, it } from 'vitest'

/** Where a refusal is decided: by a rule of the domain, by the judgement of the contract, or by a room. */
const ROOTS = ['../src/', '../../../packages/domain/', '../../../packages/contract/']
const TABLE = /(^|\/)errors\.ts$/

const sources = ROOTS.flatMap((root) => {
  const folder = fileURLToPath(new URL(root, import.meta.url))
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)(testing|node_modules)\//.test(name) && !TABLE.test(name),
    )
    .map((name) => readFileSync(folder + name, 'utf8'))
})

it('every refusal of the table is given somewhere: a text that nobody can meet is no refusal', () => {
  const given = new Set(sources.flatMap((text) => [...text.matchAll(/'(\w+)'/g)].map(([, name]) => name)))
  expect(Object.keys(REFUSALS).filter((name) => !given.has(name))).toEqual([])
})
