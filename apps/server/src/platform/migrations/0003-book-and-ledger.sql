-- Facts (orders, outcomes, payouts, voids) and the folds over them (exposures, wallets, rollups).

-- Fixed-width columns that are never null come first: a settlement reads a million rows, and offsets are cached up to the
-- first text or null.
create table orders (
  merchant_id    integer not null,
  period_id      integer not null,
  id             bigint not null,
  stake          bigint not null check (stake > 0),
  bettor         integer not null,
  game_id        smallint not null,
  -- 0 member, 1 replenishment, 2 fly-out
  kind           smallint not null,
  s_h            smallint not null,
  s_m            smallint not null,
  s_g            smallint not null,
  s_a            smallint not null,
  -- what each level owes its parent if the bet loses
  lu_m           bigint not null,
  lu_g           bigint not null,
  lu_a           bigint not null,
  lu_b           bigint not null,
  -- the part of the stake held above each level
  ps_m           bigint not null,
  ps_g           bigint not null,
  ps_a           bigint not null,
  -- held commission of each level if the bet counts as turnover
  hc_h           bigint not null,
  hc_m           bigint not null,
  hc_g           bigint not null,
  hc_a           bigint not null,
  odds           bigint not null,
  -- the payout of the highest tier: what exposures count as the item winning
  pay_top        bigint not null default 0,
  batch          bigint not null,
  at             bigint not null,
  r_m            integer not null,
  r_g            integer not null,
  r_a            integer not null,
  r_b            integer not null,
  day            date not null,
  -- 0 one price, 1 tiers, 2 multiplied by hits, 3 legs
  pay_kind       smallint not null,
  play           text not null,
  item           text not null,
  pankou         text not null,
  -- role of the level that takes a replenishment
  taker          smallint,
  m              integer,
  g              integer,
  a              integer,
  -- the fly-order path that stands for the outside book
  holder         integer,
  odds_tiers     bigint[],
  pay_cap        bigint,
  -- the member's balance after the stake: the row is itself the ledger transaction of its stake
  balance_after  bigint,
  bet_no         text,
  -- the order that caused a replenishment or a fly-out
  cause          bigint,
  check (s_h + s_m + s_g + s_a = 10000 or kind = 2),
  primary key (merchant_id, id, day)
) partition by range (day);
create index orders_period on orders (merchant_id, period_id, play, item);
create index orders_bettor on orders (merchant_id, bettor, id);
create index orders_cause on orders (merchant_id, cause) where cause is not null;

-- Idempotency keys of bets; apart from orders because a partitioned table's unique index must hold the day.
create table order_keys (
  merchant_id   integer not null,
  bet_no        text not null,
  content_hash  text not null,
  order_id      bigint not null,
  day           date not null,
  primary key (merchant_id, bet_no)
);
create index order_keys_day on order_keys (merchant_id, day);

create table merchant_periods (
  merchant_id     integer not null,
  period_id       integer not null,
  game_id         smallint not null,
  day             date not null,
  -- the result version whose outcomes, rollups and postings are written; 0 while open
  settled_version integer not null default 0,
  -- counts everything that posted to wallets: settlements, corrections, voids of single orders; names their posting runs
  revision        integer not null default 0,
  final_pass      boolean not null default false,
  -- when the merchant's first batch in the period made this row: none of its orders is older but by the time of that batch
  first_at        bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint,
  primary key (merchant_id, period_id)
);
create index merchant_periods_period on merchant_periods (period_id);
-- What a sweep looks for whatever the state of the period: parts that nobody has settled.
create index merchant_periods_unsettled on merchant_periods (period_id) where settled_version = 0;

-- Stake of one bettor on one item in one period: serves maxItem.
create table member_items (
  merchant_id  integer not null,
  period_id    integer not null,
  path_id      integer not null,
  play         text not null,
  item         text not null,
  stake        bigint not null,
  primary key (merchant_id, period_id, path_id, play, item)
) with (fillfactor = 70);

create table exposures (
  merchant_id    integer not null,
  period_id      integer not null,
  path_id        integer not null,
  play           text not null,
  item           text not null,
  pankou         text not null,
  bet_count      integer not null default 0,
  bet_amount     bigint not null default 0,
  held           bigint not null default 0,
  in_amount      bigint not null default 0,
  out_amount     bigint not null default 0,
  through        bigint not null default 0,
  pending        bigint not null default 0,
  if_lose        bigint not null default 0,
  if_win         bigint not null default 0,
  -- the same two over members' orders alone (mode 实占)
  held_if_lose   bigint not null default 0,
  held_if_win    bigint not null default 0,
  -- highest payout of members' orders and the holder's own commission on them (mode 总额)
  pay_win        bigint not null default 0,
  own_commission bigint not null default 0,
  -- batch that changed the row last: boards ask for what is newer
  changed        bigint not null,
  primary key (merchant_id, period_id, path_id, play, item, pankou)
) with (fillfactor = 50);

create table wallets (
  merchant_id  integer not null,
  path_id      integer not null,
  fund_mode    text not null check (fund_mode in ('credit', 'cash')),
  quota        bigint not null default 0,
  balance      bigint not null default 0,
  open_stake   bigint not null default 0,
  primary key (merchant_id, path_id)
) with (fillfactor = 50);

-- System accounts stand below zero: -1 clearing, -2 result, -3 issuance. They carry no running balance.
create table ledger_entries (
  merchant_id     integer not null,
  id              bigint not null,
  transaction_id  bigint not null,
  path_id         integer not null,
  kind            text not null,
  amount          bigint not null,
  balance_after   bigint,
  period_id       integer,
  result_version  integer,
  counterparty    integer,
  reference       text,
  remark          text,
  operator_id     integer,
  operator_name   text,
  day             date not null,
  at              bigint not null,
  primary key (merchant_id, id)
);
create index ledger_entries_path on ledger_entries (merchant_id, path_id, id);

create table outcomes (
  merchant_id  integer not null,
  period_id    integer not null,
  version      integer not null,
  play         text not null,
  item         text not null,
  -- 0 lose, 1 win, 2 refund
  result       smallint not null,
  tier         smallint not null default 0,
  hits         smallint not null default 1,
  pushed       integer not null default 0,
  primary key (merchant_id, period_id, version, play, item)
);

-- Winners and refunds only; every other order of a settled period lost.
create table payouts (
  merchant_id  integer not null,
  period_id    integer not null,
  version      integer not null,
  order_id     bigint not null,
  result       smallint not null,
  tier         smallint not null default 0,
  amount       bigint not null,
  primary key (merchant_id, period_id, version, order_id)
);

create table voids (
  merchant_id  integer not null,
  order_id     bigint not null,
  period_id    integer not null,
  reason       text not null,
  operator     text not null,
  at           bigint not null,
  primary key (merchant_id, order_id)
);
create index voids_period on voids (merchant_id, period_id);

-- What a settlement owes wallets: taken in chunks in wallet order, progress is one cursor per run. The version here and in
-- rollup_applied is the revision of merchant_periods; that of outcomes and payouts is the result version.
create table postings (
  merchant_id  integer not null,
  period_id    integer not null,
  version      integer not null,
  path_id      integer not null,
  kind         text not null,
  amount       bigint not null,
  stake        bigint not null default 0,
  primary key (merchant_id, period_id, version, path_id, kind)
);

create table posting_runs (
  merchant_id     integer not null,
  period_id       integer not null,
  version         integer not null,
  posted_through  integer not null default 0,
  done            boolean not null default false,
  -- what the run is: settlement, correction or orderVoid, from which result version to which, and of which order
  reason          text not null default 'settlement',
  from_version    integer not null default 0,
  to_version      integer not null default 0,
  order_id        bigint,
  at              bigint not null,
  primary key (merchant_id, period_id, version)
);
create index posting_runs_due on posting_runs (merchant_id, period_id) where not done;

create table rollup_paths (
  merchant_id  integer not null,
  day          date not null,
  game_id      smallint not null,
  path_id      integer not null,
  -- true: the path is the bettor of these orders; false: a node they passed through below the taker
  as_bettor    boolean not null,
  kind         smallint not null,
  -- role that took a replenishment; 9 otherwise
  taker        smallint not null,
  parent_id    integer not null,
  orders       bigint not null,
  stake        bigint not null,
  valid        bigint not null,
  payout       bigint not null,
  u_m          bigint not null,
  u_g          bigint not null,
  u_a          bigint not null,
  u_b          bigint not null,
  pv_m         bigint not null,
  pv_g         bigint not null,
  pv_a         bigint not null,
  pw_m         bigint not null,
  pw_g         bigint not null,
  pw_a         bigint not null,
  pw_b         bigint not null,
  hc_h         bigint not null,
  hc_m         bigint not null,
  hc_g         bigint not null,
  hc_a         bigint not null,
  smin_h       smallint not null,
  smin_m       smallint not null,
  smin_g       smallint not null,
  smin_a       smallint not null,
  smax_h       smallint not null,
  smax_m       smallint not null,
  smax_g       smallint not null,
  smax_a       smallint not null,
  primary key (merchant_id, path_id, day, game_id, as_bettor, kind, taker)
);
create index rollup_paths_parent on rollup_paths (merchant_id, parent_id, day);

-- A node has a row for what passed it and for what it took itself (kind 1, taker = its own role): a seat's classification
-- reads the rows of its own path alone.
create table rollup_plays (
  merchant_id  integer not null,
  day          date not null,
  game_id      smallint not null,
  play         text not null,
  pankou       text not null,
  path_id      integer not null,
  -- own: the node itself is the bettor of these orders (its replenishments and fly-outs)
  own          boolean not null,
  kind         smallint not null,
  taker        smallint not null,
  orders       bigint not null,
  stake        bigint not null,
  valid        bigint not null,
  payout       bigint not null,
  u_m          bigint not null,
  u_g          bigint not null,
  u_a          bigint not null,
  u_b          bigint not null,
  pv_m         bigint not null,
  pv_g         bigint not null,
  pv_a         bigint not null,
  pw_m         bigint not null,
  pw_g         bigint not null,
  pw_a         bigint not null,
  pw_b         bigint not null,
  hc_h         bigint not null,
  hc_m         bigint not null,
  hc_g         bigint not null,
  hc_a         bigint not null,
  primary key (merchant_id, path_id, day, game_id, play, pankou, own, kind, taker)
);

create table rollup_applied (
  merchant_id  integer not null,
  period_id    integer not null,
  version      integer not null,
  at           bigint not null,
  primary key (merchant_id, period_id, version)
);

create table replenishment_settings (
  merchant_id    integer not null,
  path_id        integer not null,
  game_id        smallint not null,
  version        integer not null default 1,
  accept_limits  jsonb not null default '{}',
  send_limits    jsonb not null default '{}',
  auto           jsonb not null default '[]',
  manual         jsonb not null default '[]',
  fly_out        jsonb not null default '[]',
  warnings       jsonb not null default '{}',
  halted         boolean not null default false,
  primary key (merchant_id, path_id, game_id)
);

create table outbox (
  merchant_id  integer not null,
  id           bigint not null,
  topic        text not null,
  payload      jsonb not null,
  state        text not null default 'pending',
  attempts     integer not null default 0,
  next_at      bigint not null,
  last_error   text,
  at           bigint not null,
  primary key (merchant_id, id)
);
create index outbox_due on outbox (next_at) where state = 'pending';
