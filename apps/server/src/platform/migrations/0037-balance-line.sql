-- The warning line of one merchant's available balance; null: the platform's (the setting alert.balance), 0: no warning.
alter table merchants add column balance_line bigint check (balance_line >= 0);
