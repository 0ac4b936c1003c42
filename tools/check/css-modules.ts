import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const RULE = /([^{};]+)\{/g
const COMMENT = /\/\*[\s\S]*?\*\//g

/** Global styles are shared by all components, so they must be in ui/. */
const mayBeGlobal = (path: string): boolean => path.startsWith('ui/')

/** Local class names of a module; `:global(...)` names belong to ui/ or to the kit. */
function localNames(text: string): Set<string> {
  const plain = text.replace(COMMENT, '').replace(/:global\([^)]*\)/g, '')
  const selectors = [...plain.matchAll(RULE)].map((match) => match[1] ?? '').join('\n')
  return new Set([...selectors.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map((match) => match[1] ?? ''))
}

const BLOCK = /([^{};]+)\{([^{}]*)\}/g
const SCROLLS = /\boverflow(?:-[xy])?:\s*(?:auto|scroll)\b/
const POSITION = /(?:^|[\s;])position:/

const selectorsOf = (text: string): string[] => text.split(',').map((one) => one.trim())

/**
 * Boxes that scroll and hold no positions: text for screen readers in them is placed in the page, which then scrolls
 * below its end. The position may be in another block of the same selector.
 */
function looseScrollers(text: string): string[] {
  const blocks = [...text.replace(COMMENT, '').matchAll(BLOCK)].map(([, selectors = '', body = '']) => ({
    selectors: selectorsOf(selectors),
    body,
  }))
  const holding = new Set(blocks.filter(({ body }) => POSITION.test(body)).flatMap(({ selectors }) => selectors))
  return blocks
    .filter(({ body }) => SCROLLS.test(body))
    .flatMap(({ selectors }) => selectors.filter((one) => !holding.has(one)))
}

interface Use {
  readonly module: string
  readonly name: string
  /** `name` is only the start of a name, as in css[`tone-${tone}`]. */
  readonly isStart: boolean
}

function usesIn(folder: string, path: string): Use[] {
  const text = readFileSync(join(folder, path), 'utf8')
  const imports = [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)]
  return imports.flatMap(([, local, specifier]) => {
    const module = join(dirname(path), specifier ?? '')
    const plain = [...text.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))]
    const starts = [...text.matchAll(new RegExp(`\\b${local}\\[\`([\\w-]+)\\$`, 'g'))]
    return [
      ...plain.map((match) => ({ module, name: match[1] ?? '', isStart: false })),
      ...starts.map((match) => ({ module, name: match[1] ?? '', isStart: true })),
    ]
  })
}

/** What a module takes over from others: `composes: name from "file"`. */
function composedIn(folder: string, path: string): Use[] {
  const text = readFileSync(join(folder, path), 'utf8')
  return [...text.matchAll(/composes:\s*([\w -]+?)\s+from\s+["']([^"']+)["']/g)].flatMap(([, names = '', from = '']) =>
    names.split(/\s+/).map((name) => ({ module: join(dirname(path), from), name, isStart: false })),
  )
}

/**
 * Faults in the styles below a folder of sources: global styles outside ui/, class names that no module has, class
 * names that are not used, for example because no file imports the module, and boxes that scroll without a position.
 */
export function cssFaults(folder: string): string[] {
  if (!existsSync(folder)) throw new Error(`${folder} is missing`)
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const sheets = paths.filter((path) => path.endsWith('.css'))
  const modules = new Map(
    sheets
      .filter((path) => path.endsWith('.module.css'))
      .map((path) => [path, localNames(readFileSync(join(folder, path), 'utf8'))]),
  )
  const uses = [
    ...paths.filter((path) => /\.tsx?$/.test(path)).flatMap((path) => usesIn(folder, path)),
    ...[...modules.keys()].flatMap((path) => composedIn(folder, path)),
  ]
  const isUsed = (module: string, name: string): boolean =>
    uses.some((use) => use.module === module && (use.isStart ? name.startsWith(use.name) : name === use.name))
  return [
    ...sheets
      .filter((path) => !modules.has(path) && !mayBeGlobal(path))
      .map((path) => `${path}: global styles of a component; make it a *.module.css`),
    ...uses
      .filter(({ module, name, isStart }) => !isStart && !modules.get(module)?.has(name))
      .map(({ module, name }) => `${module}: has no .${name}`),
    ...[...modules].flatMap(([module, names]) =>
      [...names].filter((name) => !isUsed(module, name)).map((name) => `${module}: nobody uses .${name}`),
    ),
    ...sheets.flatMap((path) =>
      looseScrollers(readFileSync(join(folder, path), 'utf8')).map(
        (selector) => `${path}: ${selector} scrolls and has no position`,
      ),
    ),
  ]
}
