select 'the sweep of sign-ins is not the new one' as wrong
 where not exists (select from pg_proc p join pg_language l on l.oid = p.prolang
                    where p.proname = 'sweep_login_log' and l.lanname = 'plpgsql' and p.prosecdef)
