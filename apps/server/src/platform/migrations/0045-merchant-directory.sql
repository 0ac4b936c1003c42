-- Which merchant a code or a host names. Where merchants are spread over machines by id, no machine can see that a code is
-- given once; this small table is on every machine and can. Versions before read and write the columns of merchants alone.
create table merchant_directory (
  merchant_id  integer primary key,
  code         text not null unique,
  host         text unique,
  -- as in merchants, for lists of what does not lie with them
  name         text not null default ''
);
insert into merchant_directory (merchant_id, code, host, name) select id, code, host, name from merchants;
