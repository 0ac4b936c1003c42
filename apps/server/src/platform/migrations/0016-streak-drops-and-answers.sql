-- Odds that fall because an item keeps winning, answers of outside books that contradict a person, and a switch nobody has.

-- Steps by draws won in a row: [{"draws": 3, "drop": "..", "floor": ".."}] in the units of the database, rising.
alter table price_drop_steps add column streak_steps jsonb not null default '[]';

-- What a drop comes from: stakes held, or a streak. Both may be on one price key.
alter table price_drops add column cause text not null default 'stake' check (cause in ('stake', 'streak'));
-- Of a streak: so many draws in a row had been won when it was put in force.
alter table price_drops add column streak integer not null default 0;
alter table price_drops drop constraint price_drops_pkey;
alter table price_drops add primary key (period_id, play, price_key, cause);

alter table price_drop_log add column cause text not null default 'stake' check (cause in ('stake', 'streak'));
alter table price_drop_log add column streak integer not null default 0;

-- How often drops of a game have moved: listed prices are another version each time.
alter table games add column drop_changes bigint not null default 0;

-- What an outside book said after a person had decided otherwise; null: nothing of the kind.
alter table fly_outs add column contradicted text check (contradicted in ('accepted', 'rejected'));

alter table replenishment_settings drop column halted;
