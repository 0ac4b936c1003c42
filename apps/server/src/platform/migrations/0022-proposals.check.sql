select 'two proposals may wait for one period' as wrong
 where not exists (select from pg_index where indexrelid = 'proposals_period'::regclass and indisunique)
