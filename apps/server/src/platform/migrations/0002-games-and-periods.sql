-- Games, prices, periods and draws: small tables shared by all merchants.

create table games (
  id            smallint primary key,
  game_type     text not null,
  name          text not null,
  hub           text not null default '彩票',
  enabled       boolean not null default true,
  maintenance   jsonb,
  options       jsonb not null,
  schedule      jsonb not null,
  result_source text not null check (result_source in ('manual', 'feed', 'demo')),
  sources_needed smallint not null default 1,
  odds_version  bigint not null default 1
);

create table prices (
  game_id    smallint not null,
  play       text not null,
  price_key  text not null,
  pankou     text not null,
  -- the quote of the wire: "1.98" or {"ZHONG2": "20.8", ..}
  base       jsonb not null,
  floor      bigint not null default 10100,
  open       boolean not null default true,
  primary key (game_id, play, price_key, pankou)
);

create table price_offsets (
  merchant_id  integer not null,
  game_id      smallint not null,
  play         text not null,
  price_key    text not null,
  offset_odds  bigint not null,
  primary key (merchant_id, game_id, play, price_key)
);

create table price_drops (
  period_id  integer not null,
  play       text not null,
  price_key  text not null,
  drop_odds  bigint not null,
  at         bigint not null,
  primary key (period_id, play, price_key)
);

create table periods (
  id              integer generated always as identity primary key,
  game_id         smallint not null,
  period_no       text not null,
  day             date not null,
  open_at         bigint not null,
  close_at        bigint not null,
  hedge_close_at  bigint not null,
  draw_at         bigint not null,
  state           text not null check (state in ('scheduled', 'open', 'closed', 'drawn', 'settled', 'void')),
  options         jsonb,
  commitment      text,
  committed_at    bigint,
  -- the version of the result in force; 0 while there is none
  result_version  integer not null default 0,
  check (open_at < close_at and close_at <= hedge_close_at and hedge_close_at <= draw_at),
  unique (game_id, period_no)
);
create index periods_time on periods (game_id, draw_at);
create index periods_state on periods (state, draw_at) where state in ('scheduled', 'open', 'closed', 'drawn');

-- Seeds of demo draws. Only the demo result source may read them: no module that knows stakes comes near.
create table period_seeds (
  period_id    integer primary key,
  seed         text not null,
  revealed_at  bigint
);

create table draws (
  period_id  integer not null,
  version    integer not null,
  kind       text not null check (kind in ('draw', 'correction', 'void')),
  result     smallint[],
  draw_date  date not null,
  source     text not null,
  operator   text not null default '',
  reason     text not null default '',
  at         bigint not null,
  primary key (period_id, version)
);

create table draw_entries (
  period_id  integer not null,
  source     text not null,
  result     smallint[] not null,
  at         bigint not null,
  primary key (period_id, source)
);

create table result_sources (
  code        text primary key,
  secret      text not null,
  game_ids    smallint[] not null,
  created_at  bigint not null
);

create table notices (
  id         integer generated always as identity primary key,
  content    text not null,
  level      text not null check (level in ('info', 'warn')),
  audience   integer,
  from_at    bigint not null,
  until_at   bigint,
  at         bigint not null
);

create sequence alert_ids as integer;

create table alerts (
  merchant_id  integer not null,
  id           integer not null default nextval('alert_ids'),
  path_id      integer not null,
  kind         text not null,
  level        text not null,
  text         text not null,
  data         jsonb not null default '{}',
  at           bigint not null,
  read_by      text,
  read_at      bigint,
  primary key (merchant_id, id)
);
create index alerts_path on alerts (merchant_id, path_id, id);
