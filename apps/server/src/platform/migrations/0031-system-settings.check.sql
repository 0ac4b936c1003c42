select 'accounts.password_at' as wrong
 where not exists (select from pg_attribute where attrelid = 'accounts'::regclass and attname = 'password_at')
