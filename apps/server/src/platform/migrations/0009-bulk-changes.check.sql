select 'bulk_changes' as wrong where not exists (select 1 from pg_class where relname = 'bulk_changes')
