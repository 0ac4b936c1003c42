select 'merchant_keys.last_signed_at' as wrong
 where not exists (select from pg_attribute where attrelid = 'merchant_keys'::regclass and attname = 'last_signed_at')
