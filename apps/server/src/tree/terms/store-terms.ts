import type { GameId, MerchantId, PathId } from '@strata/domain/ids'
import { type Queryable, row } from '../../platform/db.ts'
import { groupsToJson, type LinkRow, pankouToText, type ShareRow } from './terms-rows.ts'

/**
 * SQL: the row of share terms is the version in force on a day, of the terms for games that are not listed.
 * @param row alias of share_terms
 * @param day SQL of the day
 */
export const isDefaultInForce = (row: string, day: string): string =>
  `${row}.game_id = 0 and ${row}.from_day <= ${day}
   and not exists (select from share_terms later
                    where later.merchant_id = ${row}.merchant_id and later.path_id = ${row}.path_id and later.game_id = 0
                      and later.from_day > ${row}.from_day and later.from_day <= ${day})`

/**
 * Gives new paths a copy of their parent's terms: uplineShare 0, downlineCap the parent's own (0 for bettors),
 * scheduled versions included. A bettor gets the one pankou that it bets on; if the parent does not have that one,
 * the parent's first.
 */
export async function copyTerms(
  on: Queryable,
  from: { merchantId: MerchantId; pathId: PathId },
  to: { merchantId: MerchantId; pathIds: readonly PathId[]; bettorPankou: string | null },
): Promise<void> {
  const values = [to.merchantId, to.pathIds, from.merchantId, from.pathId, to.bettorPankou]
  await on.query(
    `insert into link_terms (merchant_id, path_id, game_id, enabled, pankou, replenish_pankou, accept_type, plays)
     select $1, t.id, l.game_id, l.enabled,
            case when $5::text is null then l.pankou when l.pankou like '%' || $5 || '%' then $5 else left(l.pankou, 1) end,
            case when $5::text is null then coalesce(l.replenish_pankou, left(l.pankou, 1)) end, l.accept_type, l.plays
       from link_terms l, unnest($2::integer[]) as t (id)
      where l.merchant_id = $3 and l.path_id = $4`,
    values,
  )
  await on.query(
    `insert into share_terms (merchant_id, path_id, game_id, from_day, upline_share, downline_cap, remainder)
     select $1, t.id, s.game_id, s.from_day, 0, case when $5::text is null then s.downline_cap else 0 end, 'head'
       from share_terms s, unnest($2::integer[]) as t (id)
      where s.merchant_id = $3 and s.path_id = $4`,
    values,
  )
}

/** Rows per statement: far below the size limit of a message. */
const CHUNK = 5000

function* chunksOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += CHUNK) yield all.slice(from, from + CHUNK)
}

export interface LinkOfPath {
  readonly pathId: PathId
  readonly terms: LinkRow
}

export async function saveLinks(on: Queryable, merchantId: MerchantId, links: readonly LinkOfPath[]): Promise<void> {
  for (const chunk of chunksOf(links)) {
    await on.query(
      `insert into link_terms (merchant_id, path_id, game_id, enabled, pankou, replenish_pankou, accept_type, plays)
       select $1, u.path_id, u.game_id, u.enabled, u.pankou, u.replenish_pankou, u.accept_type, u.plays
         from unnest($2::integer[], $3::smallint[], $4::boolean[], $5::text[], $6::text[], $7::smallint[], $8::jsonb[])
              as u (path_id, game_id, enabled, pankou, replenish_pankou, accept_type, plays)
       on conflict (merchant_id, path_id, game_id) do update
         set enabled = excluded.enabled, pankou = excluded.pankou, replenish_pankou = excluded.replenish_pankou,
             accept_type = excluded.accept_type, plays = excluded.plays`,
      [
        merchantId,
        chunk.map((link) => link.pathId),
        chunk.map(({ terms }) => terms.gameId),
        chunk.map(({ terms }) => terms.enabled),
        chunk.map(({ terms }) => pankouToText(terms.pankou)),
        chunk.map(({ terms }) => terms.replenishPankou),
        chunk.map(({ terms }) => terms.acceptType),
        chunk.map(({ terms }) => groupsToJson(terms.groups)),
      ],
    )
  }
}

export const saveLinkTerms = (
  on: Queryable,
  merchantId: MerchantId,
  pathId: PathId,
  terms: readonly LinkRow[],
): Promise<void> =>
  saveLinks(
    on,
    merchantId,
    terms.map((one) => ({ pathId, terms: one })),
  )

export interface ShareOfPath {
  readonly pathId: PathId
  readonly terms: Omit<ShareRow, 'fromDay'> & { readonly fromDay: string }
}

/** Saves share versions; stored versions that begin later than a saved one are deleted. */
export async function saveShares(on: Queryable, merchantId: MerchantId, shares: readonly ShareOfPath[]): Promise<void> {
  for (const chunk of chunksOf(shares)) {
    const keys = [
      chunk.map((one) => one.pathId),
      chunk.map(({ terms }) => terms.gameId),
      chunk.map(({ terms }) => terms.fromDay),
    ]
    await on.query(
      `delete from share_terms s using unnest($2::integer[], $3::smallint[], $4::date[]) as u (path_id, game_id, from_day)
        where s.merchant_id = $1 and s.path_id = u.path_id and s.game_id = u.game_id and s.from_day > u.from_day`,
      [merchantId, ...keys],
    )
    await on.query(
      `insert into share_terms (merchant_id, path_id, game_id, from_day, upline_share, downline_cap, remainder)
       select $1, u.path_id, u.game_id, u.from_day, u.upline_share, u.downline_cap, u.remainder
         from unnest($2::integer[], $3::smallint[], $4::date[], $5::smallint[], $6::smallint[], $7::text[])
              as u (path_id, game_id, from_day, upline_share, downline_cap, remainder)
       on conflict (merchant_id, path_id, game_id, from_day) do update
         set upline_share = excluded.upline_share, downline_cap = excluded.downline_cap, remainder = excluded.remainder`,
      [
        merchantId,
        ...keys,
        chunk.map(({ terms }) => Number(terms.uplineShare)),
        chunk.map(({ terms }) => Number(terms.downlineCap)),
        chunk.map(({ terms }) => terms.remainder),
      ],
    )
  }
}

export const saveShareTerms = (
  on: Queryable,
  merchantId: MerchantId,
  pathId: PathId,
  terms: readonly ShareRow[],
): Promise<void> =>
  saveShares(
    on,
    merchantId,
    terms.map((one) => ({ pathId, terms: one })),
  )

/** The last business day, not before `from`, with an order on the link of any of these paths; null: none. */
export async function lastOrderDay(
  on: Queryable,
  merchantId: MerchantId,
  pathIds: readonly PathId[],
  from: string,
): Promise<string | null> {
  const found = await row<{ day: string | null }>(
    on,
    `select max(d.day) as day from (
       select mp.day from merchant_periods mp
        where mp.merchant_id = $1 and mp.day >= $3
          and exists (select from exposures e
                       where e.merchant_id = $1 and e.period_id = mp.period_id and e.path_id = any($2::integer[]))
       union all
       select s.day from (select distinct mp.day from merchant_periods mp where mp.merchant_id = $1 and mp.day >= $3) s
        where exists (select from orders o
                       where o.merchant_id = $1 and o.bettor = any($2::integer[]) and o.day = s.day and o.day >= $3)
       union all
       select r.day from rollup_paths r where r.merchant_id = $1 and r.path_id = any($2::integer[]) and r.day >= $3
     ) d`,
    [merchantId, pathIds, from],
  )
  return found.day
}

/** Sets the pankou that a path replenishes on; a game without terms of its own gets a copy of the default first. */
export async function saveReplenishPankou(
  on: Queryable,
  merchantId: MerchantId,
  at: { readonly pathId: PathId; readonly gameId: GameId },
  pankou: string,
): Promise<void> {
  await on.query(
    `insert into link_terms (merchant_id, path_id, game_id, enabled, pankou, replenish_pankou, accept_type, plays)
     select merchant_id, path_id, $3::smallint, enabled, pankou, $4, accept_type, plays
       from link_terms where merchant_id = $1 and path_id = $2 and game_id in (0, $3::smallint)
      order by game_id desc limit 1
     on conflict (merchant_id, path_id, game_id) do update set replenish_pankou = excluded.replenish_pankou`,
    [merchantId, at.pathId, at.gameId, pankou],
  )
}
