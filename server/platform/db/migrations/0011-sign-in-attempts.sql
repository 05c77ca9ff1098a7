-- Attempts to sign in per user in the current minute, over all platform processes and gateways. The key is a hash of the
-- e-mail, known or not.
create table sign_in_attempts (
  user_key bytea primary key,
  count integer not null,
  ends timestamptz not null
);
