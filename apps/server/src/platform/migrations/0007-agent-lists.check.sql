select name as wrong from unnest(array['paths_changed', 'wallets_quota', 'share_terms_upline', 'accounts_seen']) as name
 where not exists (select 1 from pg_class where relname = name)
