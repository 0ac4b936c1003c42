/** `npm run ops`: writes dashboards, alert rules and the page of goals from tools/ops. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { OPS_FILES } from './ops/files.ts'

for (const [path, write] of Object.entries(OPS_FILES)) {
  const file = join(import.meta.dirname, '..', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, write())
  process.stdout.write(`${path}\n`)
}
