import type { AccountId, ChatGroupId, MerchantId, PathId } from '@strata/domain/ids'
import type { Role } from '@strata/domain/tree'
import type { Queryable } from '../../platform/db.ts'
import type { FundMode, Status } from '../paths/store-paths.ts'
import { type ListedPath, loadListed, readListedBounds } from './store-directory.ts'

export interface PathFilter {
  readonly under: PathId
  /** Role of `under`. */
  readonly underRole: Role
  /** Everything below instead of only the next level. */
  readonly deep: boolean
  readonly roleId?: Role
  readonly status?: Status
  readonly keyword?: string
  readonly groupId?: ChatGroupId
}

/** The path of the reader, who does not see what an account did on a path elsewhere. */
export interface Viewer {
  readonly under: PathId
  readonly role: Role
}

export type MemoryOrder = 'id' | 'accountName' | 'createdAt' | 'lastLoginAt'

/** The paths in order of ids, one array per column, so that a filter scans memory sequentially. */
interface Columns {
  readonly ids: Int32Array
  readonly parent: Int32Array
  readonly m: Int32Array
  readonly g: Int32Array
  readonly a: Int32Array
  readonly role: Int32Array
  readonly status: Uint8Array
  readonly group: Int32Array
  /**
   * Names and nicknames of all paths in lower case, one per line, joined into one string: one search covers them
   * all.
   */
  readonly text: string
  /** Where each path's text begins; one more entry holds the end of the whole text. */
  readonly starts: Int32Array
  readonly paths: readonly ListedPath[]
}

/** Separates the texts of two paths; a keyword cannot contain it. */
const END = '\0'

function textOf(paths: readonly ListedPath[]): Pick<Columns, 'text' | 'starts'> {
  const texts = paths.map(({ name, nickname }) => `${name}\n${nickname}${END}`)
  const starts = new Int32Array(texts.length + 1)
  for (const [at, text] of texts.entries()) starts[at + 1] = (starts[at] as number) + text.length
  return { text: texts.join(''), starts }
}

/** Indexes of the paths whose text contains a keyword. */
function placesWith(keyword: string, { text, starts }: Pick<Columns, 'text' | 'starts'>): Uint8Array {
  const found = new Uint8Array(starts.length - 1)
  if (keyword.includes(END)) return found
  let place = 0
  for (let at = text.indexOf(keyword); at !== -1; at = text.indexOf(keyword, starts[place + 1] as number)) {
    while ((starts[place + 1] as number) <= at) place += 1
    found[place] = 1
  }
  return found
}

function columnsOf(paths: Iterable<ListedPath>): Columns {
  const sorted = [...paths].sort((one, two) => one.id - two.id)
  const column = (pick: (path: ListedPath) => number | null): Int32Array =>
    Int32Array.from(sorted, (path) => pick(path) ?? 0)
  return {
    ids: column(({ id }) => id),
    parent: column(({ parentId }) => parentId),
    m: column(({ m }) => m),
    g: column(({ g }) => g),
    a: column(({ a }) => a),
    role: column(({ role }) => role),
    status: Uint8Array.from(sorted, ({ status }) => status),
    group: column(({ groupId }) => groupId),
    ...textOf(sorted),
    paths: sorted,
  }
}

const textOrder = (one: string, two: string): number => (one < two ? -1 : one > two ? 1 : 0)

/** The result of a filter. */
export interface Matches {
  readonly total: number
  /** One for each index of the columns: 1 if it matches. */
  readonly flags: Uint8Array
  /** The number of matches of each role, whatever role the filter asks for. */
  readonly roles: ReadonlyMap<Role, number>
}

/** The open paths of one merchant, in the form that lists search. */
export class PathDirectory {
  readonly #paths = new Map<PathId, ListedPath>()
  #columns: Columns | undefined
  readonly #orders = new Map<'accountName' | 'createdAt', Int32Array>()
  #accounts: ReadonlyMap<AccountId, readonly number[]> | undefined
  /** Everything committed before this transaction id is included. */
  xmin = '0'

  get size(): number {
    return this.#paths.size
  }

  /** A merchant has one mode for all its paths. */
  get fundMode(): FundMode | undefined {
    return this.#paths.values().next().value?.fundMode
  }

  take(changed: readonly ListedPath[]): void {
    if (changed.length === 0) return
    for (const path of changed) {
      if (path.isClosed) this.#paths.delete(path.id)
      else this.#paths.set(path.id, path)
    }
    this.#columns = undefined
    this.#accounts = undefined
    this.#orders.clear()
  }

  match(filter: PathFilter): Matches {
    const columns = this.#all()
    const { ids, parent, m, g, a, role, status, group } = columns
    const { under, underRole, deep, roleId = 0, status: wanted = 0, groupId = 0 } = filter
    const keyword = filter.keyword?.toLowerCase() ?? ''
    // A bettor has nobody below it.
    const chains: { readonly [R in Role]?: Int32Array } = { 1: m, 2: g, 3: a }
    const above = deep ? chains[underRole] : parent
    const flags = new Uint8Array(ids.length)
    const roles = new Map<Role, number>()
    let total = 0
    if (!above) return { total, flags, roles }
    const named = keyword === '' ? undefined : placesWith(keyword, columns)
    for (let at = 0; at < ids.length; at++) {
      if (above[at] !== under || ids[at] === under) continue
      if (wanted !== 0 && status[at] !== wanted) continue
      if (groupId !== 0 && group[at] !== groupId) continue
      if (named && named[at] === 0) continue
      const itsRole = role[at] as Role
      roles.set(itsRole, (roles.get(itsRole) ?? 0) + 1)
      if (roleId !== 0 && itsRole !== roleId) continue
      flags[at] = 1
      total += 1
    }
    return { total, flags, roles }
  }

  /**
   * The first `needed` ids of a match, in an order that the directory can sort by itself. `seen`: last sign-ins of
   * accounts.
   */
  first(
    matches: Matches,
    order: MemoryOrder,
    wanted: { descending: boolean; needed: number; seen?: ReadonlyMap<AccountId, number>; viewer?: Viewer },
  ): PathId[] {
    const { ids } = this.#all()
    const { flags, total } = matches
    const { descending, seen = new Map<AccountId, number>(), viewer } = wanted
    const most = Math.min(wanted.needed, total)
    if (order === 'lastLoginAt') return this.#firstSeen(matches, { descending, most, seen, viewer })
    const places = this.#placesIn(order)
    const found: PathId[] = []
    for (let step = 0; found.length < most; step++) {
      const from = descending ? ids.length - 1 - step : step
      const at = places ? (places[from] as number) : from
      if (flags[at] === 1) found.push(ids[at] as PathId)
    }
    return found
  }

  /** Paths that never signed in come first, in order of ids. They are the majority and need no sorting. */
  #firstSeen(
    { flags, total }: Matches,
    wanted: {
      descending: boolean
      most: number
      seen: ReadonlyMap<AccountId, number>
      viewer: Viewer | undefined
    },
  ): PathId[] {
    const { ids } = this.#all()
    const { descending, most, seen, viewer } = wanted
    const placesOf = this.#byAccount()
    const isElsewhere = this.#elsewhere(viewer)
    const rest = [...seen].flatMap(([accountId, last]) => {
      const places = placesOf.get(accountId) ?? []
      // The order must not show what the column hides.
      return places.some(isElsewhere) ? [] : places.filter((at) => flags[at] === 1).map((at) => ({ at, last }))
    })
    rest.sort((one, two) => one.last - two.last || one.at - two.at)
    if (descending) rest.reverse()
    const isSeen = new Set(rest.map(({ at }) => at))
    const never: number[] = []
    const wantedOfNever = Math.min(total - rest.length, descending ? most - rest.length : most)
    for (let step = 0; never.length < wantedOfNever; step++) {
      const at = descending ? ids.length - 1 - step : step
      if (flags[at] === 1 && !isSeen.has(at)) never.push(at)
    }
    const places = rest.map(({ at }) => at)
    const all = descending ? [...places, ...never] : [...never, ...places]
    return all.slice(0, most).map((at) => ids[at] as PathId)
  }

  /** Whether a place is not at or below the viewer's path. */
  #elsewhere(viewer: Viewer | undefined): (at: number) => boolean {
    const { m, g, a } = this.#all()
    const chains: { readonly [R in Role]?: Int32Array } = { 1: m, 2: g, 3: a }
    const chain = viewer && chains[viewer.role]
    return (at) => chain !== undefined && chain[at] !== viewer?.under
  }

  /** All ids of a match. */
  idsOf(matches: Matches): PathId[] {
    return this.first(matches, 'id', { descending: false, needed: matches.total })
  }

  /** Whether a path is among a match. */
  has({ flags }: Matches, id: PathId): boolean {
    const { ids } = this.#all()
    let [low, high] = [0, ids.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ids[middle] as number) < id) low = middle + 1
      else high = middle
    }
    return ids[low] === id && flags[low] === 1
  }

  #all(): Columns {
    this.#columns ??= columnsOf(this.#paths.values())
    return this.#columns
  }

  /** Indexes of the paths of each account: it may have several. */
  #byAccount(): ReadonlyMap<AccountId, readonly number[]> {
    if (this.#accounts) return this.#accounts
    const places = new Map<AccountId, number[]>()
    for (const [at, { accountId }] of this.#all().paths.entries()) {
      const known = places.get(accountId)
      if (known) known.push(at)
      else places.set(accountId, [at])
    }
    this.#accounts = places
    return places
  }

  #placesIn(order: Exclude<MemoryOrder, 'lastLoginAt'>): Int32Array | undefined {
    const { paths } = this.#all()
    if (order === 'id') return undefined
    const known = this.#orders.get(order)
    if (known) return known
    const places = Int32Array.from(paths, (_path, at) => at)
    const path = (at: number): ListedPath => paths[at] as ListedPath
    if (order === 'accountName') places.sort((one, two) => textOrder(path(one).name, path(two).name) || one - two)
    else places.sort((one, two) => path(one).createdAt - path(two).createdAt || one - two)
    this.#orders.set(order, places)
    return places
  }
}

/** Number of merchants whose paths stay in memory: about 30 MB for 100,000 paths. */
const MAX_CACHED = 16

/**
 * One directory for each merchant and process, brought up to date before each use: it contains everything committed
 * before.
 */
export class PathDirectories {
  readonly #pool: Queryable
  readonly #known = new Map<MerchantId, PathDirectory>()
  readonly #reading = new Map<MerchantId, Promise<PathDirectory>>()

  constructor(pool: Queryable) {
    this.#pool = pool
  }

  /** Callers that arrive during a read wait for the next one: the current one may have started before their change. */
  async current(merchantId: MerchantId): Promise<PathDirectory> {
    const running = this.#reading.get(merchantId)
    if (running) await running.catch(() => undefined)
    const next = this.#reading.get(merchantId)
    return next && next !== running ? next : this.#start(merchantId)
  }

  #start(merchantId: MerchantId): Promise<PathDirectory> {
    const reading = this.#read(merchantId).finally(() => {
      if (this.#reading.get(merchantId) === reading) this.#reading.delete(merchantId)
    })
    this.#reading.set(merchantId, reading)
    return reading
  }

  async #read(merchantId: MerchantId): Promise<PathDirectory> {
    const directory = this.#known.get(merchantId) ?? new PathDirectory()
    // Read before the paths: a transaction that commits between the two statements is then read again next time.
    const { xmin, xmax } = await readListedBounds(this.#pool)
    directory.take(await loadListed(this.#pool, merchantId, directory.xmin, xmax))
    directory.xmin = xmin
    this.#known.delete(merchantId)
    this.#known.set(merchantId, directory)
    for (const oldest of [...this.#known.keys()].slice(0, Math.max(0, this.#known.size - MAX_CACHED)))
      this.#known.delete(oldest)
    return directory
  }
}
