-- When the login password was last set; null: with the account.
alter table accounts add column password_at bigint;

-- Forgets sign-ins older than the operators' setting says, so many rows at most. Never younger than 180 days, whatever the
-- setting holds: the age is not the caller's to choose.
create or replace function sweep_login_log(most integer) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  with kept as (
    select greatest(180, coalesce((select (value ->> 'loginLogDays')::bigint from settings where key = 'system'), 180)) as days),
  gone as (
    delete from login_log
     where id in (select id from login_log, kept
                   where at < (extract(epoch from clock_timestamp()) * 1000)::bigint - days * 86400000::bigint
                   order by at limit least(most, 10000))
    returning 1)
  select count(*) from gone
$$;

-- Few fly-outs wait for an answer: the operators' first page asks for them every few seconds.
create index fly_outs_unknown on fly_outs (at) where state = 'unknown';
