select 'voids of periods have no index' as wrong
 where not exists (select from pg_index x join pg_class i on i.oid = x.indexrelid
                    where x.indrelid = 'draws'::regclass and i.relname = 'draws_void' and x.indpred is not null)
