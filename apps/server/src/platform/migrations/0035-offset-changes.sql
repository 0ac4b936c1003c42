-- Every change of a merchant's differences, by the version of the game's prices that it made.
create table offset_changes (
  merchant_id    integer not null,
  game_id        smallint not null,
  version        bigint not null,
  at             bigint not null,
  operator_id    integer not null,
  operator_name  text not null,
  -- [{play, key, before, after}], differences as on the wire ("0.05")
  changes        jsonb not null,
  primary key (merchant_id, game_id, version)
);
