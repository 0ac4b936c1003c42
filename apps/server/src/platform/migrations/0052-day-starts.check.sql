select 'the first start of business days' as wrong
 where not exists (select from day_starts where first_day = '1970-01-01' and start_minutes = 360)
union all
select 'a business day other than by 06:00: ' || t
  from unnest(array[1772402399999, 1772402400000, 1772416799999]::bigint[]) t
 where business_day_at(t) <> ((to_timestamp(t / 1000.0) at time zone 'UTC') + interval '2 hours')::date
union all
select 'a function that anybody may run as the owner: ' || proname
  from pg_proc p
 where proname in ('drop_order_day', 'refuse_wrong_day')
   and (not prosecdef or exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) a where a.grantee = 0))
