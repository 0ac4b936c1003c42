-- Nonces of signed calls (X-Nonce), for as long as the timestamp of their call is accepted: such a call is taken once.
create table seen_nonces (
  signer text not null,
  nonce text not null,
  valid_until bigint not null,
  primary key (signer, nonce)
);
create index seen_nonces_valid_until on seen_nonces (valid_until);
