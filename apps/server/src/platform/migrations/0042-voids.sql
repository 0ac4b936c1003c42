-- What a sweep looks for whatever their age: voids of periods, of which there are few. Draws grow for ever.
create index draws_void on draws (period_id) where kind = 'void';
