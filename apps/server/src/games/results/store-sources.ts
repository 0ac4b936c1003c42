import type { GameId } from '@strata/domain/ids'
import { maybeRow, type Queryable, rows } from '../../platform/db.ts'

/** Whether the key of a source was sealed with the storage key of this id. */
export async function hasSourceKeySealedBy(on: Queryable, storageKeyId: string): Promise<boolean> {
  const found = await rows(
    on,
    'select from result_sources where starts_with(secret, $1) or starts_with(old_secret, $1) limit 1',
    [`${storageKeyId}.`],
  )
  return found.length > 0
}

export async function addResultSource(
  on: Queryable,
  source: { readonly code: string; readonly name: string; readonly secret: string; readonly at: number },
): Promise<void> {
  await on.query(
    `insert into result_sources (code, name, secret, game_ids, created_at)
     select $1, $2, $3, coalesce(array_agg(id order by id), '{}'), $4 from games`,
    [source.code, source.name, source.secret, source.at],
  )
}

/** The codes of the sources that are switched on. */
export async function readSourceCodes(on: Queryable): Promise<string[]> {
  const found = await rows<{ code: string }>(on, 'select code from result_sources where enabled', [])
  return found.map(({ code }) => code)
}

export interface SigningSource {
  /** Sealed keys that are accepted now, the newest first. */
  readonly secrets: readonly string[]
  readonly gameIds: readonly GameId[]
  /** Empty: any address. */
  readonly allowedIps: readonly string[]
}

/** A source that is switched on; undefined: there is none of this code. */
export async function readSource(on: Queryable, code: string, now: number): Promise<SigningSource | undefined> {
  const found = await maybeRow<{
    secret: string
    old_secret: string | null
    game_ids: GameId[]
    allowed_ips: string[]
  }>(
    on,
    `select secret, case when old_until > $2 then old_secret end as old_secret, game_ids, allowed_ips
       from result_sources where code = $1 and enabled`,
    [code, now],
  )
  if (!found) return undefined
  const { secret, old_secret: old, game_ids: gameIds, allowed_ips: allowedIps } = found
  return { secrets: old === null ? [secret] : [secret, old], gameIds, allowedIps }
}

const HEARD_EVERY_MS = 10_000

export async function noteHeard(on: Queryable, code: string, at: number): Promise<void> {
  await on.query('update result_sources set heard_at = $2 where code = $1 and coalesce(heard_at, 0) < $3', [
    code,
    at,
    at - HEARD_EVERY_MS,
  ])
}

/** A call that was checked and thrown away. */
export interface SourceTrial {
  readonly at: number
  readonly ip: string
  readonly gameId: GameId
  readonly periodNo: string
  /** Null: it passed. */
  readonly problem: string | null
}

export async function noteTrial(on: Queryable, code: string, trial: SourceTrial): Promise<void> {
  await on.query('update result_sources set trial = $2, heard_at = $3 where code = $1', [
    code,
    JSON.stringify(trial),
    trial.at,
  ])
}

export interface StoredSource {
  readonly code: string
  readonly name: string
  readonly enabled: boolean
  readonly gameIds: readonly GameId[]
  readonly allowedIps: readonly string[]
  readonly version: number
}

interface SourceRow {
  code: string
  name: string
  enabled: boolean
  game_ids: GameId[]
  allowed_ips: string[]
  version: number
}

const columns = 's.code, s.name, s.enabled, s.game_ids, s.allowed_ips, s.version'
const toSource = ({ game_ids: gameIds, allowed_ips: allowedIps, ...rest }: SourceRow): StoredSource => ({
  code: rest.code,
  name: rest.name,
  enabled: rest.enabled,
  version: rest.version,
  gameIds,
  allowedIps,
})

export async function lockSource(on: Queryable, code: string): Promise<StoredSource | undefined> {
  const found = await maybeRow<SourceRow & Record<string, unknown>>(
    on,
    `select ${columns} from result_sources s where s.code = $1 for no key update`,
    [code],
  )
  return found && toSource(found)
}

/** Returns false when the code is taken. */
export async function insertSource(
  on: Queryable,
  source: Omit<StoredSource, 'version' | 'enabled'> & { readonly secret: string; readonly at: number },
): Promise<boolean> {
  const done = await on.query(
    `insert into result_sources (code, name, secret, game_ids, allowed_ips, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (code) do nothing`,
    [source.code, source.name, source.secret, source.gameIds, source.allowedIps, source.at],
  )
  return (done.rowCount ?? 0) > 0
}

export async function saveSource(on: Queryable, source: StoredSource): Promise<void> {
  await on.query(
    `update result_sources set name = $2, enabled = $3, game_ids = $4, allowed_ips = $5, version = $6 where code = $1`,
    [source.code, source.name, source.enabled, source.gameIds, source.allowedIps, source.version],
  )
}

/** Puts a new key in place; the one before is accepted until `oldUntil`, or ends now (null). */
export async function replaceSourceKey(
  on: Queryable,
  key: {
    readonly code: string
    readonly secret: string
    readonly at: number
    readonly oldUntil: number | null
    readonly version: number
  },
): Promise<void> {
  await on.query(
    `update result_sources
        set old_secret = case when $4::bigint is null then null else secret end, old_until = $4,
            secret = $2, key_since = $3, version = $5
      where code = $1`,
    [key.code, key.secret, key.at, key.oldUntil, key.version],
  )
}

export async function readSourceSecret(on: Queryable, code: string): Promise<string | undefined> {
  return (await maybeRow<{ secret: string }>(on, 'select secret from result_sources where code = $1', [code]))?.secret
}

/** Sources that are switched on for a game. */
export async function countSources(on: Queryable, gameId: GameId): Promise<number> {
  const found = await rows(on, 'select from result_sources where enabled and $1 = any(game_ids)', [gameId])
  return found.length
}

export interface ListedSource extends StoredSource {
  readonly createdAt: number
  readonly keySince: number
  readonly oldKeyUntil: number | null
  readonly heardAt: number | null
  readonly lastResult: {
    readonly gameId: GameId
    readonly periodNo: string
    readonly at: number
    readonly delayMs: number
  } | null
  readonly usualDelayMs: number | null
  readonly trial: SourceTrial | null
}

interface ListedRow extends SourceRow {
  created_at: bigint
  key_since: bigint | null
  old_until: bigint | null
  heard_at: bigint | null
  trial: SourceTrial | null
  game_id: GameId | null
  period_no: string | null
  at: bigint | null
  delay: bigint | null
  usual: number | null
}

const instant = (at: bigint | null): number | null => (at === null ? null : Number(at))

/** All sources with when each was last heard, its newest result and its usual delay. */
export async function listSources(on: Queryable, now: number): Promise<ListedSource[]> {
  const found = await rows<ListedRow & Record<string, unknown>>(
    on,
    `select ${columns}, s.created_at, s.key_since, case when s.old_until > $1 then s.old_until end as old_until,
            s.heard_at, s.trial, newest.game_id, newest.period_no, newest.at, newest.delay, usual.usual
       from result_sources s
       left join lateral (
         select p.game_id, p.period_no, e.at, e.at - p.draw_at as delay
           from draw_entries e join periods p on p.id = e.period_id
          where e.source = s.code order by e.at desc limit 1) newest on true
       left join lateral (
         select (percentile_disc(0.5) within group (order by last.delay))::float8 as usual
           from (select e.at - p.draw_at as delay from draw_entries e join periods p on p.id = e.period_id
                  where e.source = s.code order by e.at desc limit 20) last) usual on true
      order by s.created_at, s.code`,
    [now],
  )
  return found.map((row) => ({
    ...toSource(row),
    createdAt: Number(row.created_at),
    keySince: Number(row.key_since ?? row.created_at),
    oldKeyUntil: instant(row.old_until),
    heardAt: instant(row.heard_at),
    lastResult:
      row.game_id === null || row.period_no === null
        ? null
        : { gameId: row.game_id, periodNo: row.period_no, at: Number(row.at), delayMs: Number(row.delay) },
    usualDelayMs: row.usual,
    trial: row.trial,
  }))
}
