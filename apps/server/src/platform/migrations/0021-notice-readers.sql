-- The audience of a notice: empty lists mean every merchant and every role. `audience`, one merchant, was never written.
alter table notices add column merchant_ids integer[] not null default '{}';
alter table notices add column roles smallint[] not null default '{}';
update notices set merchant_ids = array[audience] where audience is not null;
alter table notices drop column audience;

create table notice_reads (
  notice_id    integer not null references notices (id) on delete cascade,
  account_id   integer not null,
  -- as they were at the time: this table is read without the tables of other rooms
  account_name text not null,
  path_name    text not null,
  role         smallint not null,
  at           bigint not null,
  primary key (notice_id, account_id)
);
