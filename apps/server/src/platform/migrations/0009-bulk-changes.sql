-- One change of terms for many accounts: taken path by path by a job, which goes on where it stopped.
create table bulk_changes (
  -- of the path that asked; 0 for the head
  merchant_id   integer not null,
  id            bigint not null,
  account_id    integer not null,
  account_name  text not null,
  ip            text not null,
  -- what is asked of each path, as the wire says it
  content       jsonb not null,
  -- [{merchantId, id, name}] in the order they are taken
  paths         jsonb not null,
  done          integer not null default 0,
  -- [{id, name, refusal}]
  failures      jsonb not null default '[]',
  at            bigint not null,
  primary key (merchant_id, id)
);
