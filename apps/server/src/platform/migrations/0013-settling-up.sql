-- Settling up: what a path has marked as paid between itself and a direct child, by business day.

-- Marks, never changed but for being taken back.
create table settling_ups (
  merchant_id    integer not null,
  id             bigint not null,
  parent_id      integer not null,
  child_id       integer not null,
  from_day       date not null,
  to_day         date not null,
  days           integer not null,
  amount         bigint not null,
  note           text not null default '',
  operator_id    integer not null,
  operator_name  text not null,
  at             bigint not null,
  undone_at      bigint,
  undone_by      text,
  undo_reason    text,
  primary key (merchant_id, id)
);
create index settling_ups_parent on settling_ups (merchant_id, parent_id, id);

-- What each mark says of each day it touches: the whole receivable, or what it had changed by since the mark before.
create table settling_up_days (
  merchant_id  integer not null,
  mark_id      bigint not null,
  day          date not null,
  amount       bigint not null,
  primary key (merchant_id, mark_id, day)
);

-- The sum of marks in force by day: the fold of the two above that reports join. A row is also what marks lock.
create table settled_days (
  merchant_id  integer not null,
  parent_id    integer not null,
  child_id     integer not null,
  day          date not null,
  amount       bigint not null default 0,
  -- 0: every mark was taken back
  marks        integer not null default 0,
  primary key (merchant_id, parent_id, child_id, day)
);
