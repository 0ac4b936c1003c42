import type { AccountId, MerchantId, PathId } from '@strata/domain/ids'
import type { Role } from '@strata/domain/tree'
import { maybeRow, type Queryable, rows } from '../../platform/db.ts'

/** Account names of paths, for breadcrumbs. */
export async function namesOf(
  on: Queryable,
  merchantIds: readonly MerchantId[],
  ids: readonly PathId[],
): Promise<Map<PathId, string>> {
  const found = await rows<{ id: PathId; name: string }>(
    on,
    'select id, name from paths where merchant_id = any($1::integer[]) and id = any($2::integer[])',
    [merchantIds, ids],
  )
  return new Map(found.map((path) => [path.id, path.name]))
}

/**
 * Names of paths at or below one path, and of the other paths of its account, one of which a member had before it became an
 * agent. `under` null: all paths.
 */
export async function namesBelow(
  on: Queryable,
  merchantIds: readonly MerchantId[],
  under: { readonly pathId: PathId; readonly accountId: AccountId } | null,
  ids: readonly PathId[],
): Promise<Map<PathId, string>> {
  const found = await rows<{ id: PathId; name: string }>(
    on,
    `select id, name from paths
      where merchant_id = any($1::integer[]) and id = any($2::integer[])
        and ($3::integer is null or lineage @> array[$3] or account_id = $4)`,
    [merchantIds, ids, under?.pathId ?? null, under?.accountId ?? null],
  )
  return new Map(found.map((path) => [path.id, path.name]))
}

/** Paths with exactly this name, in any case. */
export const pathsNamed = async (on: Queryable, merchantIds: readonly MerchantId[], name: string): Promise<PathId[]> =>
  (
    await rows<{ id: PathId }>(
      on,
      'select id from paths where merchant_id = any($1::integer[]) and lower(name) = lower($2) limit 100',
      [merchantIds, name],
    )
  ).map(({ id }) => id)

export interface PlacedPath {
  readonly merchant_id: MerchantId
  readonly id: PathId
  readonly role: Role
  readonly name: string
  readonly parent_id: PathId | null
  readonly lineage: PathId[]
}

/** A path in the given merchants, or undefined. */
export const placedPath = async (
  on: Queryable,
  merchantIds: readonly MerchantId[],
  pathId: PathId,
): Promise<PlacedPath | undefined> =>
  maybeRow<PlacedPath>(
    on,
    'select merchant_id, id, role, name, parent_id, lineage from paths where merchant_id = any($1) and id = $2',
    [merchantIds, pathId],
  )
