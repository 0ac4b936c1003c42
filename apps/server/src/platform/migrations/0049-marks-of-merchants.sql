-- Whose mark it is. Where tables are spread over machines, a mark must lie with the wallets that are locked after it: a small
-- table that is on every machine is locked as a whole, and settlements of several merchants stopped each other there.
-- Versions before know names alone; a mark of theirs has 0 until its merchant is reset by this version.
alter table job_marks add column merchant_id integer not null default 0;
update job_marks set merchant_id = substr(name, 14)::integer where name ~ '^credit-reset:[0-9]{1,9}$';
