import { EXTREMES, extremes, list, MEASURES, SHARES, sums } from './measures.ts'

/** The nodes of a chain with role and parent. Path 1 is the head. */
const nodes = (alias: string): string =>
  `(values (0, 1, 0), (1, ${alias}.m, 1), (2, ${alias}.g, ${alias}.m), (3, ${alias}.a, coalesce(${alias}.g, ${alias}.m)))
   as n (role, path_id, parent_id)`

const addTo = (table: string, names: readonly string[]): string =>
  names.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')

/** Each bettor's own row, and rows of the nodes above it. A replenishment shows at the nodes below its taker. */
export const intoPaths = `
  insert into rollup_paths (merchant_id, day, game_id, path_id, as_bettor, kind, taker, parent_id, ${list(MEASURES)}, ${list(EXTREMES)})
  select $1::integer, $3::date, $6::smallint, r.path_id, r.as_bettor, r.kind, r.taker, r.parent_id, ${list(MEASURES, 'r.')}, ${list(EXTREMES, 'r.')}
    from (select b.bettor as path_id, true as as_bettor, b.kind, b.taker, b.parent_id,
                 ${list(MEASURES, 'b.')}, ${list(EXTREMES, 'b.')}
            from by_bettor b
          union all
          select n.path_id, false, c.kind, c.taker, n.parent_id, ${sums('c')}, ${extremes('c')}
            from by_bettor c cross join lateral ${nodes('c')}
           where n.path_id is not null and n.role > 0
             and (c.kind = 0 or (c.kind = 1 and n.role > c.taker and n.path_id <> c.own))
           group by n.path_id, c.kind, c.taker, n.parent_id) r
   order by r.path_id, r.as_bettor, r.kind, r.taker
  on conflict (merchant_id, path_id, day, game_id, as_bettor, kind, taker) do update set
    ${addTo('rollup_paths', MEASURES)},
    ${SHARES.map((s) => `smin_${s} = least(rollup_paths.smin_${s}, excluded.smin_${s}), smax_${s} = greatest(rollup_paths.smax_${s}, excluded.smax_${s})`).join(', ')}`

/** The nodes above each seat by play and board, and the sender's own row. A replenishment shows at its taker too. */
export const intoPlays = `
  insert into rollup_plays (merchant_id, day, game_id, play, pankou, path_id, own, kind, taker, ${list(MEASURES)})
  select $1::integer, $3::date, $6::smallint, c.play, c.pankou, n.path_id, n.own, c.kind, c.taker, ${sums('c')}
    from by_seat c
   cross join lateral (
         select n.path_id, false as own from ${nodes('c')}
          where n.path_id is not null
            and (c.kind = 0 or (c.kind = 1 and n.role >= c.taker and n.path_id <> c.own))
         union all
         select c.own, true where c.kind <> 0) n
   group by n.path_id, n.own, c.play, c.pankou, c.kind, c.taker
   order by n.path_id, c.play, c.pankou, n.own, c.kind, c.taker
  on conflict (merchant_id, path_id, day, game_id, play, pankou, own, kind, taker) do update set
    ${addTo('rollup_plays', MEASURES)}`
