-- Plays on which no bet is taken, by play code: {"TMA": {"reason": .., "at": .., "by": ..}}, and how often that changed.
alter table games
  add column stops jsonb not null default '{}',
  add column stop_changes integer not null default 0;

-- Result sources as operators keep them: named, with addresses, switched on and off, with a key beside the old one.
alter table result_sources
  add column name text not null default '',
  add column enabled boolean not null default true,
  add column allowed_ips text[] not null default '{}',
  add column version integer not null default 1,
  add column key_since bigint,
  -- the key before the last rotation, and when it ends
  add column old_secret text,
  add column old_until bigint,
  -- the last call with a right signature
  add column heard_at bigint,
  -- the last trial call: {"at": .., "ip": .., "gameId": .., "periodNo": .., "problem": ..}
  add column trial jsonb;

-- The last results of each source, for its delay.
create index draw_entries_source on draw_entries (source, at desc);
