create table workers (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  team_id text not null references teams,
  name text not null,
  description text not null default '',
  -- `task.{team namespace}.{type}`; free again once its worker is deleted.
  type text not null,
  status text not null default 'active' check (status in ('active', 'deleted')),
  inputs json not null default '{}',
  outputs json not null default '{}',
  version integer not null default 1,
  created timestamptz not null default now(),
  created_by text,
  updated timestamptz not null default now(),
  updated_by text
);
create index workers_account on workers (account_id, created desc, id desc);
create unique index workers_type on workers (account_id, type) where status <> 'deleted';
create index workers_team on workers (team_id);

-- An alias has a queue and a key pair for it; the secret is sealed.
create table worker_aliases (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  worker_id text not null references workers on delete cascade,
  name text not null,
  access_key_id text not null unique,
  secret bytea not null,
  -- When a worker last asked this alias's queue for tasks.
  last_poll timestamptz,
  created timestamptz not null default now(),
  created_by text,
  unique (worker_id, name)
);

-- Public halves of the keys that workers sign their reports with.
create table alias_keys (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  alias_id text not null references worker_aliases on delete cascade,
  name text not null,
  public_key text not null,
  created timestamptz not null default now(),
  created_by text,
  expires timestamptz not null
);
create index alias_keys_alias on alias_keys (alias_id, created, id);
