select name as wrong from unnest(array['settling_ups', 'settling_up_days', 'settled_days']) as name
 where not exists (select 1 from pg_class where relname = name)
