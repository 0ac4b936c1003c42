select 'no such index: paths_ended' as wrong where to_regclass('paths_ended') is null
