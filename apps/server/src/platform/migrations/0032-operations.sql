-- What each process last said of itself. A row without news for a day is deleted.
create table processes (
  id          text primary key,
  role        text not null check (role in ('all', 'api', 'worker')),
  version     text not null,
  host        text not null,
  started_at  bigint not null,
  seen_at     bigint not null,
  -- percent of one processor since the report before
  load        real not null,
  memory      bigint not null,
  -- milliseconds, 99th percentile since the report before
  loop_delay  real not null,
  streams     integer not null,
  -- the loops whose turn it took: name, everyMs, beganAt, tookMs, error
  loops       jsonb not null
);

-- Size of the database at the last report of each UTC day, from which its growth is computed.
create table database_sizes (
  day    date primary key,
  bytes  bigint not null
);

-- Runs of verify that operators asked for.
create table verify_runs (
  id          bigint primary key,
  operator    text not null,
  at          bigint not null,
  -- null: all merchants
  only_one    text,
  -- ids of the merchants that are verified, in this order
  merchants   integer[] not null,
  done        integer not null default 0,
  state       text not null default 'waiting' check (state in ('waiting', 'running', 'clean', 'faulty', 'broken')),
  started_at  bigint,
  done_at     bigint,
  findings    jsonb not null default '[]',
  error       text not null default ''
);
create unique index verify_runs_one on verify_runs ((true)) where state in ('waiting', 'running');
create index verify_runs_at on verify_runs (at);
