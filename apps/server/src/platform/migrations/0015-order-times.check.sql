select 'orders_at' as wrong where not exists (select 1 from pg_class where relname = 'orders_at')
