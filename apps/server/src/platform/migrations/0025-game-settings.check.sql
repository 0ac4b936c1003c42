select 'games have no stops' as wrong
 where not exists (select from information_schema.columns where table_name = 'games' and column_name = 'stops')
