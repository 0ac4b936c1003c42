select 'a function that anybody may run as the owner: ' || proname as wrong
  from pg_proc p
 where proname in ('add_order_partition', 'sweep_login_log')
   and (not prosecdef or exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) a where a.grantee = 0))
