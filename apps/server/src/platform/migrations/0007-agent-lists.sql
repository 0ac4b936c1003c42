-- Lists of accounts: each process keeps a merchant's paths in memory and asks only for what has changed since.

-- The transaction that wrote the row last: the default stamps what is inserted, every update of a path stamps it by name.
alter table paths add column changed xid8 not null default pg_current_xact_id();
create index paths_changed on paths (merchant_id, changed);

-- What lists sort by beside names and dates. Of a wallet only the quota: its balance changes with every bet, and an index on
-- it would make each of them dearer.
create index wallets_quota on wallets (merchant_id, quota, path_id);
create index share_terms_upline on share_terms (merchant_id, game_id, upline_share, path_id);
create index accounts_seen on accounts (merchant_id) where last_login_at is not null;
create index paths_children on paths (merchant_id, parent_id, role) where closed_at is null;
