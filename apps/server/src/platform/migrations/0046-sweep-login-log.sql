-- As before, with the setting read by a statement of its own: where settings are on every machine and sign-ins on one, a
-- function of SQL may not read both under its parameter.
create or replace function sweep_login_log(most integer) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  days bigint;
  gone bigint;
begin
  select (value ->> 'loginLogDays')::bigint into days from settings where key = 'system';
  delete from login_log
   where id in (select id from login_log
                 where at < (extract(epoch from clock_timestamp()) * 1000)::bigint - greatest(180, coalesce(days, 180)) * 86400000::bigint
                 order by at limit least(most, 10000));
  get diagnostics gone = row_count;
  return gone;
end $$;
