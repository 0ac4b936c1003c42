import type { GameId, GroupId, MerchantId, PathId } from '@strata/domain/ids'
import { namedRows, type Queryable, rows } from '../platform/db.ts'

/** A row of replenishment settings. replenishment-settings.ts parses its columns. */
export interface StoredSettings {
  readonly pathId: PathId
  readonly gameId: GameId
  readonly version: number
  readonly acceptLimits: unknown
  readonly sendLimits: unknown
  readonly auto: unknown
  readonly manual: unknown
  readonly flyOut: unknown
  readonly warnings: unknown
}

export async function loadSettings(
  on: Queryable,
  merchantId: MerchantId,
  pathIds: readonly PathId[],
): Promise<StoredSettings[]> {
  const found = await namedRows<{
    path_id: PathId
    game_id: GameId
    version: number
    accept_limits: unknown
    send_limits: unknown
    auto: unknown
    manual: unknown
    fly_out: unknown
    warnings: unknown
  }>(
    on,
    'replenishment-settings',
    `select path_id, game_id, version, accept_limits, send_limits, auto, manual, fly_out, warnings
       from replenishment_settings where merchant_id = $1 and path_id = any($2::integer[])`,
    [merchantId, pathIds],
  )
  return found.map((settings) => ({
    pathId: settings.path_id,
    gameId: settings.game_id,
    version: settings.version,
    acceptLimits: settings.accept_limits,
    sendLimits: settings.send_limits,
    auto: settings.auto,
    manual: settings.manual,
    flyOut: settings.fly_out,
    warnings: settings.warnings,
  }))
}

export interface SettingsColumns {
  readonly acceptLimits: string
  readonly sendLimits: string
  readonly auto: string
  readonly manual: string
  readonly flyOut: string
  readonly warnings: string
}

/** Saves a path's settings of one game under their new version. Columns that are left out stay as they are. */
export async function saveSettings(
  on: Queryable,
  merchantId: MerchantId,
  at: { readonly pathId: PathId; readonly gameId: GameId; readonly version: number },
  columns: Partial<SettingsColumns>,
): Promise<void> {
  const { acceptLimits, sendLimits, auto, manual, flyOut, warnings } = columns
  const given = [acceptLimits, sendLimits, auto, manual, flyOut, warnings].map((column) => column ?? null)
  await on.query(
    `insert into replenishment_settings (merchant_id, path_id, game_id, version, accept_limits, send_limits, auto, manual,
                                         fly_out, warnings)
     values ($1, $2, $3, $4, coalesce($5::jsonb, '{}'), coalesce($6::jsonb, '{}'), coalesce($7::jsonb, '[]'),
             coalesce($8::jsonb, '[]'), coalesce($9::jsonb, '[]'), coalesce($10::jsonb, '{}'))
     on conflict (merchant_id, path_id, game_id) do update
        set version = excluded.version,
            accept_limits = coalesce($5::jsonb, replenishment_settings.accept_limits),
            send_limits = coalesce($6::jsonb, replenishment_settings.send_limits),
            auto = coalesce($7::jsonb, replenishment_settings.auto),
            manual = coalesce($8::jsonb, replenishment_settings.manual),
            fly_out = coalesce($9::jsonb, replenishment_settings.fly_out),
            warnings = coalesce($10::jsonb, replenishment_settings.warnings)`,
    [merchantId, at.pathId, at.gameId, at.version, ...given],
  )
}

/** Paths of the merchant with automatic replenishment or fly-out in a game, including the head. */
export const readAutomaticPaths = async (on: Queryable, merchantId: MerchantId, gameId: GameId): Promise<PathId[]> =>
  (
    await rows<{ path_id: PathId }>(
      on,
      `select distinct path_id from replenishment_settings
        where merchant_id = $1 and game_id in (0, $2)
          and (auto @> '[{"enabled": true}]' or fly_out @> '[{"enabled": true}]') order by path_id`,
      [merchantId, gameId],
    )
  ).map((row) => row.path_id)

/**
 * Switches off the automatic of a path (`auto` or `fly_out`) in these games. A game that used the default row gets its
 * own row. Returns the games in which it was on, with the play groups.
 */
export async function switchOffAutomatic(
  on: Queryable,
  merchantId: MerchantId,
  pathId: PathId,
  column: 'auto' | 'fly_out',
  gameIds: readonly GameId[],
): Promise<{ gameId: GameId; groupIds: GroupId[] }[]> {
  if (gameIds.length === 0) return []
  const off = `(select jsonb_agg(case when jsonb_typeof(a) = 'object' then a || '{"enabled": false}' else a end)
                  from jsonb_array_elements(f.${column}) a)`
  const found = await rows<{ game_id: GameId; group_ids: GroupId[] }>(
    on,
    `with f as materialized (
       select distinct on (g.id) g.id as new_game, s.* from unnest($3::smallint[]) as g (id)
         join replenishment_settings s on s.merchant_id = $1 and s.path_id = $2 and s.game_id in (0, g.id)
        order by g.id, s.game_id desc
     ), written as (
       insert into replenishment_settings as t (merchant_id, path_id, game_id, version, accept_limits, send_limits, auto,
                                                manual, fly_out, warnings)
       select $1, $2, f.new_game, 1, f.accept_limits, f.send_limits, ${column === 'auto' ? off : 'f.auto'}, f.manual,
              ${column === 'fly_out' ? off : 'f.fly_out'}, f.warnings
         from f where f.${column} @> '[{"enabled": true}]'
       on conflict (merchant_id, path_id, game_id) do update
         set version = t.version + 1, auto = excluded.auto, fly_out = excluded.fly_out
       returning t.game_id
     )
     select w.game_id, array(select (a ->> 'groupId')::integer from f, jsonb_array_elements(f.${column}) a
                              where f.new_game = w.game_id and a @> '{"enabled": true}')::integer[] as group_ids
       from written w order by w.game_id`,
    [merchantId, pathId, gameIds],
  )
  return found.map((game) => ({ gameId: game.game_id, groupIds: game.group_ids }))
}

/** When something of a kind is set in a row. */
const IS_SET = {
  warnings: "warnings <> '{}'",
  auto: `auto @> '[{"enabled": true}]'`,
  manual: `manual @> '[{"enabled": true}]'`,
  flyOut: `fly_out @> '[{"enabled": true}]'`,
} as const

export type SettingKind = keyof typeof IS_SET

/** Which of these paths have set something of one of these kinds in any game. `paths` null: all paths. */
export const pathsThatSet = async (
  on: Queryable,
  merchantId: MerchantId,
  kinds: readonly SettingKind[],
  paths: readonly PathId[] | null,
): Promise<PathId[]> =>
  (
    await rows<{ path_id: PathId }>(
      on,
      `select distinct path_id from replenishment_settings
        where merchant_id = $1 and ($2::integer[] is null or path_id = any($2))
          and (${kinds.map((kind) => IS_SET[kind]).join(' or ')})
        order by path_id`,
      [merchantId, paths === null ? null : [...paths]],
    )
  ).map((line) => line.path_id)
