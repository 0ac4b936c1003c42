import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { type Face, faces } from './public-files.ts'
import { rooms } from './rooms.ts'

const names = new Set(rooms.map(({ name }) => name))
const isTest = (file: string): boolean => /\.test\.ts$|(^|\/)testing\//.test(file)
const roomOf = (file: string): string => file.split('/')[0] ?? ''
const isStore = (file: string): boolean => posix.basename(file).startsWith('store')

/**
 * Files of other rooms that a file imports, relative to apps/server/src. The platform is left out: every room may
 * import it.
 */
function foreignImports(file: string, source: string): string[] {
  const specifiers = [...source.matchAll(/(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g)].map(
    ([, specifier = '']) => specifier,
  )
  return specifiers
    .map((specifier) => posix.normalize(posix.join(posix.dirname(file), specifier)))
    .filter((target) => names.has(roomOf(target)) && roomOf(target) !== roomOf(file) && roomOf(target) !== 'platform')
}

/** Complaints about the list itself: a room with too many public files, and a store among them. */
export function listComplaints(list: readonly Face[]): string[] {
  return list.flatMap(({ room, most, files }) => [
    ...(files.length > most ? [`public-files.ts: ${room} shows ${files.length} files, of ${most} at most`] : []),
    ...files.filter(isStore).map((file) => `public-files.ts: ${room}/${file} is a store`),
  ])
}

/**
 * Reads the imports of all rooms. Complains about imports of stores and of files that are not public, about public
 * files that do not name their exports, and about public files that no other room imports. main, compose, workers
 * and tests may import anything.
 * @param src apps/server/src, ending in a slash
 */
export function faceComplaints(src: string, list: readonly Face[] = faces): string[] {
  const wrong = listComplaints(list)
  const shown = new Set(list.flatMap(({ room, files }) => files.map((file) => `${room}/${file}`)))
  const used = new Set<string>()
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).sort()
  for (const file of files.filter((name) => name.endsWith('.ts') && !isTest(name) && names.has(roomOf(name)))) {
    const source = readFileSync(src + file, 'utf8')
    if (shown.has(file) && /^export \*/m.test(source)) wrong.push(`${file} shows a whole file: name what it shows`)
    for (const target of foreignImports(file, source)) {
      used.add(target)
      if (isStore(target)) wrong.push(`${file} imports store ${target}`)
      else if (!shown.has(target)) wrong.push(`${file} imports private ${target}`)
    }
  }
  for (const file of shown) {
    if (!used.has(file)) wrong.push(`public-files.ts: no other room imports ${file}`)
  }
  return wrong
}
