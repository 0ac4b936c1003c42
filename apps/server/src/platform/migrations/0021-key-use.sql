-- When each key last signed an accepted call: written at most once a minute for a key. Since this version `retired_at` may
-- lie ahead: the key signs until then.
alter table merchant_keys add column last_signed_at bigint;
