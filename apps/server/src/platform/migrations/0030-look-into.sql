-- A session by which an operator looks into a merchant, reading only: `looker_id` is the operator, the account is looked at.
alter table sessions add column looker_id integer;
