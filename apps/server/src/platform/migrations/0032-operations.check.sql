select 'two runs of verify may go at once' as wrong
 where not exists (select from pg_index where indexrelid = 'verify_runs_one'::regclass and indisunique)
