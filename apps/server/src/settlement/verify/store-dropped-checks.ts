import { MEASURES } from '../fold/measures.ts'

export const PATH_KEYS = ['day', 'game_id', 'path_id', 'as_bettor', 'kind', 'taker'] as const
export const PLAY_KEYS = ['day', 'game_id', 'play', 'pankou', 'path_id', 'own', 'kind', 'taker'] as const

/**
 * SQL: a sum over the rows of a rollup of a day ($1 merchant, $2 day, unless told otherwise), which another figure in any
 * of them changes. A row of zeros equals an absent row.
 */
export const rollupSum = (
  table: 'rollup_paths' | 'rollup_plays',
  keys: readonly string[],
  [merchant, day]: readonly [string, string] = ['$1', '$2::date'],
): string => `
  select coalesce(sum(('x' || substr(md5(concat_ws('|', ${[...keys, ...MEASURES].map((name) => `t.${name}`).join(', ')})), 1, 15))::bit(60)::bigint), 0)
    from ${table} t
   where t.merchant_id = ${merchant} and t.day = ${day} and t.orders <> 0`

/** A day whose single orders are gone is held against what was noted of it before. */
const ofDropped = (what: readonly string[], where: string): string => `
  select d.day, ${what.join(', ')}
    from dropped_parts d join dropped_days x on x.day = d.day and x.state <> 'closing'
   where d.merchant_id = $1 and (${where}) order by d.day limit 1`

const pathsSum = `(${rollupSum('rollup_paths', PATH_KEYS, ['d.merchant_id', 'd.day'])})`
const playsSum = `(${rollupSum('rollup_plays', PLAY_KEYS, ['d.merchant_id', 'd.day'])})`

export const droppedChecks: readonly (readonly [name: string, text: string])[] = [
  [
    'the rollups of a dropped day are those that were recorded',
    ofDropped(
      [
        'd.paths_sum::text',
        `${pathsSum}::text as expected_paths_sum`,
        'd.plays_sum::text',
        `${playsSum}::text as expected_plays_sum`,
      ],
      `d.paths_sum <> ${pathsSum} or d.plays_sum <> ${playsSum}`,
    ),
  ],
  [
    'the stakes of a dropped day are those of its rollup',
    `with noted as (
       select s.path_id, s.day, sum(s.stake) as stake
         from dropped_stakes s join dropped_days x on x.day = s.day and x.state <> 'closing'
        where s.merchant_id = $1 group by 1, 2
     ), rolled as (
       select r.path_id, r.day, sum(r.stake) as stake
         from rollup_paths r join dropped_days x on x.day = r.day and x.state <> 'closing'
        where r.merchant_id = $1 and r.as_bettor and r.kind = 0 group by 1, 2
     )
     select path_id, day, n.stake::text, r.stake::text as expected_stake
       from noted n full join rolled r using (path_id, day)
      where coalesce(n.stake, 0) <> coalesce(r.stake, 0) order by 2, 1 limit 1`,
  ],
  [
    'the periods of a dropped day are those of its rollup',
    `with noted as (
       select s.path_id, s.day, ${MEASURES.map((m) => `sum(s.${m}) as ${m}`).join(', ')}
         from dropped_periods s join dropped_days x on x.day = s.day and x.state <> 'closing'
        where s.merchant_id = $1 group by 1, 2
     ), rolled as (
       select r.path_id, r.day, ${MEASURES.map((m) => `sum(r.${m}) as ${m}`).join(', ')}
         from rollup_plays r join dropped_days x on x.day = r.day and x.state <> 'closing'
        where r.merchant_id = $1 group by 1, 2
     )
     select path_id, day, n.stake::text, r.stake::text as expected_stake
       from noted n full join rolled r using (path_id, day)
      where (${MEASURES.map((m) => `coalesce(n.${m}, 0)`).join(', ')})
            is distinct from (${MEASURES.map((m) => `coalesce(r.${m}, 0)`).join(', ')})
      order by 2, 1 limit 1`,
  ],
]
