select 'dropped_bettors' as wrong where to_regclass('dropped_bettors') is null
