import type { Chain, Holding } from '@strata/domain/book'
import {
  type ChainRates,
  type HolderRole,
  holdingOf,
  type ShareLink,
  type Shares,
  splitShares,
  takerHolding,
} from '@strata/domain/book/shares'
import { type GameId, type GroupId, type MerchantId, PathId } from '@strata/domain/ids'
import { type Rate, rate } from '@strata/domain/money'
import { effectiveStatus, ROLE } from '@strata/domain/tree'
import { versionOn } from '@strata/domain/tree/schedule'
import { commissionOf, type GroupTerms, groupTermsOf } from '@strata/domain/tree/terms'
import { type Pool, type Queryable, runTx } from '../../platform/db.ts'
import { type FlyOutAccount, loadFlyOutAccounts } from '../../settings/fly-out-accounts.ts'
import { loadSettings, type StoredSettings } from '../../settings/replenishment-settings.ts'
import { DEFAULT_GAME, type LinkRow, type Pankou, type ShareRow } from '../terms/terms-rows.ts'
import {
  type GroupsPool,
  loadLinkTerms,
  loadPaths,
  loadShareTerms,
  readConfigVersion,
  type Status,
  type StoredPath,
} from './store-snapshot.ts'

/** Path id of the head company, in every merchant. */
export const HEAD_PATH = PathId(1)

/** A path with the values that follow from the paths above it. */
export interface SnapshotPath extends StoredPath {
  /** Effective: the strictest from the head down to this path. */
  readonly status: Status
  /** Holders above; the column of a node's own role holds the node itself. */
  readonly chain: Chain
}

/** One link of a chain, from child up to parent, in force for a game on a business day. */
export interface SnapshotLink extends ShareLink {
  readonly child: SnapshotPath
  readonly parentId: PathId
  readonly terms: LinkRow
}

class Broken extends Error {}
const fault = (what: string): never => {
  throw new Broken(what)
}

/**
 * What decides money of one merchant at one config version: paths, terms and settings, filled lazily and never changed.
 * Made by SnapshotCache. Everything that is asked for must have been loaded (`load`), or its descendants.
 */
export class MerchantSnapshot {
  readonly merchantId: MerchantId
  readonly configVersion: bigint
  readonly #paths = new Map<PathId, SnapshotPath>()
  readonly #members = new Map<string, SnapshotPath>()
  readonly #links = new Map<PathId, Map<GameId, LinkRow>>()
  readonly #shares = new Map<PathId, Map<GameId, ShareRow[]>>()
  readonly #settings = new Map<PathId, Map<GameId, StoredSettings>>()
  readonly #flyOutAccounts = new Map<PathId, FlyOutAccount>()
  readonly #pool: GroupsPool = new Map()
  readonly #memo = new Map<string, unknown>()

  constructor(merchantId: MerchantId, configVersion: bigint) {
    this.merchantId = merchantId
    this.configVersion = configVersion
  }

  /** A member by account name, regardless of case; undefined: not a member of this merchant, or not loaded. */
  member(name: string): SnapshotPath | undefined {
    return this.#members.get(name) ?? this.#members.get(name.toLowerCase())
  }

  path(id: PathId): SnapshotPath | undefined {
    return this.#paths.get(id)
  }

  hasAll(names: readonly string[], ids: readonly PathId[]): boolean {
    return (
      this.#settings.has(HEAD_PATH) &&
      ids.every((id) => id === HEAD_PATH || this.#paths.has(id)) &&
      names.every((name) => this.member(name) !== undefined)
    )
  }

  /** Link terms of a path for a game: its own row or else the default. */
  terms(pathId: PathId, gameId: GameId): LinkRow | undefined {
    const games = this.#links.get(pathId)
    return games?.get(gameId) ?? games?.get(DEFAULT_GAME)
  }

  /** Terms of a play group: its own, else those of groups not listed. */
  groupTerms(pathId: PathId, gameId: GameId, groupId: GroupId): GroupTerms | undefined {
    const terms = this.terms(pathId, gameId)
    return terms && groupTermsOf(terms, groupId)
  }

  /** The path's own commission on a pankou; 0 if it has none. */
  rate(pathId: PathId, gameId: GameId, groupId: GroupId, pankou: Pankou): Rate {
    const group = this.groupTerms(pathId, gameId, groupId)
    return group ? commissionOf(group, pankou) : rate(0n)
  }

  /** Share terms of a path's link in force for a game on a business day. */
  shareTerms(pathId: PathId, gameId: GameId, day: string): ShareRow | undefined {
    const games = this.#shares.get(pathId)
    const versions = games?.get(gameId) ?? games?.get(DEFAULT_GAME)
    return versions && versionOn(versions, day)
  }

  /** Replenishment settings of a path (HEAD_PATH: the head's for this merchant) for a game, or else its default row. */
  settings(pathId: PathId, gameId: GameId): StoredSettings | undefined {
    const games = this.#settings.get(pathId)
    return games?.get(gameId) ?? games?.get(DEFAULT_GAME)
  }

  /** A fly-order account of a path that has fly-out settings. */
  flyOutAccount(id: PathId): FlyOutAccount | undefined {
    return this.#flyOutAccounts.get(id)
  }

  /** The links from a path up to the head, the path's own first. */
  chainOf(pathId: PathId, gameId: GameId, day: string): readonly SnapshotLink[] {
    return this.memo(`chain ${pathId} ${gameId} ${day}`, () => {
      const links: SnapshotLink[] = []
      for (let id = pathId; id !== HEAD_PATH; ) {
        const child = this.#paths.get(id) ?? fault(`path ${id} of merchant ${this.merchantId} is not loaded`)
        const terms = this.terms(id, gameId) ?? fault(`path ${id} has no terms`)
        const shares = this.shareTerms(id, gameId, day) ?? fault(`path ${id} has no share terms`)
        const parentId = child.parentId ?? fault(`path ${id} has no parent`)
        const parentRole =
          parentId === HEAD_PATH ? 0 : (this.#paths.get(parentId)?.role ?? fault(`no parent ${parentId}`))
        const { uplineShare, downlineCap, remainder } = shares
        links.push({
          child,
          parentId,
          terms,
          parentRole: parentRole as HolderRole,
          uplineShare,
          downlineCap,
          remainder,
        })
        id = parentId
      }
      return links
    })
  }

  /** Who holds how much of a stake that comes through a path on a business day (domain.md section 4). */
  shares(pathId: PathId, gameId: GameId, day: string): Shares {
    return this.memo(`shares ${pathId} ${gameId} ${day}`, () => splitShares(this.chainOf(pathId, gameId, day)))
  }

  /** The commission rates of a path's chain on a pankou; `b` is the path itself. */
  rates(pathId: PathId, gameId: GameId, groupId: GroupId, pankou: Pankou): ChainRates {
    const { chain } = this.#paths.get(pathId) ?? fault(`path ${pathId} of merchant ${this.merchantId} is not loaded`)
    const of = (id: PathId | null): Rate | null => (id === null ? null : this.rate(id, gameId, groupId, pankou))
    return { m: of(chain.m), g: of(chain.g), a: of(chain.a), b: this.rate(pathId, gameId, groupId, pankou) }
  }

  /** Shares and rates that are stored with an order of this bettor. */
  holding(at: { pathId: PathId; gameId: GameId; groupId: GroupId; pankou: Pankou; day: string }): Holding {
    const { pathId, gameId, groupId, pankou, day } = at
    return this.memo(`holding ${pathId} ${gameId} ${groupId} ${pankou} ${day}`, () =>
      holdingOf(this.shares(pathId, gameId, day), this.rates(pathId, gameId, groupId, pankou)),
    )
  }

  /** The same for a replenishment that `taker` accepts from a path. */
  replenishmentHolding(
    taker: HolderRole,
    at: { pathId: PathId; gameId: GameId; groupId: GroupId; pankou: Pankou },
  ): Holding {
    return takerHolding(taker, this.rates(at.pathId, at.gameId, at.groupId, at.pankou))
  }

  /** Computes a value that another room derives from this snapshot, and caches it with the snapshot. */
  memo<T>(key: string, make: () => T): T {
    const known = this.#memo.get(key)
    if (known !== undefined) return known as T
    if (this.#memo.size >= MEMO_LIMIT) this.#memo.clear()
    const made = make()
    this.#memo.set(key, made)
    return made
  }

  /** Reads the wanted paths that are missing and everything above them, in one query for each kind of row. */
  async load(on: Queryable, wanted: Wanted): Promise<Loaded> {
    const names = (wanted.names ?? []).map((name) => name.toLowerCase()).filter((name) => !this.#members.has(name))
    const ids = (wanted.ids ?? []).filter((id) => id !== HEAD_PATH && !this.#paths.has(id))
    const paths = names.length + ids.length === 0 ? [] : await loadPaths(on, this.merchantId, { names, ids })
    const fresh = paths.filter((path) => !this.#paths.has(path.id))
    const all = fresh.map((path) => path.id)
    const withHead = this.#settings.has(HEAD_PATH) ? all : [HEAD_PATH, ...all]
    const [links, shares, settings] = await Promise.all([
      all.length === 0 ? [] : loadLinkTerms(on, this.merchantId, all, this.#pool),
      all.length === 0 ? [] : loadShareTerms(on, this.merchantId, all),
      withHead.length === 0 ? [] : loadSettings(on, this.merchantId, withHead),
    ])
    const owners = settings.filter(fliesOut).map(({ pathId }) => pathId)
    const accounts = owners.length === 0 ? [] : await loadFlyOutAccounts(on, this.merchantId, owners)
    return { paths: fresh, links, shares, settings, flyOutAccounts: accounts }
  }

  /**
   * Adds what `load` has read. Only SnapshotCache may call it, after it has checked that all of it is of this
   * version.
   */
  merge({ paths, links, shares, settings, flyOutAccounts }: Loaded): void {
    for (const { pathId, terms } of links) inner(this.#links, pathId).set(terms.gameId, terms)
    for (const { pathId, terms } of shares) {
      const games = inner(this.#shares, pathId)
      const versions = (games.get(terms.gameId) ?? []).filter((version) => version.fromDay !== terms.fromDay)
      games.set(terms.gameId, [...versions, terms])
    }
    inner(this.#settings, HEAD_PATH)
    for (const found of settings) inner(this.#settings, found.pathId).set(found.gameId, found)
    for (const account of flyOutAccounts) this.#flyOutAccounts.set(account.pathId, account)
    const known = new Map(paths.map((path) => [path.id, path]))
    for (const path of paths) this.#add(path, known)
  }

  #add(path: StoredPath, known: ReadonlyMap<PathId, StoredPath>): void {
    const own = (id: PathId): Status =>
      known.get(id)?.ownStatus ?? this.#paths.get(id)?.ownStatus ?? fault(`path ${id} is not loaded`)
    const status = effectiveStatus(path.lineage.map(own))
    const chain: Chain = { h: HEAD_PATH, m: path.chainM, g: path.chainG, a: path.chainA }
    const added: SnapshotPath = { ...path, status, chain }
    this.#paths.set(path.id, added)
    if (path.role === ROLE.member && !path.isClosed) this.#members.set(path.name.toLowerCase(), added)
  }
}

const MEMO_LIMIT = 200_000

/** Only few paths fly out, so their fly-order accounts are read only then. */
const fliesOut = ({ flyOut }: StoredSettings): boolean => Array.isArray(flyOut) && flyOut.length > 0

const inner = <K, L, V>(outer: Map<K, Map<L, V>>, key: K): Map<L, V> => {
  const found = outer.get(key) ?? new Map<L, V>()
  outer.set(key, found)
  return found
}

export interface Wanted {
  /** Account names of members, regardless of case. */
  readonly names?: readonly string[]
  /** Paths of any kind. */
  readonly ids?: readonly PathId[]
}

interface Loaded {
  readonly paths: readonly StoredPath[]
  readonly links: Awaited<ReturnType<typeof loadLinkTerms>>
  readonly shares: Awaited<ReturnType<typeof loadShareTerms>>
  readonly settings: readonly StoredSettings[]
  readonly flyOutAccounts: readonly FlyOutAccount[]
}

/** One snapshot for each merchant and process, replaced when the merchant's config version has changed. */
export class SnapshotCache {
  readonly #snapshots = new Map<MerchantId, MerchantSnapshot>()

  /**
   * The snapshot under the merchant's lock. `configVersion` must come from `lockMerchant` in the same transaction,
   * so that nothing can change between the lock and the reads. Names that are not members of the merchant are
   * missing from it. A transaction that has itself changed the merchant must use `freshSnapshot`: uncommitted
   * changes must not get into the cache.
   */
  async locked(
    on: Queryable,
    merchantId: MerchantId,
    configVersion: bigint,
    wanted: Wanted,
  ): Promise<MerchantSnapshot> {
    const snapshot = this.#current(merchantId, configVersion)
    if (!snapshot.hasAll(wanted.names ?? [], wanted.ids ?? [])) snapshot.merge(await snapshot.load(on, wanted))
    return snapshot
  }

  /** The newest cached snapshot, possibly outdated: good enough to guess what a batch will need. */
  known(merchantId: MerchantId): MerchantSnapshot | undefined {
    return this.#snapshots.get(merchantId)
  }

  /** The snapshot for reading only, without a lock. Missing rows and the version are read in one database snapshot. */
  async current(pool: Pool, merchantId: MerchantId, wanted: Wanted): Promise<MerchantSnapshot> {
    return this.at(pool, merchantId, await readConfigVersion(pool, merchantId), wanted)
  }

  /** Like `current`, with a version that the caller has just read. */
  async at(pool: Pool, merchantId: MerchantId, version: bigint, wanted: Wanted): Promise<MerchantSnapshot> {
    const known = this.#current(merchantId, version)
    if (known.hasAll(wanted.names ?? [], wanted.ids ?? [])) return known
    return runTx(pool, { isolation: 'repeatable read', readOnly: true }, async (tx) =>
      this.locked(tx, merchantId, await readConfigVersion(tx, merchantId), wanted),
    )
  }

  #current(merchantId: MerchantId, version: bigint): MerchantSnapshot {
    const known = this.#snapshots.get(merchantId)
    if (known?.configVersion === version) return known
    const fresh = new MerchantSnapshot(merchantId, version)
    // A slower reader must not replace a newer version by an older one.
    if (!known || known.configVersion < version) this.#snapshots.set(merchantId, fresh)
    return fresh
  }
}

/** A snapshot of what the transaction itself sees, including its own changes; not cached. */
export async function freshSnapshot(on: Queryable, merchantId: MerchantId, wanted: Wanted): Promise<MerchantSnapshot> {
  const snapshot = new MerchantSnapshot(merchantId, await readConfigVersion(on, merchantId))
  snapshot.merge(await snapshot.load(on, wanted))
  return snapshot
}
