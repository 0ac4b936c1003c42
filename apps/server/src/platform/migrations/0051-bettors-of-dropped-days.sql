-- Which members bet in a corrected period of a day whose single orders are no longer stored: reports mark their rows.
create table dropped_bettors (
  merchant_id  integer not null,
  day          date not null,
  period_id    integer not null,
  path_id      integer not null,
  primary key (merchant_id, day, period_id, path_id)
);
