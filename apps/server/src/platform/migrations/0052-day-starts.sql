-- When business days begin. From first_day on they begin so many minutes after midnight in Shanghai, until a later row's
-- first day; the first row holds for all days before it too. Rows are added, never changed: labels of the past stay.
create table day_starts (
  first_day      date primary key,
  start_minutes  integer not null check (start_minutes between 0 and 1439),
  -- who added it and when; the first row is nobody's
  operator       text not null default '',
  at             bigint
);
insert into day_starts (first_day, start_minutes) values ('1970-01-01', 360);

-- The business day of an instant, for the owner's functions. The application asks its own list.
create function business_day_at(instant bigint) returns date
  language sql stable set search_path = public, pg_temp as $$
  select c.day - case when c.ms < s.start_minutes * 60000 then 1 else 0 end
    from (select date '1970-01-01' + ((instant + 28800000) / 86400000)::integer as day,
                 (instant + 28800000) % 86400000 as ms) c
   cross join lateral (select start_minutes from day_starts where first_day <= c.day order by first_day desc limit 1) s
$$;

-- As before, but today is a day of the list.
create or replace function drop_order_day(wanted date) returns text
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  partition_name text := 'orders_' || to_char(wanted, 'YYYYMMDD');
  now_ms bigint := (extract(epoch from clock_timestamp()) * 1000)::bigint;
  today date := business_day_at(now_ms);
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

-- A process that does not know the list, because it is older or has not read it, must not give a period a wrong day: its
-- orders would carry it for good. Days that begin as they always did are not looked at. It reads as the owner: the older process
-- has no right to the list.
create function refuse_wrong_day() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from day_starts where first_day > date '1970-01-01' and first_day <= new.day + 1)
     and new.day <> business_day_at(new.draw_at) then
    raise exception 'period % draws on business day %, not on %', new.period_no, business_day_at(new.draw_at), new.day
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke all on function refuse_wrong_day() from public;

-- Citus knows no triggers on tables that lie on every machine.
do $$
begin
  if not exists (select from pg_extension where extname = 'citus') then
    create trigger right_day before insert or update of day, draw_at on periods
      for each row execute function refuse_wrong_day();
  end if;
end $$;
