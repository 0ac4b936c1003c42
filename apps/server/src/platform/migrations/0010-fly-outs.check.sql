-- every heavy table has the merchant first in its primary key
select c.relname as wrong
  from pg_class c
  join pg_index i on i.indrelid = c.oid and i.indisprimary
  join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
 where c.relname in ('pilots', 'fly_outs') and a.attname <> 'merchant_id'
