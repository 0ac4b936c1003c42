/** `npm run sbom [-- FILE]`: the bill of materials (CycloneDX JSON) of the lock file, into .cache/bom.cdx.json or FILE. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { billOfMaterials } from './supply/bill-of-materials.ts'
import { dependenciesOf } from './supply/lock-file.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string
  version: string
}
const file = resolve(process.argv[2] ?? join(root, '.cache/bom.cdx.json'))
const bill = billOfMaterials({ name, version }, dependenciesOf(readFileSync(join(root, 'package-lock.json'), 'utf8')))
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
process.stdout.write(`${bill.components.length} components in ${file}\n`)
