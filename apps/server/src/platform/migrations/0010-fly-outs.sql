-- Fly-outs: outside books, the accounts that stand for them, and what became of each fly-out order.

-- Registered by the platform; nobody else types an address.
create table outside_books (
  id          integer generated always as identity primary key,
  name        text not null unique,
  base_url    text not null,
  -- the name of our key at the book, and the sealed key itself
  key_id      text not null,
  secret      text not null,
  is_enabled  boolean not null default true,
  created_at  bigint not null
);

-- Terms of a fly-order path; the head's lie in merchant 0. `owner` flies out to it.
create table pilots (
  merchant_id   integer not null,
  path_id       integer not null,
  owner         integer not null,
  connector     text not null check (connector in ('record', 'http')),
  book_id       integer references outside_books (id),
  -- what the book pays less, in 1/10,000, and what it gives back, in 1/100,000
  discount      smallint not null check (discount between 0 and 9999),
  rate          integer not null check (rate between 0 and 100000),
  max_per_item  bigint check (max_per_item >= 0),
  check (connector = 'record' or book_id is not null),
  primary key (merchant_id, path_id)
);
create index pilots_owner on pilots (merchant_id, owner);

-- What became of a fly-out, beside its order, which never changes. An order counts in the book while pending (as such) and
-- once confirmed or corrected (accepted after its period was settled).
create table fly_outs (
  merchant_id   integer not null,
  order_id      bigint not null,
  period_id     integer not null,
  owner         integer not null,
  pilot         integer not null,
  connector     text not null check (connector in ('record', 'http')),
  -- the book it went to, whatever the account names later
  book_id       integer,
  state         text not null check (state in ('pending', 'confirmed', 'rejected', 'unknown', 'corrected')),
  play          text not null,
  item          text not null,
  external_no   text not null default '',
  rejected_at   bigint,
  answered_at   bigint,
  at            bigint not null,
  primary key (merchant_id, order_id)
);
create index fly_outs_owner on fly_outs (merchant_id, owner, order_id);
-- What a fold leaves out: few rows beside those that count.
create index fly_outs_uncounted on fly_outs (merchant_id, period_id, order_id) where state not in ('confirmed', 'corrected');
create index fly_outs_rejected on fly_outs (merchant_id, owner, rejected_at) where rejected_at is not null;
