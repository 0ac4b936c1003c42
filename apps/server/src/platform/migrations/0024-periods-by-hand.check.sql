select 'a table of periods by hand is missing' as wrong
 where to_regclass('period_closes') is null or to_regclass('period_templates') is null
    or to_regclass('schedule_changes') is null
