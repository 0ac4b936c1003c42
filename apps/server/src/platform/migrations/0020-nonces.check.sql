select 'nonces are not unique for their signer' as wrong
 where not exists (select from pg_index where indrelid = 'seen_nonces'::regclass and indisprimary and indnatts = 2)
