-- Lease, limits, address and chat groups of a merchant; null: none. `open_bound`: at least the stakes of its open orders,
-- written by intake where there is a limit on them, so that most batches need no sum.
alter table merchants
  add column lease_from date,
  add column lease_until date,
  add column bets_per_second integer check (bets_per_second > 0),
  add column max_open bigint check (max_open > 0),
  add column open_bound bigint,
  add column max_groups integer check (max_groups >= 0),
  add column host text unique,
  add column rules_version integer not null default 1,
  add check (lease_from <= lease_until);
