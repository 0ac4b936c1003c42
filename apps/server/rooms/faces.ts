import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { publicFiles, sharedStores } from './public-files.ts'
import { rooms } from './rooms.ts'

const names = new Set(rooms.map(({ name }) => name))
const isTest = (file: string): boolean => /\.test\.ts$|(^|\/)testing\//.test(file)
const roomOf = (file: string): string => file.split('/')[0] ?? ''
const isStore = (file: string): boolean => posix.basename(file).startsWith('store')

/** Files of other rooms that a file imports, from apps/server/src. The platform is everybody's. */
function foreignImports(file: string, source: string): string[] {
  const specifiers = [...source.matchAll(/(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g)].map(
    ([, specifier = '']) => specifier,
  )
  return specifiers
    .map((specifier) => posix.normalize(posix.join(posix.dirname(file), specifier)))
    .filter((target) => names.has(roomOf(target)) && roomOf(target) !== roomOf(file) && roomOf(target) !== 'platform')
}

/**
 * Reads the imports of all rooms: complaints about imports of files that are not public, of stores that are not on the list,
 * and about entries that no other room imports. main, compose, workers and tests import what they put together.
 * @param src apps/server/src, ending in a slash
 */
export function faceComplaints(src: string): string[] {
  const wrong: string[] = []
  const used = new Set<string>()
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).sort()
  for (const file of files.filter((name) => name.endsWith('.ts') && !isTest(name) && names.has(roomOf(name)))) {
    for (const target of foreignImports(file, readFileSync(src + file, 'utf8'))) {
      used.add(target)
      const listed = isStore(target) ? sharedStores : publicFiles
      if (!listed.includes(target)) wrong.push(`${file} imports ${isStore(target) ? 'store' : 'private'} ${target}`)
    }
  }
  for (const file of [...publicFiles, ...sharedStores]) {
    if (!used.has(file)) wrong.push(`public-files.ts: no other room imports ${file}`)
  }
  return wrong
}
