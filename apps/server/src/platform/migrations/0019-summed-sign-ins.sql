-- So many attempts that a line of the log stands for: attempts that had to wait are logged once a minute.
alter table login_log add column times integer not null default 1 check (times > 0);
