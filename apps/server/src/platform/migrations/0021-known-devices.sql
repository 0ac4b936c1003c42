-- Browsers that have signed in to an account. Of the token in their cookie only the hash is stored.
create table known_devices (
  token_hash  text primary key,
  account_id  integer not null,
  created_at  bigint not null,
  seen_at     bigint not null
);
create index known_devices_account on known_devices (account_id, seen_at);
create index known_devices_seen on known_devices (seen_at);

-- The device that a session was opened on: whoever ends the session of a lost device has the device forgotten, too.
alter table sessions add column device_hash text;

-- A sign-in from a device that the account had not been used on.
alter table login_log add column new_device boolean not null default false;
