-- What the operators' calls keep: who entered a result, versions of prices, games and settings, notices and logos.

-- Set where an operator entered the result and another has yet to confirm it; null where a source said it.
alter table draw_entries add column operator_id integer;
alter table draw_entries add column operator text;

alter table merchants add column logo text not null default '';
alter table games add column version integer not null default 1;
alter table settings add column version integer not null default 1;

-- Every change of prices, by the version that it made: what each field was and became.
create table price_changes (
  game_id        smallint not null,
  version        bigint not null,
  at             bigint not null,
  operator_id    integer not null,
  operator_name  text not null,
  -- [{play, key, pankou, before: {quote, floor, open}, after: {..}}], only fields that changed
  changes        jsonb not null,
  primary key (game_id, version)
);

alter table notices add column side text not null default 'all' check (side in ('all', 'agent', 'admin'));
alter table notices add column operator_name text not null default '';

-- What was settled otherwise than by its first result, for reports to mark: a correction, a void of a period, of an order.
create table corrections (
  merchant_id  integer not null,
  -- business day of the period
  day          date not null,
  period_id    integer not null,
  revision     integer not null,
  game_id      smallint not null,
  kind         text not null check (kind in ('correction', 'periodVoid', 'orderVoid')),
  -- of the void of one order: the order and who placed it
  order_id     bigint,
  bettor       integer,
  -- holders whose books it moved
  paths        integer[] not null,
  at           bigint not null,
  primary key (merchant_id, day, period_id, revision)
);
