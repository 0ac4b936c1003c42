-- What an alert is about, where it may be raised only once for a path: kind, period, play and item.
alter table alerts add column once text;
create unique index alerts_once on alerts (merchant_id, path_id, once) where once is not null;
