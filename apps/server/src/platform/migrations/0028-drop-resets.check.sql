select 'a line of the drop log by nobody' as wrong from price_drop_log where reset_by = ''
union all
select 'a reset without its stakes' from price_drop_resets where held is null
