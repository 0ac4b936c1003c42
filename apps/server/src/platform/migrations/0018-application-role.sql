-- What the application's own role may not do itself: it has no right to create tables, nor to delete from append-only logs.
-- The functions run as the owner of the tables and do one thing each.

-- The partition of one business day. Answers whether it made one.
create function add_order_partition(wanted date) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  partition_name text := 'orders_' || to_char(wanted, 'YYYYMMDD');
begin
  if wanted is null or wanted not between date '2000-01-01' and date '2199-12-31' then
    raise exception 'no business day: %', wanted;
  end if;
  if to_regclass(partition_name) is not null then
    return false;
  end if;
  execute format('create table %I partition of orders for values from (%L) to (%L)', partition_name, wanted, wanted + 1);
  return true;
end $$;

-- Forgets sign-ins older than 180 days, so many rows at most. The age is not the caller's to choose.
create function sweep_login_log(most integer) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from login_log
     where id in (select id from login_log where at < (extract(epoch from clock_timestamp()) * 1000)::bigint - 180 * 86400000::bigint
                   order by at limit least(most, 10000))
    returning 1)
  select count(*) from gone
$$;
create index login_log_at on login_log (at);

revoke all on function add_order_partition(date), sweep_login_log(integer) from public;
