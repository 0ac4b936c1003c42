select 'offset_changes' as wrong where not exists (select 1 from pg_class where relname = 'offset_changes')
