select 'a function that anybody may run as the owner: ' || proname as wrong
  from pg_proc p
 where proname in ('add_order_partition', 'drop_order_day')
   and (not prosecdef or exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) a where a.grantee = 0))
union all
select 'days can be dropped without records: ' || t
  from unnest(array['dropped_days', 'dropped_parts', 'dropped_stakes', 'dropped_periods']) t
 where to_regclass(t) is null
