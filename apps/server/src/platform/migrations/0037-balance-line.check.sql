select 'merchants have no warning line' as wrong
 where not exists (select from pg_attribute where attrelid = 'merchants'::regclass and attname = 'balance_line')
