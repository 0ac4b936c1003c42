import { readFileSync } from 'node:fs'

/**
 * Statements of earlier versions, as they were sent, with values. `since`: the migration that the first version with this
 * text needs. `until`: the migration that took something from it (see contracted.ts). When a migration changes what a
 * version writes, the text of the version before is added here.
 */
export interface OldWrite {
  readonly name: string
  readonly since: string
  readonly until?: string
  readonly text: string
  readonly values: readonly unknown[]
}

const AT = 1_772_420_000_000
const DAY = '2026-03-02'

const betText = readFileSync(new URL('./old-bet.sql', import.meta.url), 'utf8')
const betValues = readFileSync(new URL('./old-bet-values.json', import.meta.url), 'utf8')

/** The migration of the version that sent bets like this first. */
export const BETS_SINCE = '0009-bulk-changes'

/** Bets of one batch: an order of 100 yuan by path 100 in the open period 3 of the test's world. */
export function oldBet(orderId: bigint): OldWrite {
  const id = String(orderId)
  const values = JSON.parse(betValues) as unknown[]
  values[1] = id
  values[2] = AT
  values[3] = `{${id}}`
  values[43] = `{${id}}`
  values.splice(45, 4, `{${id}}`, '{h}', `{${id}}`, `{${DAY}}`)
  return { name: 'bets of a batch', since: BETS_SINCE, text: betText, values }
}

const transfers: readonly OldWrite[] = [
  {
    name: 'entries of a transfer',
    since: '0003',
    text: `insert into ledger_entries (merchant_id, id, transaction_id, path_id, kind, amount, balance_after, counterparty,
                                 period_id, result_version, reference, remark, operator_id, operator_name, day, at)
     select $1, e.id, $2, e.path_id, e.kind, e.amount, e.balance_after, e.counterparty, $9, $10, $11, $12, $13, $14, $15, $16
       from unnest($3::text[]::bigint[], $4::integer[], $5::text[], $6::text[]::bigint[], $7::text[]::bigint[], $8::integer[])
            as e (id, path_id, kind, amount, balance_after, counterparty)`,
    values: [
      1,
      '9',
      ['10', '11'],
      [30, 100],
      ['transferOut', 'transferIn'],
      ['-5', '5'],
      ['1', '2'],
      [100, 30],
      null,
      null,
      null,
      null,
      1,
      'a',
      DAY,
      AT,
    ],
  },
  {
    name: 'wallets of a transfer',
    since: '0003',
    text: `update wallets w
        set quota = w.quota + c.quota, balance = w.balance + c.balance, open_stake = w.open_stake + c.open_stake
       from unnest($2::integer[], $3::text[]::bigint[], $4::text[]::bigint[], $5::text[]::bigint[])
            as c (path_id, quota, balance, open_stake)
      where w.merchant_id = $1 and w.path_id = c.path_id and w.path_id between $6 and $7`,
    values: [1, [30, 100], ['0', '0'], ['-5', '5'], ['0', '0'], 30, 100],
  },
]

const signIns: readonly OldWrite[] = [
  {
    name: 'a session',
    since: '0001',
    text: `insert into sessions (token_hash, account_id, role_type, created_at, seen_at, expires_at, ip, device)
     values ($1, $2, $3, $4, $4, $5, $6, $7)`,
    values: ['old', 1, 2, AT, AT + 1, '127.0.0.1', 'd'],
  },
  {
    name: 'a session on a known device',
    since: '0021-known-devices',
    text: `insert into sessions (token_hash, account_id, role_type, created_at, seen_at, expires_at, ip, device, device_hash)
     values ($1, $2, $3, $4, $4, $5, $6, $7, $8)`,
    values: ['old2', 1, 2, AT, AT + 1, '127.0.0.1', 'd', 'h'],
  },
  {
    name: 'a session that looks into a merchant',
    since: '0030',
    text: `insert into sessions (token_hash, account_id, role_type, created_at, seen_at, expires_at, ip, device, device_hash, looker_id)
     values ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9)`,
    values: ['old3', 1, 2, AT, AT + 1, '127.0.0.1', 'd', 'h', 1],
  },
  {
    name: 'a line of the sign-in log',
    since: '0001',
    text: `insert into login_log (account_id, account_name, at, ip, device, result) values ($1, $2, $3, $4, $5, $6)`,
    values: [1, 'headco01', AT, '127.0.0.1', 'd', 'ok'],
  },
  {
    name: 'accounts',
    since: '0001',
    text: `insert into accounts (name, account_type, role_id, merchant_id, main_account_id, nickname, password_hash,
                           transfer_hash, permission_ids, must_change_password, created_at)
     select n.name, n.account_type, n.role_id, n.merchant_id, n.main_account_id, n.nickname, n.password_hash,
            n.transfer_hash, n.permission_ids::integer[], n.must_change, $11
       from unnest($1::text[], $2::smallint[], $3::integer[], $4::integer[], $5::integer[], $6::text[], $7::text[],
                   $8::text[], $9::text[], $10::boolean[])
            as n (name, account_type, role_id, merchant_id, main_account_id, nickname, password_hash, transfer_hash,
                  permission_ids, must_change)
     returning id, name`,
    values: [['agent009'], [2], [3], [1], [null], [null], ['x'], [null], ['{1,2}'], [true], AT],
  },
]

const periods: readonly OldWrite[] = [
  {
    name: 'a period',
    since: '0002',
    text: `insert into periods (game_id, period_no, day, open_at, close_at, hedge_close_at, draw_at, state)
     values ($1, $2, $3, $4, $5, $6, $7, 'scheduled') on conflict (game_id, period_no) do nothing returning id`,
    values: [3, '20260302009', DAY, 0, 1, 1, 2],
  },
  {
    name: 'a result of a source',
    since: '0002',
    text: `insert into draw_entries (period_id, source, result, at) values ($1, $2, $3, $4)
     on conflict (period_id, source) do update set result = excluded.result, at = excluded.at`,
    values: [1, 'feed', [1, 2, 3, 4, 5, 6, 7], AT],
  },
  {
    name: 'a drop of odds by stakes',
    since: '0011',
    until: '0016-streak-drops-and-answers',
    text: `insert into price_drops (period_id, play, price_key, drop_odds, floor_odds, at)
     select $1, t.play, t.price_key, t.drop_odds, t.floor_odds, $2
       from unnest($3::text[], $4::text[], $5::text[]::bigint[], $6::text[]::bigint[]) as t (play, price_key, drop_odds, floor_odds)
     on conflict (period_id, play, price_key) do update
        set drop_odds = excluded.drop_odds, floor_odds = excluded.floor_odds, at = excluded.at,
            changes = price_drops.changes + 1`,
    values: [1, AT, ['TMA'], ['07'], ['200'], ['10100']],
  },
  {
    name: 'a drop of odds by its cause',
    since: '0016',
    text: `insert into price_drops (period_id, play, price_key, drop_odds, floor_odds, cause, streak, at)
     select $1, t.play, t.price_key, t.drop_odds, t.floor_odds, t.cause, t.streak, $2
       from unnest($3::text[], $4::text[], $5::text[]::bigint[], $6::text[]::bigint[], $7::text[], $8::integer[])
            as t (play, price_key, drop_odds, floor_odds, cause, streak)
     on conflict (period_id, play, price_key, cause) do update
        set drop_odds = excluded.drop_odds, floor_odds = excluded.floor_odds, streak = excluded.streak, at = excluded.at,
            changes = price_drops.changes + 1`,
    values: [1, AT, ['TMA'], ['07'], ['200'], ['10100'], ['streak'], [3]],
  },
]

const settings: readonly OldWrite[] = [
  {
    name: 'replenishment settings',
    since: '0003',
    text: `insert into replenishment_settings (merchant_id, path_id, game_id, version, accept_limits, send_limits, auto, manual)
     values ($1, $2, $3, $4, coalesce($5::jsonb, '{}'), coalesce($6::jsonb, '{}'), coalesce($7::jsonb, '[]'),
             coalesce($8::jsonb, '[]'))
     on conflict (merchant_id, path_id, game_id) do update
        set version = excluded.version,
            accept_limits = coalesce($5::jsonb, replenishment_settings.accept_limits),
            send_limits = coalesce($6::jsonb, replenishment_settings.send_limits),
            auto = coalesce($7::jsonb, replenishment_settings.auto),
            manual = coalesce($8::jsonb, replenishment_settings.manual)`,
    values: [1, 30, 3, 3, '{}', null, null, '[]'],
  },
  {
    name: 'a result source',
    since: '0002',
    text: `insert into result_sources (code, secret, game_ids, created_at)
     values ($1, $2, (select array_agg(id order by id) from games), $3)`,
    values: ['feed2', 's', AT],
  },
  {
    name: 'a notice',
    since: '0002',
    text: 'insert into notices (content, level, from_at, at) values ($1, $2, $3, $3)',
    values: ['n', 'info', AT],
  },
  {
    name: 'alerts',
    since: '0002',
    text: `insert into alerts (merchant_id, path_id, kind, level, text, data, at)
     select $1, u.path_id, u.kind, u.level, u.text, u.data, $7
       from unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::jsonb[]) as u (path_id, kind, level, text, data)
     returning id`,
    values: [1, [30], ['warningLine'], ['warn'], ['t'], ['{}'], AT],
  },
  {
    name: 'a merchant',
    since: '0001',
    text: 'insert into merchants (id, code, name, fund_mode, created_at) values ($1, $2, $3, $4, $5)',
    values: [2, 'other', 'n', 'cash', AT],
  },
  {
    name: 'a key of a merchant',
    since: '0001',
    text: 'insert into merchant_keys (merchant_id, key_id, secret, created_at) values ($1, $2, $3, $4)',
    values: [1, 2, 's', AT],
  },
]

export const OLD_WRITES: readonly OldWrite[] = [
  oldBet(7_530_734_823_997_591_552n),
  ...transfers,
  ...signIns,
  ...periods,
  ...settings,
]
