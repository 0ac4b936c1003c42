-- Two operators who change the same outside book: the second one is refused. And what the last trial call said.
alter table outside_books add column version integer not null default 1;
alter table outside_books add column tried_at bigint;
alter table outside_books add column outcome text;
