import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { type Face, faces, type ShownWrite, shownWrites } from './public-files.ts'
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
  return list.flatMap(({ room, max, files }) => [
    ...(files.length > max ? [`public-files.ts: ${room} shows ${files.length} files, of ${max} at most`] : []),
    ...files.filter(isStore).map((file) => `public-files.ts: ${room}/${file} is a store`),
  ])
}

const changesRows = /\b(?:insert\s+into|delete\s+from|update\s+\w+(?:\s+\w+)?\s+set)\b/

/** Functions of a store that change rows, themselves or by another one of the file. */
function writesOf(store: string): ReadonlySet<string> {
  const named = /^(?:export )?(?:async )?(?:function|const) (\w+)/
  const parts = store.split(/^(?=(?:export )?(?:async )?(?:function|const) )/m).map((text) => ({
    name: named.exec(text)?.[1] ?? '',
    text,
  }))
  const writes = new Set(parts.filter(({ text }) => changesRows.test(text)).map(({ name }) => name))
  for (let before = 0; before < writes.size; ) {
    before = writes.size
    const calls = new RegExp(`\\b(?:${[...writes].join('|')})\\(`)
    for (const { name, text } of parts) if (calls.test(text.replace(named, ''))) writes.add(name)
  }
  return writes
}

/** Functions that change rows and that a public file shows straight from a store, as `file name`. */
function writesShown(src: string, file: string): string[] {
  if (!existsSync(src + file)) return []
  const shown = readFileSync(src + file, 'utf8').matchAll(/export \{([^}]*)\} from '(\.[^']+)'/g)
  return [...shown].flatMap(([, names = '', from = '']) => {
    if (!isStore(from)) return []
    const store = readFileSync(src + posix.normalize(posix.join(posix.dirname(file), from)), 'utf8')
    const writes = writesOf(store)
    return names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => writes.has(name))
      .map((name) => `${file} ${name}`)
  })
}

/** Complaints about writes of stores that rooms show: each is on the list, which may only shrink. */
export function shownWriteComplaints(src: string, list: readonly Face[], known: readonly ShownWrite[]): string[] {
  const found = list.flatMap(({ room, files }) => files.flatMap((file) => writesShown(src, `${room}/${file}`)))
  const names = new Set(known.map(({ write }) => write))
  return [
    ...found
      .filter((name) => !names.has(name))
      .map((name) => `${name} is a store's write: show an act of the room instead`),
    ...known
      .filter(({ write }) => !found.includes(write))
      .map(({ write }) => `public-files.ts: ${write} is not shown any more`),
    ...known.filter(({ reason }) => reason === '').map(({ write }) => `public-files.ts: ${write} has no reason`),
  ]
}

/**
 * Reads the imports of all rooms. Complains about imports of stores and of files that are not public, about public
 * files that do not name their exports, and about public files that no other room imports. main, compose, workers
 * and tests may import anything.
 * @param src apps/server/src, ending in a slash
 */
export function faceComplaints(src: string, list: readonly Face[] = faces): string[] {
  const wrong = [...listComplaints(list), ...shownWriteComplaints(src, list, shownWrites)]
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
