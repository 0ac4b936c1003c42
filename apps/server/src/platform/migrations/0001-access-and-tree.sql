-- Sign-in directory, tenants, the tree and the terms on its links.
-- Instants are epoch milliseconds (bigint), days are dates, money is 1/10,000 yuan, shares 1/10,000, rates 1/100,000.

create table merchants (
  id              integer primary key,
  code            text not null unique,
  name            text not null,
  fund_mode       text not null check (fund_mode in ('credit', 'cash')),
  -- one row lock orders everything that decides money of a merchant: bet batches, terms, settings, manual replenishment
  config_version  bigint not null default 1,
  credit_reset    boolean not null default true,
  created_at      bigint not null
);

create table merchant_keys (
  merchant_id  integer not null,
  key_id       integer not null,
  secret       text not null,
  retired_at   bigint,
  created_at   bigint not null,
  primary key (merchant_id, key_id)
);

create table accounts (
  id                    integer generated always as identity primary key,
  name                  text not null,
  account_type          smallint not null check (account_type in (1, 2)),
  role_id               integer not null,
  -- all paths of an account lie in one merchant; 0 for the head and the platform's operators
  merchant_id           integer not null default 0,
  main_account_id       integer references accounts (id),
  nickname              text,
  password_hash         text not null,
  transfer_hash         text,
  totp_secret           text,
  recovery_hashes       text[] not null default '{}',
  status                smallint not null default 1 check (status in (1, 2, 4)),
  must_change_password  boolean not null default false,
  permission_ids        integer[],
  allowed_ips           text[] not null default '{}',
  details               jsonb not null default '{}',
  last_login_at         bigint,
  created_at            bigint not null
);
create unique index accounts_name on accounts (lower(name));
create index accounts_main on accounts (main_account_id) where main_account_id is not null;

create sequence path_ids as integer;

create table paths (
  merchant_id         integer not null,
  id                  integer not null default nextval('path_ids'),
  parent_id           integer,
  role                integer not null check (role in (0, 1, 2, 3, 10001, 10002)),
  account_id          integer not null,
  name                text not null,
  nickname            text,
  status              smallint not null default 1 check (status in (1, 2, 4)),
  fund_mode           text not null check (fund_mode in ('credit', 'cash')),
  is_allow_pilot_out  boolean not null default false,
  -- the holders above and including this path, one per role; a skipped role is null
  chain_m             integer,
  chain_g             integer,
  chain_a             integer,
  -- every path from the merchant down to this one: a downline test is one array lookup
  lineage             integer[] not null,
  terms_version       integer not null default 1,
  group_id            integer,
  created_at          bigint not null,
  closed_at           bigint,
  primary key (merchant_id, id)
);
create index paths_parent on paths (merchant_id, parent_id, id);
create index paths_lineage on paths using gin (lineage);
create index paths_name on paths (merchant_id, lower(name));
create index paths_account on paths (account_id);

create table link_terms (
  merchant_id       integer not null,
  path_id           integer not null,
  game_id           smallint not null,
  enabled           boolean not null,
  pankou            text not null,
  replenish_pankou  text,
  accept_type       smallint not null check (accept_type between 0 and 4),
  -- {groupId: {commission: {A: rate, ..}, minStake, maxStake, maxItem, maxFill}}; money as strings of units
  plays             jsonb not null,
  primary key (merchant_id, path_id, game_id)
);

create table share_terms (
  merchant_id   integer not null,
  path_id       integer not null,
  game_id       smallint not null,
  from_day      date not null,
  upline_share  smallint not null check (upline_share between 0 and 10000),
  downline_cap  smallint not null check (downline_cap between 0 and 10000),
  remainder     text not null check (remainder in ('head', 'parent')),
  check (upline_share + downline_cap <= 10000),
  primary key (merchant_id, path_id, game_id, from_day)
);

create table sessions (
  token_hash   text primary key,
  id           integer generated always as identity,
  account_id   integer not null,
  -- the side it was opened on: 1 admin, 2 agent
  role_type    smallint not null check (role_type in (1, 2)),
  created_at   bigint not null,
  seen_at      bigint not null,
  expires_at   bigint not null,
  ip           text not null,
  device       text not null,
  ended_at     bigint,
  ended_why    text
);
create index sessions_account on sessions (account_id) where ended_at is null;

create table seen_wrappers (
  digest  text primary key,
  t       bigint not null
);
create index seen_wrappers_t on seen_wrappers (t);

create table sign_in_waits (
  key         text primary key,
  failures    integer not null,
  wait_until  bigint not null
);

create table login_log (
  id            bigint generated always as identity primary key,
  account_id    integer,
  account_name  text not null,
  at            bigint not null,
  ip            text not null,
  region        text not null default '',
  device        text not null,
  result        text not null
);
create index login_log_account on login_log (account_id, id);

create table change_log (
  merchant_id    integer not null,
  id             bigint not null,
  at             bigint not null,
  operator_id    integer not null,
  operator_name  text not null,
  path_id        integer not null,
  target_name    text not null,
  action         text not null,
  changes        jsonb not null,
  ip             text not null default '',
  primary key (merchant_id, id)
);
create index change_log_path on change_log (merchant_id, path_id, id);

create table requests (
  account_id  integer not null,
  request_id  text not null,
  call        text not null,
  answer      jsonb not null,
  at          bigint not null,
  primary key (account_id, request_id)
);

create table preferences (
  account_id  integer not null,
  key         text not null,
  value       jsonb not null,
  primary key (account_id, key)
);

create table settings (
  key    text primary key,
  value  jsonb not null
);
