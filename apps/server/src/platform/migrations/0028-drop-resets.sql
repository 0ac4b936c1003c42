-- An operator gives a price key its full odds back for the rest of a period.
create table price_drop_resets (
  period_id  integer not null,
  play       text not null,
  price_key  text not null,
  -- head-held stake over all merchants at that moment: it no longer counts in this period
  held       bigint not null,
  at         bigint not null,
  primary key (period_id, play, price_key)
);

-- Who reset the drop; null: it changed by itself.
alter table price_drop_log add column reset_by text;
