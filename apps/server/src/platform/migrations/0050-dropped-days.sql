-- Days whose single orders are no longer stored. What reports, funds and checks need of them is written before the drop.

create table dropped_days (
  day          date primary key,
  -- closing: nothing of the day may change any more; detached: orders no longer has the day; dropped: its table is gone;
  -- done: what belonged to its orders alone is gone too
  state        text not null default 'closing' check (state in ('closing', 'detached', 'dropped', 'done')),
  -- the setting that asked for it
  order_days   integer not null,
  began_at     bigint not null,
  detached_at  bigint,
  done_at      bigint
);

-- What a merchant's orders of a day were. A row says that its books of that day were recomputed from the orders and met.
create table dropped_parts (
  merchant_id  integer not null,
  day          date not null,
  orders       bigint not null,
  stake        bigint not null,
  payout       bigint not null,
  -- of the rows of the rollups
  paths_sum    numeric not null,
  plays_sum    numeric not null,
  verified_at  bigint not null,
  primary key (merchant_id, day)
);

-- A member's stakes of a day, by the business day on which they were placed: an order was the record of its own stake.
create table dropped_stakes (
  merchant_id    integer not null,
  path_id        integer not null,
  day            date not null,
  placed         date not null,
  m              integer,
  g              integer,
  a              integer,
  orders         bigint not null,
  stake          bigint not null,
  last_id        bigint not null,
  last_at        bigint not null,
  balance_after  bigint,
  primary key (merchant_id, path_id, day, placed)
);
create index dropped_stakes_placed on dropped_stakes (merchant_id, placed);

-- The day by period, for holders: the other rollups do not know periods.
create table dropped_periods (
  merchant_id  integer not null,
  path_id      integer not null,
  day          date not null,
  period_id    integer not null,
  game_id      smallint not null,
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
  primary key (merchant_id, path_id, day, period_id, own, kind, taker)
);

-- The application may create and drop no tables. This function takes the next step of a day: out of orders, then away. It
-- judges by itself whether the day is due: by the operators' setting, which holds from 93 days on, by its own clock, and by
-- the records, which must be as many orders and as much stake as the day has. Answers the state that it reached.
create function drop_order_day(wanted date) returns text
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  partition_name text := 'orders_' || to_char(wanted, 'YYYYMMDD');
  today date := ((clock_timestamp() at time zone 'UTC') + interval '2 hours')::date;
  now_ms bigint := (extract(epoch from clock_timestamp()) * 1000)::bigint;
  days bigint;
  found_state text;
  there numeric[];
  noted numeric[];
begin
  select state into found_state from dropped_days where day = wanted for update;
  if found_state is null then
    raise exception 'nobody closed %', wanted;
  end if;
  if found_state = 'closing' then
    select (value ->> 'orderDays')::bigint into days from settings where key = 'system';
    if coalesce(days, 0) < 93 or wanted > today - days::integer then
      raise exception '% is not due', wanted;
    end if;
    if to_regclass(partition_name) is not null then
      execute format('select array[count(*), coalesce(sum(stake), 0)] from %I', partition_name) into there;
      select array[coalesce(sum(orders), 0), coalesce(sum(stake), 0)] into noted from dropped_parts where day = wanted;
      if there is distinct from noted then
        raise exception '% has %, its records say %', wanted, there, noted;
      end if;
      execute format('alter table orders detach partition %I', partition_name);
    end if;
    update dropped_days set state = 'detached', detached_at = now_ms where day = wanted;
    return 'detached';
  end if;
  if found_state = 'detached' then
    execute format('drop table if exists %I', partition_name);
    update dropped_days set state = 'dropped' where day = wanted;
    return 'dropped';
  end if;
  return found_state;
end $$;
revoke all on function drop_order_day(date) from public;

-- As before, but a day that was dropped does not come again: an order in it would be in no report.
create or replace function add_order_partition(wanted date) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  partition_name text := 'orders_' || to_char(wanted, 'YYYYMMDD');
begin
  if wanted is null or wanted not between date '2000-01-01' and date '2199-12-31' then
    raise exception 'no business day: %', wanted;
  end if;
  if exists (select from dropped_days where day = wanted) then
    raise exception 'the orders of % were dropped', wanted;
  end if;
  if to_regclass(partition_name) is not null then
    return false;
  end if;
  execute format('create table %I partition of orders for values from (%L) to (%L)', partition_name, wanted, wanted + 1);
  return true;
end $$;
