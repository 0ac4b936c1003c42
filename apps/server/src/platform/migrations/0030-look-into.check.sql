select 'sessions have no looker' as wrong
 where not exists (select from pg_attribute where attrelid = 'sessions'::regclass and attname = 'looker_id')
