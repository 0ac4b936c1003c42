-- every heavy table has the merchant first in its primary key
select c.relname as wrong
  from pg_class c
  join pg_index i on i.indrelid = c.oid and i.indisprimary
  join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
 where c.relname in ('orders', 'order_keys', 'merchant_periods', 'member_items', 'exposures', 'wallets', 'ledger_entries',
                     'outcomes', 'payouts', 'voids', 'postings', 'posting_runs', 'rollup_paths', 'rollup_plays',
                     'rollup_applied', 'replenishment_settings', 'outbox')
   and a.attname <> 'merchant_id'
