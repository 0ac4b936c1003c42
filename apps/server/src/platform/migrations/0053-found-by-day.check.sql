select 'no such index: ' || t as wrong from unnest(array['periods_day', 'merchant_periods_day', 'ledger_entries_at']) t
 where to_regclass(t) is null
