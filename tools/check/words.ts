/**
 * Words: each thing has the name that GLOSSARY.md gives it, comments are plain English, and a path named in a document
 * exists.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Fault {
  readonly path: string
  readonly line: number
  readonly rule: string
  readonly text: string
}

interface NameRule {
  readonly rule: string
  readonly found: RegExp
  readonly right: string
  /** Names of the wire and of the database that stay as they are. */
  readonly except?: ReadonlySet<string>
  /** Files where the names of `except` stay: those that map the wire or the database. Absent: everywhere. */
  readonly edges?: RegExp
  /** The rule applies only in these folders. Absent: everywhere. */
  readonly within?: RegExp
}

// Tests are excluded, because they use `seat` like the wire does.
const REPLENISHING =
  /^(?!.*\.test\.)(?:apps\/server\/src\/(?:replenishment|settings|intake)|packages\/domain\/replenishment)\//

/** Screens and tests have the shapes of the wire. On the server these files translate it, or the database, or a test. */
const FLY_OUT_EDGES = new RegExp(
  [
    '^(?:apps/web|e2e|packages/contract)/',
    String.raw`\.test\.ts$|/testing/|/store-[\w-]+\.ts$`,
    '/replenishment/fly-out/|/settings/replenishment-settings',
    '/access/(?:session/(?:look|own-paths)|sign-in/sign-in)',
    '/(?:accounts/create-account|admin/merchants)',
    '/tree/terms/(?:change-terms-of-many|set-terms-call|terms-with-bounds)',
    '^tools/model/(?:play|world)',
  ].join('|'),
)

const NAMES: readonly NameRule[] = [
  { rule: 'max', found: /^MOST_|^[mM]ost[A-Z]/, right: 'MAX_, max' },
  { rule: 'max', found: /^MOST$/, right: 'MAX_ and of what' },
  {
    rule: 'kept',
    found: /^kept(?:[A-Z]|$)|Kept|KEPT/,
    right: 'cached, stored, or what is left',
    within: /^(?!e2e\/|.*(?:\.test\.ts$|\/testing\/))/,
  },
  { rule: 'concurrency', found: /^(Turns|Together)$/, right: 'Semaphore, BatchLoader' },
  { rule: 'outbox-message', found: /letter/i, right: 'message', within: /\/replenishment\/fly-out\// },
  {
    rule: 'seat',
    found: /^seat|Seat/,
    right: 'sender, owner; a seat is the view of a path below',
    within: REPLENISHING,
  },
  {
    rule: 'replenish',
    found: /hedg/i,
    right: 'replenish, replenishment',
    // Wire fields and their columns. The domain's schedule has the same pair of times.
    except: new Set(['hedgeCloseAt', 'hedge_close_at', 'hedgeSeconds', 'hedgeCloseBefore']),
  },
  {
    rule: 'fly-out',
    found: /flyout|Flyout|FLYOUT/,
    right: 'flyOut',
    // The kind of an order, the kind of a report row and three reasons of a refusal, as the wire spells them.
    except: new Set(['flyout', 'ownFlyout', 'flyoutOnly', 'flyoutOff', 'flyoutLimit']),
  },
  {
    rule: 'fly-order-account',
    found: /pilot/i,
    right: 'flyOut, flyOutAccount, flyOutAllowed',
    except: new Set(['pilotId', 'pilotName', 'isAllowPilotOut', 'pilot', 'pilots', 'is_allow_pilot_out']),
    edges: FLY_OUT_EDGES,
  },
  { rule: 'board-calls', found: /^tmzx\d$|xxSet$/i, right: 'a word of English; the path keeps its name' },
]

interface CommentRule {
  readonly found: RegExp
  readonly right: string
}

const COMMENTS: readonly CommentRule[] = [
  { found: /\banew\b/i, right: 'again' },
  { found: /\blest\b/i, right: 'so that ... not' },
  { found: /\b(?:where|there)(?:by|of|in|upon|with)\b/i, right: 'by it, of it, in it' },
  { found: /\b(?:whence|thence|hitherto|forthwith|henceforth)\b/i, right: 'from where, until now, at once' },
  { found: /\b(?:whilst|amongst|albeit|upon)\b/i, right: 'while, among, although, on' },
  { found: /\b(?:naught|nought|aught|ere)\b/i, right: 'nothing, anything, before' },
  { found: /\bshall\b/i, right: 'must, will' },
  { found: /(?<!who (?:owes|pays|creates) )\bwhom\b/i, right: 'who, or a sentence of its own' },
]

/** What a reader sees has one Chinese word for each thing. */
const CHINESE: readonly CommentRule[] = [
  { found: /单项(?:最高|最大|上限)|单[号注]限额/, right: '单项限额' },
  { found: /今日盈亏|当日(?:输赢|盈亏)|今日结果/, right: '今日输赢' },
  { found: /营业日|账务日|业务(?:天|日期)/, right: '业务日' },
  { found: /注单(?:列表|查询)|(?:报表|投注|下注|订单)明细/, right: '注单明细' },
  { found: /其它/, right: '其他' },
  { found: /外部账房/, right: '外部盘' },
  { found: /试呼叫/, right: '试调用' },
  { found: /旧密码/, right: '原密码' },
  { found: /帐[号户]|登陆/, right: '账号, 登录' },
  { found: /照抄/, right: '复制, 与…相同' },
  { found: /修改条[件款]|编辑(?:条款|占成)|修改占成和?退水/, right: '修改占成与退水' },
]

function chineseFaults(path: string, line: number, text: string): Fault[] {
  return CHINESE.flatMap(({ found, right }) => {
    const word = found.exec(text)?.[0]
    return word === undefined ? [] : [{ path, line, rule: 'one-word', text: `${word}: write ${right}` }]
  })
}

/** An id typed as a plain number: any other id could then be passed in its place. */
const PLAIN_ID = /\b\w*(?:path|merchant|game|group|period|account)_?Ids?\??: (?:readonly )?number\b/i
/** Screens and schemas have plain numbers on the wire's side; tests write them as they like. */
const PLAIN_IDS_ALLOWED =
  /^(?:apps\/web|packages\/contract|packages\/regions|tools|e2e|apps\/server\/(?:test|rooms))\/|\.test\.|\/testing\//

/** A role typed as a plain number: any count could then be passed as one. */
const PLAIN_ROLE = /\b\w*role(?:Id)?s?\??: (?:readonly )?number\b/i

function roleFaults(path: string, line: number, code: string): Fault[] {
  const found = /\.test\.|\/testing\/|^e2e\//.test(path) ? undefined : PLAIN_ROLE.exec(code)?.[0]
  return found === undefined ? [] : [{ path, line, rule: 'role', text: `${found}: write Role of packages/domain/tree` }]
}

function idFaults(path: string, line: number, code: string): Fault[] {
  const found = PLAIN_IDS_ALLOWED.test(path) ? undefined : PLAIN_ID.exec(code)?.[0]
  if (found === undefined) return []
  return [{ path, line, rule: 'branded-id', text: `${found}: write the type of packages/domain/ids.ts` }]
}

const SKIPPED = new Set(['node_modules', 'dist', '.data', 'violations'])

function filesBelow(root: string, folder: string, ends: RegExp): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(root, path, ends)
    return ends.test(entry.name) ? [path] : []
  })
}

/** The comment of a line, or an empty text. In a string `//` is part of a URL, which has no blank before it. */
const commentOf = (line: string): string =>
  /^\s*(?:\/\/|\/\*|\*|--)(.*)$/.exec(line)?.[1] ?? /\s\/\/\s(.*)$/.exec(line)?.[1] ?? ''

/** A line without its comment, quoted texts and call paths. */
const codeOf = (line: string): string =>
  /^\s*(?:\/\/|\/\*|\*)/.test(line)
    ? ''
    : line
        .replace(/\s\/\/\s.*$/, '')
        .replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, "''")
        .replace(/\/[\w-]+/g, '')

function commentFaults(path: string, line: number, text: string): Fault[] {
  return COMMENTS.flatMap(({ found, right }) => {
    const word = found.exec(text)?.[0]
    return word === undefined ? [] : [{ path, line, rule: 'plain-english', text: `"${word}": write ${right}` }]
  })
}

function nameFaults(path: string, line: number, code: string): Fault[] {
  const names = new Set(code.match(/[A-Za-z_$][\w$]*/g))
  return NAMES.filter(({ within }) => within?.test(path) ?? true).flatMap(({ rule, found, right, except, edges }) => {
    const isRight = (name: string): boolean => except?.has(name) === true && (edges?.test(path) ?? true)
    return [...names]
      .filter((name) => found.test(name) && !isRight(name))
      .map((name) => ({ path, line, rule, text: `${name}: write ${right}` }))
  })
}

/** Faults of a source file. `path` decides which rules apply. */
export function sourceFaults(path: string, source: string): Fault[] {
  return source
    .split('\n')
    .flatMap((line, at) => [
      ...commentFaults(path, at + 1, commentOf(line)),
      ...chineseFaults(path, at + 1, line),
      ...(/\.tsx?$/.test(path) ? nameFaults(path, at + 1, codeOf(line)) : []),
      ...(/\.tsx?$/.test(path) ? roleFaults(path, at + 1, codeOf(line)) : []),
      ...(/\.ts$/.test(path) ? idFaults(path, at + 1, codeOf(line)) : []),
    ])
}

/** A path of the repository in backticks or as a link's target. A pattern (`<room>`, `*`, `NNNN`) is not a path. */
const NAMED_PATH = /`((?:apps|packages|tools|e2e|docs|\.ci)\/[\w./-]+)`|\]\(([\w./-]+\.(?:md|ts|tsx|json))\)/g

/** Faults of a document: its words and the paths that it names. */
export function documentFaults(root: string, path: string, source: string): Fault[] {
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
  return source.split('\n').flatMap((text, at) => {
    const missing = [...text.matchAll(NAMED_PATH)]
      .map((match) => match[1] ?? join(folder, match[2] ?? ''))
      .filter((named) => !named.includes('NNNN') && !existsSync(join(root, named)))
      .map((named) => ({ path, line: at + 1, rule: 'named-path', text: `${named} does not exist` }))
    return [...commentFaults(path, at + 1, text), ...missing]
  })
}

/** Every fault of the repository's sources and documents, one line each. */
export function wordFaults(root: string): string[] {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  const sources = ['apps', 'packages', 'tools', 'e2e'].flatMap((folder) =>
    filesBelow(root, folder, /\.(?:tsx?|mjs|css)$/),
  )
  const documents = ['README.md', 'GLOSSARY.md', ...filesBelow(root, 'docs', /\.md$/)]
  return [
    // This file is excluded, because its lists contain the words.
    ...sources.filter((path) => path !== 'tools/check/words.ts').flatMap((path) => sourceFaults(path, read(path))),
    ...documents.flatMap((path) => documentFaults(root, path, read(path))),
  ].map(({ path, line, rule, text }) => `${path}:${line} ${rule}: ${text}`)
}
