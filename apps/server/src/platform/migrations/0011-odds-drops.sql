-- Automatic odds drop: its steps, what it has taken off in a period, and when.

-- Steps of a price key; key '' stands for every key of the play that has none of its own. No steps: no drop.
create table price_drop_steps (
  game_id    smallint not null,
  play       text not null,
  price_key  text not null,
  -- [{"stake": "..", "drop": "..", "floor": ".."}] in the units of the database, rising
  steps      jsonb not null,
  primary key (game_id, play, price_key)
);

alter table games add column drops_version bigint not null default 1;

-- A drop bounds itself: it stops here, whatever the price's own floor.
alter table price_drops add column floor_odds bigint not null default 10100;
-- How often it has changed: boards tell by the sum whether odds moved.
alter table price_drops add column changes integer not null default 1;

create table price_drop_log (
  id           bigint primary key,
  game_id      smallint not null,
  period_id    integer not null,
  play         text not null,
  price_key    text not null,
  -- head-held stake over all merchants at that moment
  held         bigint not null,
  drop_before  bigint not null,
  drop_after   bigint not null,
  floor_odds   bigint not null,
  at           bigint not null
);
create index price_drop_log_game on price_drop_log (game_id, id);
create index price_drop_log_period on price_drop_log (period_id, id);
