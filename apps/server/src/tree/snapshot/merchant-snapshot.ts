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
import { type Rate, rate } from '@strata/domain/money'
import { effectiveStatus, ROLE } from '@strata/domain/tree'
import { versionOn } from '@strata/domain/tree/schedule'
import { commissionOf, type GroupTerms, groupTermsOf } from '@strata/domain/tree/terms'
import { type Pool, type Queryable, runTx } from '../../platform/db.ts'
import { loadPilots, type StoredPilot } from '../../settings/store-fly-out-accounts.ts'
import { loadSettings, type StoredSettings } from '../../settings/store-replenishment-settings.ts'
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
export const HEAD_PATH = 1

/** A path with what follows from those above it. */
export interface SnapshotPath extends StoredPath {
  /** Effective: the strictest on the way up. */
  readonly status: Status
  /** Holders above; a node's own column holds itself. */
  readonly chain: Chain
}

/** One link of a chain, from child up to parent, in force for a game on a business day. */
export interface SnapshotLink extends ShareLink {
  readonly child: SnapshotPath
  readonly parentId: number
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
  readonly merchantId: number
  readonly configVersion: bigint
  readonly #paths = new Map<number, SnapshotPath>()
  readonly #members = new Map<string, SnapshotPath>()
  readonly #links = new Map<number, Map<number, LinkRow>>()
  readonly #shares = new Map<number, Map<number, ShareRow[]>>()
  readonly #settings = new Map<number, Map<number, StoredSettings>>()
  readonly #pilots = new Map<number, StoredPilot>()
  readonly #pool: GroupsPool = new Map()
  readonly #memo = new Map<string, unknown>()

  constructor(merchantId: number, configVersion: bigint) {
    this.merchantId = merchantId
    this.configVersion = configVersion
  }

  /** A member by account name, any case; undefined: not a member of this merchant, or not loaded. */
  member(name: string): SnapshotPath | undefined {
    return this.#members.get(name) ?? this.#members.get(name.toLowerCase())
  }

  path(id: number): SnapshotPath | undefined {
    return this.#paths.get(id)
  }

  hasAll(names: readonly string[], ids: readonly number[]): boolean {
    return (
      this.#settings.has(HEAD_PATH) &&
      ids.every((id) => id === HEAD_PATH || this.#paths.has(id)) &&
      names.every((name) => this.member(name) !== undefined)
    )
  }

  /** Link terms of a path for a game: its own row, else the default. */
  terms(pathId: number, gameId: number): LinkRow | undefined {
    const games = this.#links.get(pathId)
    return games?.get(gameId) ?? games?.get(DEFAULT_GAME)
  }

  /** Terms of a play group: its own, else those of groups not listed. */
  groupTerms(pathId: number, gameId: number, groupId: number): GroupTerms | undefined {
    const terms = this.terms(pathId, gameId)
    return terms && groupTermsOf(terms, groupId)
  }

  /** The path's own commission on a pankou; 0 where nothing is agreed. */
  rate(pathId: number, gameId: number, groupId: number, pankou: Pankou): Rate {
    const group = this.groupTerms(pathId, gameId, groupId)
    return group ? commissionOf(group, pankou) : rate(0n)
  }

  /** Share terms of a path's link in force for a game on a business day. */
  shareTerms(pathId: number, gameId: number, day: string): ShareRow | undefined {
    const games = this.#shares.get(pathId)
    const versions = games?.get(gameId) ?? games?.get(DEFAULT_GAME)
    return versions && versionOn(versions, day)
  }

  /** Replenishment settings of a path (HEAD_PATH: the head's for this merchant) for a game, else its default row. */
  settings(pathId: number, gameId: number): StoredSettings | undefined {
    const games = this.#settings.get(pathId)
    return games?.get(gameId) ?? games?.get(DEFAULT_GAME)
  }

  /** A fly-order account of a path that has fly-out settings. */
  pilot(id: number): StoredPilot | undefined {
    return this.#pilots.get(id)
  }

  /** The links from a path up to the head, the path's own first. */
  chainOf(pathId: number, gameId: number, day: string): readonly SnapshotLink[] {
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

  /** Who holds how much of what comes through a path on a business day (domain.md section 4). */
  shares(pathId: number, gameId: number, day: string): Shares {
    return this.memo(`shares ${pathId} ${gameId} ${day}`, () => splitShares(this.chainOf(pathId, gameId, day)))
  }

  /** Own rates of a path's chain on a pankou; `b` is the path itself. */
  rates(pathId: number, gameId: number, groupId: number, pankou: Pankou): ChainRates {
    const { chain } = this.#paths.get(pathId) ?? fault(`path ${pathId} of merchant ${this.merchantId} is not loaded`)
    const of = (id: number | null): Rate | null => (id === null ? null : this.rate(id, gameId, groupId, pankou))
    return { m: of(chain.m), g: of(chain.g), a: of(chain.a), b: this.rate(pathId, gameId, groupId, pankou) }
  }

  /** Shares and rates that an order of this bettor carries. */
  holding(at: { pathId: number; gameId: number; groupId: number; pankou: Pankou; day: string }): Holding {
    const { pathId, gameId, groupId, pankou, day } = at
    return this.memo(`holding ${pathId} ${gameId} ${groupId} ${pankou} ${day}`, () =>
      holdingOf(this.shares(pathId, gameId, day), this.rates(pathId, gameId, groupId, pankou)),
    )
  }

  /** The same for a replenishment that `taker` takes from a path. */
  replenishmentHolding(
    taker: HolderRole,
    at: { pathId: number; gameId: number; groupId: number; pankou: Pankou },
  ): Holding {
    return takerHolding(taker, this.rates(at.pathId, at.gameId, at.groupId, at.pankou))
  }

  /** Anything another room derives from this snapshot and wants to keep as long as it lives. */
  memo<T>(key: string, make: () => T): T {
    const known = this.#memo.get(key)
    if (known !== undefined) return known as T
    if (this.#memo.size >= MEMO_LIMIT) this.#memo.clear()
    const made = make()
    this.#memo.set(key, made)
    return made
  }

  /** Reads what is not here yet, and everything above it, in one query for each kind of row. */
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
    const pilots = owners.length === 0 ? [] : await loadPilots(on, this.merchantId, owners)
    return { paths: fresh, links, shares, settings, pilots }
  }

  /** Takes in what `load` read. Only SnapshotCache calls it, once it knows that all of it is of this version. */
  merge({ paths, links, shares, settings, pilots }: Loaded): void {
    for (const { pathId, terms } of links) inner(this.#links, pathId).set(terms.gameId, terms)
    for (const { pathId, terms } of shares) {
      const games = inner(this.#shares, pathId)
      const versions = (games.get(terms.gameId) ?? []).filter((version) => version.fromDay !== terms.fromDay)
      games.set(terms.gameId, [...versions, terms])
    }
    inner(this.#settings, HEAD_PATH)
    for (const found of settings) inner(this.#settings, found.pathId).set(found.gameId, found)
    for (const pilot of pilots) this.#pilots.set(pilot.pathId, pilot)
    const known = new Map(paths.map((path) => [path.id, path]))
    for (const path of paths) this.#add(path, known)
  }

  #add(path: StoredPath, known: ReadonlyMap<number, StoredPath>): void {
    const own = (id: number): Status =>
      known.get(id)?.ownStatus ?? this.#paths.get(id)?.ownStatus ?? fault(`path ${id} is not loaded`)
    const status = effectiveStatus(path.lineage.map(own))
    const chain: Chain = { h: HEAD_PATH, m: path.chainM, g: path.chainG, a: path.chainA }
    const added: SnapshotPath = { ...path, status, chain }
    this.#paths.set(path.id, added)
    if (path.role === ROLE.member && !path.isClosed) this.#members.set(path.name.toLowerCase(), added)
  }
}

const MEMO_LIMIT = 200_000

/** Few paths do, so what they fly out to is looked up only then. */
const fliesOut = ({ flyOut }: StoredSettings): boolean => Array.isArray(flyOut) && flyOut.length > 0

const inner = <K, L, V>(outer: Map<K, Map<L, V>>, key: K): Map<L, V> => {
  const found = outer.get(key) ?? new Map<L, V>()
  outer.set(key, found)
  return found
}

export interface Wanted {
  /** Account names of members, any case. */
  readonly names?: readonly string[]
  /** Paths of any kind. */
  readonly ids?: readonly number[]
}

interface Loaded {
  readonly paths: readonly StoredPath[]
  readonly links: Awaited<ReturnType<typeof loadLinkTerms>>
  readonly shares: Awaited<ReturnType<typeof loadShareTerms>>
  readonly settings: readonly StoredSettings[]
  readonly pilots: readonly StoredPilot[]
}

/** One snapshot for each merchant and process, replaced when the merchant's config version is another. */
export class SnapshotCache {
  readonly #snapshots = new Map<number, MerchantSnapshot>()

  /**
   * The snapshot under the merchant's lock: `configVersion` is what `lockMerchant` answered in the same transaction, so
   * nothing can change between the lock and the reads. Names that are no members of the merchant are simply absent.
   * A transaction that has itself changed the merchant uses `freshSnapshot`: what is rolled back must not be kept.
   */
  async locked(on: Queryable, merchantId: number, configVersion: bigint, wanted: Wanted): Promise<MerchantSnapshot> {
    const snapshot = this.#current(merchantId, configVersion)
    if (!snapshot.hasAll(wanted.names ?? [], wanted.ids ?? [])) snapshot.merge(await snapshot.load(on, wanted))
    return snapshot
  }

  /** The newest this process knows, maybe outdated: good for a guess of what a batch will need. */
  known(merchantId: number): MerchantSnapshot | undefined {
    return this.#snapshots.get(merchantId)
  }

  /** The snapshot for reading only, without a lock. What is missing is read at one moment, together with its version. */
  async current(pool: Pool, merchantId: number, wanted: Wanted): Promise<MerchantSnapshot> {
    return this.at(pool, merchantId, await readConfigVersion(pool, merchantId), wanted)
  }

  /** The same by a version that the caller has just read. */
  async at(pool: Pool, merchantId: number, version: bigint, wanted: Wanted): Promise<MerchantSnapshot> {
    const known = this.#current(merchantId, version)
    if (known.hasAll(wanted.names ?? [], wanted.ids ?? [])) return known
    return runTx(pool, { isolation: 'repeatable read', readOnly: true }, async (tx) =>
      this.locked(tx, merchantId, await readConfigVersion(tx, merchantId), wanted),
    )
  }

  #current(merchantId: number, version: bigint): MerchantSnapshot {
    const known = this.#snapshots.get(merchantId)
    if (known?.configVersion === version) return known
    const fresh = new MerchantSnapshot(merchantId, version)
    // A reader that was overtaken must not put an older version in the place of a newer one.
    if (!known || known.configVersion < version) this.#snapshots.set(merchantId, fresh)
    return fresh
  }
}

/** A snapshot of what the transaction itself sees, its own changes included; kept nowhere. */
export async function freshSnapshot(on: Queryable, merchantId: number, wanted: Wanted): Promise<MerchantSnapshot> {
  const snapshot = new MerchantSnapshot(merchantId, await readConfigVersion(on, merchantId))
  snapshot.merge(await snapshot.load(on, wanted))
  return snapshot
}
