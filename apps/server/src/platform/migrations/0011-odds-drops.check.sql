select 'a drop without its floor' as wrong from price_drops where floor_odds is null or changes is null
union all
select 'a game without a version of its drop steps' from games where drops_version is null
union all
select 'drop steps that are no list' from price_drop_steps where jsonb_typeof(steps) <> 'array'
