/** What the lock file says about one installed package. */
export interface Dependency {
  readonly name: string
  readonly version: string
  readonly license: string | undefined
  readonly hasInstallScript: boolean
  /** Subresource integrity, `sha512-<base64>`; absent for binaries of other platforms (tools/lock.mjs). */
  readonly integrity: string | undefined
  readonly isDev: boolean
}

interface Entry {
  readonly name?: string
  readonly version?: string
  readonly license?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
  readonly integrity?: string
  readonly dev?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** All packages a lock file installs from a registry, without our own workspaces. Throws unless it has version 3. */
export function dependenciesOf(lockText: string): Dependency[] {
  const lock = JSON.parse(lockText) as { lockfileVersion?: number; packages?: Readonly<Record<string, Entry>> }
  if (lock.lockfileVersion !== 3 || lock.packages === undefined) throw new Error('a lock file of version 3 is expected')
  const entries = Object.entries(lock.packages)
  // A binary of another platform has no licence in the lock file. It has the licence of the package that needs it.
  const parents = new Map<string, string>()
  for (const [, { license, optionalDependencies = {} }] of entries)
    for (const name of Object.keys(optionalDependencies)) if (license !== undefined) parents.set(name, license)
  return entries.flatMap(([path, entry]) => {
    const at = path.lastIndexOf('node_modules/')
    if (at < 0 || entry.link || entry.version === undefined) return []
    const name = entry.name ?? path.slice(at + 'node_modules/'.length)
    return [
      {
        name,
        version: entry.version,
        license: entry.license ?? (entry.integrity === undefined ? parents.get(name) : undefined),
        hasInstallScript: entry.hasInstallScript === true,
        integrity: entry.integrity,
        isDev: entry.dev === true,
      },
    ]
  })
}
