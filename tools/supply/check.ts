import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dependenciesOf } from './lock-file.ts'
import { type Advisory, knownAdvisories, secretsIn, wrongLicences, wrongScripts } from './rules.ts'

const run = promisify(execFile)
const AUDIT_TIMEOUT_MS = 20_000
const MAX_SCANNED_BYTES = 2 * 1024 * 1024
/** Files with planted violations, which the checks must find. */
const PLANTED = 'tools/check/violations/'

interface AuditAnswer {
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>
}

/** Advisories from the registry. Undefined when it does not answer. */
async function registryAdvisories(root: string): Promise<string[] | undefined> {
  const options = { cwd: root, timeout: AUDIT_TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 }
  // The command fails both when it finds something and when the registry does not answer. Only its output shows which.
  const { stdout } = await run('npm', ['audit', '--json', '--package-lock-only'], options).catch(
    (error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }),
  )
  try {
    const { vulnerabilities } = JSON.parse(stdout) as AuditAnswer
    if (vulnerabilities === undefined) return undefined
    return Object.entries(vulnerabilities).map(
      ([name, { severity, range }]) => `${name} ${range}: ${severity} (npm audit)`,
    )
  } catch {
    return undefined
  }
}

/** Advisories that are known without the registry. The file says how they were checked. */
export function listedAdvisories(root: string): readonly Advisory[] {
  const text = readFileSync(join(root, 'tools/supply/advisories.json'), 'utf8')
  return (JSON.parse(text) as { readonly advisories: readonly Advisory[] }).advisories
}

/** Dependencies with a known advisory, an install script or a licence that is not allowed. */
export async function supplyComplaints(root: string): Promise<string[]> {
  const all = dependenciesOf(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const listed = listedAdvisories(root)
  const told = (await registryAdvisories(root)) ?? []
  return [...knownAdvisories(all, listed), ...told, ...wrongScripts(all), ...wrongLicences(all)]
}

/** Tracked files that contain what looks like a secret. */
export async function secretComplaints(root: string): Promise<string[]> {
  const { stdout } = await run('git', ['ls-files', '-z'], { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  return stdout
    .split('\0')
    .filter((path) => path !== '' && !path.startsWith(PLANTED) && existsSync(join(root, path)))
    .filter((path) => statSync(join(root, path)).size <= MAX_SCANNED_BYTES)
    .flatMap((path) => secretsIn(readFileSync(join(root, path), 'utf8')).map((found) => `${path}: ${found}`))
}

/** Planted violations that the rules do not report. */
export function supplySilences(root: string): string[] {
  const folder = join(root, PLANTED, 'supply')
  const all = dependenciesOf(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const advisory = { name: 'planted-hole', vulnerable: '>=1.0.0 <1.2.4', id: 'PLANTED-1', title: 'planted' }
  const found = [...knownAdvisories(all, [advisory]), ...wrongScripts(all), ...wrongLicences(all)]
  const due = ['planted-hole@1.2.3: PLANTED-1', 'planted-script@1.0.0: has an', 'planted-licence@1.0.0: licence GPL']
  const secrets = secretsIn(readFileSync(join(folder, 'secrets.txt'), 'utf8'))
  return [
    ...due.filter((text) => !found.some((line) => line.startsWith(text))).map((text) => `not reported: ${text}`),
    ...(found.length === due.length ? [] : [`reported beside the planted ones: ${found.join('; ')}`]),
    ...(secrets.length === 3 ? [] : [`of 3 planted secrets ${secrets.length} were reported`]),
  ]
}
