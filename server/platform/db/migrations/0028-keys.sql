-- Of each credential: when and from which host or address it was used last, written at most once a minute, and which one it
-- was made to replace, which stays valid beside it.
alter table app_tokens
  add column last_used timestamptz,
  add column last_used_by text,
  add column replaces text,
  -- Null: until it is deleted.
  add column expires timestamptz;
alter table alias_keys
  add column last_used timestamptz,
  add column last_used_by text,
  add column replaces text;

-- The access key of an alias, where it is not the one that the alias was made with.
alter table worker_aliases
  add column key_made timestamptz,
  add column key_made_by text,
  add column last_used timestamptz,
  add column last_used_by text;

-- Access keys that aliases had before, valid until they are deleted or their time comes. The secret is sealed.
create table replaced_access_keys (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  alias_id text not null references worker_aliases on delete cascade,
  access_key_id text not null unique,
  secret bytea not null,
  created timestamptz not null,
  created_by text,
  -- Null: until it is deleted.
  expires timestamptz,
  last_used timestamptz,
  last_used_by text
);
create index replaced_access_keys_alias on replaced_access_keys (alias_id);
create index replaced_access_keys_account on replaced_access_keys (account_id);
create index app_tokens_account on app_tokens (account_id);
create index alias_keys_account on alias_keys (account_id);
create index worker_aliases_account on worker_aliases (account_id);
