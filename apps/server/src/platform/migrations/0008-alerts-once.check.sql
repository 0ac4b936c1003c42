select 'alerts_once' as wrong where not exists (select 1 from pg_indexes where indexname = 'alerts_once')
