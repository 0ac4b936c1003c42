select i.relname as wrong
  from pg_index x join pg_class i on i.oid = x.indexrelid
 where x.indrelid = 'order_keys'::regclass and not x.indisprimary
