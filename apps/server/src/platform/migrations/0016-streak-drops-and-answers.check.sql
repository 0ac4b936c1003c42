select 'streak steps that are no list' as wrong from price_drop_steps where jsonb_typeof(streak_steps) <> 'array'
union all
select 'a drop without its cause' from price_drops where cause is null or streak is null
union all
select 'a line of the drop log without its cause' from price_drop_log where cause is null or streak is null
union all
select 'a game without a count of its drops' from games where drop_changes is null
union all
select 'a path set at rest by a column that is gone'
  from information_schema.columns where table_name = 'replenishment_settings' and column_name = 'halted'
