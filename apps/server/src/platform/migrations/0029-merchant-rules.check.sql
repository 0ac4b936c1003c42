select 'merchants have no lease' as wrong
 where not exists (select from pg_attribute where attrelid = 'merchants'::regclass and attname = 'lease_until')
