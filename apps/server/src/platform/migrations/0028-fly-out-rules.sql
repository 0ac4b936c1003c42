-- What the parent of a path decides about its fly-outs. No row: every book, and no limit of the parent's.
create table fly_out_rules (
  merchant_id  integer not null,
  path_id      integer not null,
  -- outside books that the path may use; null: all
  book_ids     integer[],
  -- whether fly-outs may be recorded by hand
  by_hand      boolean not null default true,
  -- confirmed and pending together, per item and period; null: no limit
  max_per_item bigint check (max_per_item >= 0),
  primary key (merchant_id, path_id)
);
