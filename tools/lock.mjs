// If a registry lacks the optional binaries of other platforms, npm leaves them out of the lock file, and `npm ci` on
// those platforms refuses it. This tool adds the missing entries. It derives the platform from the package name.
import { readFileSync, writeFileSync } from 'node:fs'

const platformName =
  /(?<os>android|darwin|freebsd|linux|openharmony|win32)-(?<cpu>arm64|arm|x64|ppc64|riscv64|s390x|ia32|loong64|mips64el)(?:-(?<abi>gnu|musl|msvc|eabi|gnueabihf|musleabihf))?$/

const libcOf = (os, abi) => (os !== 'linux' || !abi ? {} : { libc: [abi.startsWith('musl') ? 'musl' : 'glibc'] })

function entryFor(name, version, parent) {
  const match = platformName.exec(name)
  if (!match) return undefined
  const { os, cpu, abi } = match.groups
  return { version, cpu: [cpu], ...(parent.dev ? { dev: true } : {}), ...libcOf(os, abi), optional: true, os: [os] }
}

/** Adds missing entries to the parsed lock file. Returns the added names, and the names whose platform is unknown. */
export function completeLock(lock) {
  const added = []
  const unknown = []
  for (const [path, parent] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const at = `node_modules/${name}`
      if (lock.packages[at] || lock.packages[`${path}/${at}`]) continue
      const entry = entryFor(name, version, parent)
      if (!entry) unknown.push(name)
      else {
        lock.packages[at] = entry
        added.push(name)
      }
    }
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
  return { added, unknown }
}

if (import.meta.main ?? process.argv[1]?.endsWith('lock.mjs')) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const { added, unknown } = completeLock(lock)
  writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
  process.stdout.write(
    `added ${added.length} entries${unknown.length ? `; platform unknown: ${unknown.join(', ')}` : ''}\n`,
  )
}
