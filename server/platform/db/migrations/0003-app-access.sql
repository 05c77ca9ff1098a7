-- What programs sign in with. The secret is sealed, not hashed: the settings screen can reveal it.
create table app_tokens (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  app_id text not null references apps on delete cascade,
  key text not null unique,
  secret bytea not null,
  created timestamptz not null default now(),
  created_by text
);
create index app_tokens_app on app_tokens (app_id, created, id);

-- Values are sealed.
create table app_variables (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  app_id text not null references apps on delete cascade,
  name text not null,
  value bytea not null,
  created timestamptz not null default now(),
  created_by text,
  unique (app_id, name)
);

create table collaborators (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  app_id text not null references apps on delete cascade,
  user_id text not null references users on delete cascade,
  role text not null default 'member',
  created timestamptz not null default now(),
  created_by text,
  unique (app_id, user_id)
);
create index collaborators_account on collaborators (account_id, user_id);

-- What of the entity, where a change or a look is at a part of it: the name of a variable, the key of a token.
alter table audit add column detail text;
