-- Orders by the time they were placed: rows lie in that order, so a summary of every few pages is enough and costs a bet
-- next to nothing.
create index orders_at on orders using brin (at) with (pages_per_range = 32, autosummarize = on);
