-- Own passwords, reset codes, the second factor being set up, and chat groups.

-- Set up and not yet confirmed by a code; sealed.
alter table accounts add column totp_pending text;

-- One row for each name that asked for a code, whether there is such an account or not: both cost and answer the same.
create table reset_codes (
  name           text primary key,
  -- null: no such account
  account_id     integer,
  -- of the last hour
  sent_at        bigint[] not null default '{}',
  code_hash      text,
  tries          integer not null default 0,
  expires_at     bigint not null default 0,
  token_hash     text unique,
  token_until    bigint not null default 0
);

-- What the demo would have sent by its channels: shown on a page, so that a reset can be walked without a network.
create table sent_messages (
  id            integer generated always as identity primary key,
  account_name  text not null,
  address       text not null,
  content       text not null,
  at            bigint not null
);

create index change_log_operator on change_log (merchant_id, operator_id, id);
create index paths_group on paths (merchant_id, group_id) where group_id is not null;

create sequence chat_group_ids as integer;

create table chat_groups (
  merchant_id  integer not null,
  id           integer not null default nextval('chat_group_ids'),
  -- whose group it is: an ancestor of its members
  path_id      integer not null,
  name         text not null,
  channel      text not null check (channel in ('telegram', 'web')),
  channel_id   text not null default '',
  pankou       text not null,
  game_ids     smallint[] not null,
  remark       text not null default '',
  status       smallint not null default 1 check (status in (1, 2, 4)),
  -- [{keyword, action, enabled, reply?}]; null: the built-in ones
  commands     jsonb,
  created_at   bigint not null,
  primary key (merchant_id, id)
);
create index chat_groups_path on chat_groups (merchant_id, path_id);
create unique index chat_groups_channel on chat_groups (merchant_id, channel_id) where channel_id <> '';

-- What was answered to a message: the same message again gets the same answer and bets nothing twice.
create table group_messages (
  merchant_id   integer not null,
  channel_id    text not null,
  message_id    text not null,
  content_hash  text not null,
  -- null while it is being answered
  answer        jsonb,
  at            bigint not null,
  primary key (merchant_id, channel_id, message_id)
);
create index group_messages_at on group_messages (at);
