-- Earlier closes: who, when, why, and the close before it.
create table period_closes (
  period_id   integer not null,
  at          bigint not null,
  operator    text not null,
  reason      text not null,
  was_at      bigint not null,
  close_at    bigint not null,
  primary key (period_id, close_at),
  check (close_at < was_at)
);

-- The template of a game whose periods operators open one by one, with its single days.
create table period_templates (
  game_id   smallint primary key,
  version   integer not null,
  plan      jsonb not null
);

-- The draws of a game from a day on. What was in force before is in games.schedule or in an earlier row.
create table schedule_changes (
  game_id   smallint not null,
  from_day  date not null,
  days      jsonb not null,
  operator  text not null,
  at        bigint not null,
  primary key (game_id, from_day)
);
alter table games add column schedule_version integer not null default 0;
