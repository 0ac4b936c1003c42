import { type Queryable, rows } from '../../platform/db.ts'

export interface SettingsColumns {
  readonly acceptLimits: string
  readonly sendLimits: string
  readonly auto: string
  readonly manual: string
  readonly flyOut: string
  readonly warnings: string
}

/** Saves a path's settings of one game under their new version; columns that are left out stay as they are. */
export async function saveSettings(
  on: Queryable,
  merchantId: number,
  at: { readonly pathId: number; readonly gameId: number; readonly version: number },
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

/** Sets the pankou a path replenishes on; a game without terms of its own gets a copy of the default with it. */
export async function saveReplenishPankou(
  on: Queryable,
  merchantId: number,
  at: { readonly pathId: number; readonly gameId: number },
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

export interface ChildRow {
  readonly id: number
  readonly name: string
  readonly terms_version: number
}

/** Direct children that hold business of their own. */
export const readChildren = (on: Queryable, merchantId: number, pathId: number): Promise<ChildRow[]> =>
  rows<ChildRow>(
    on,
    `select id, name, terms_version from paths
      where merchant_id = $1 and parent_id = $2 and role in (1, 2, 3) and closed_at is null order by id limit 2000`,
    [merchantId, pathId],
  )

/** Paths of the merchant that send up or out by themselves in a game, the head among them. */
export const readAutomaticPaths = async (on: Queryable, merchantId: number, gameId: number): Promise<number[]> =>
  (
    await rows<{ path_id: number }>(
      on,
      `select distinct path_id from replenishment_settings
        where merchant_id = $1 and game_id in (0, $2)
          and (auto @> '[{"enabled": true}]' or fly_out @> '[{"enabled": true}]') order by path_id`,
      [merchantId, gameId],
    )
  ).map((row) => row.path_id)

/** Takes the merchant's final pass of a period; false when it was taken before or the merchant has no bets in it. */
export async function claimFinalPass(on: Queryable, merchantId: number, periodId: number): Promise<boolean> {
  const claimed = await on.query(
    `update merchant_periods set final_pass = true
      where merchant_id = $1 and period_id = $2 and not final_pass and settled_version = 0`,
    [merchantId, periodId],
  )
  return claimed.rowCount === 1
}

/** Merchants that have bets in a period and did not make its final pass yet. */
export const merchantsWithoutFinalPass = async (on: Queryable, periodId: number): Promise<number[]> =>
  (
    await rows<{ merchant_id: number }>(
      on,
      'select merchant_id from merchant_periods where period_id = $1 and not final_pass and settled_version = 0 order by 1',
      [periodId],
    )
  ).map((row) => row.merchant_id)
