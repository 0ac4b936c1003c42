-- Lists written into files: asked for, being written, ready to be fetched. Files lie in the data folder.
create sequence export_ids as integer;

create table exports (
  -- of the path that asked; 0 for the head
  merchant_id   integer not null,
  id            integer not null default nextval('export_ids'),
  account_id    integer not null,
  -- whose seat the list is read from
  path_id       integer not null,
  role_type     smallint not null,
  -- the contract's id of the list, and the request as it was checked
  list          text not null,
  input         jsonb not null,
  file_name     text not null,
  format        text not null check (format in ('xlsx', 'csv')),
  state         text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed', 'canceled')),
  -- how often it was begun: what a crash cut off begins anew
  tries         smallint not null default 0,
  written       integer not null default 0,
  -- null until it is counted
  total         integer,
  -- null until it is ready
  bytes         bigint,
  created_at    bigint not null,
  -- when row and file go
  expires_at    bigint not null,
  primary key (merchant_id, id)
);
create index exports_account on exports (merchant_id, account_id, id);
create index exports_expires on exports (expires_at);
