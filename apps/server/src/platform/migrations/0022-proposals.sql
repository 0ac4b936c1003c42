-- What one operator proposes and another one puts in force: a result by hand, a correction, a void.
create table proposals (
  id           bigint primary key,
  kind         text not null check (kind in ('result', 'correction', 'periodVoid', 'orderVoid')),
  period_id    integer not null,
  -- of the void of an order
  merchant_id  integer,
  order_id     bigint,
  -- result version that the proposer looked at
  version      integer not null,
  -- what is proposed; null of a void. The second one does not see that of a result by hand
  result       smallint[],
  -- balls in force when it was proposed
  before       smallint[],
  reason       text not null default '',
  proposer_id  integer not null,
  proposer     text not null,
  at           bigint not null,
  state        text not null default 'waiting'
               check (state in ('waiting', 'inForce', 'declined', 'withdrawn', 'differed', 'expired')),
  decider      text not null default '',
  decided_at   bigint,
  check ((kind = 'orderVoid') = (order_id is not null)),
  check ((order_id is null) = (merchant_id is null)),
  check ((result is null) = (kind in ('periodVoid', 'orderVoid')))
);
create unique index proposals_period on proposals (period_id) where state = 'waiting' and order_id is null;
create unique index proposals_order on proposals (merchant_id, order_id) where state = 'waiting' and order_id is not null;
create index proposals_at on proposals (at);

-- Entries by operators are proposals now; what sources say stays.
delete from draw_entries where operator_id is not null;
alter table draw_entries drop column operator_id, drop column operator;

-- Who created whom, and who changed whose password, TOTP or permissions: read whenever a proposal is judged.
create index change_log_accounts on change_log (at)
  where merchant_id = 0 and action in ('subAccountCreate', 'subAccountUpdate', 'passwordReset', 'validatorReset', 'operatorReset');
