-- A game has a thousand periods and more a day, and a merchant a part of each. After a year those of a day were found by
-- reading all of them, and the money of a day by reading the whole ledger.
create index periods_day on periods (game_id, day, draw_at);
create index merchant_periods_day on merchant_periods (merchant_id, day);
create index ledger_entries_at on ledger_entries using brin (at) with (pages_per_range = 32, autosummarize = on);
