-- Start addresses: programs that know the secret of one start runs of its plan.
create table hooks (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  app_id text not null references apps on delete cascade,
  plan_id text not null references plans on delete cascade,
  name text not null,
  enabled boolean not null,
  -- Null: the body is the initial state.
  mapping json,
  -- Runs that it starts in a minute, when the current minute ends, and how many it has started in it.
  call_limit integer not null,
  minute_ends timestamptz,
  minute_starts integer not null default 0,
  secret bytea not null,
  secret_created timestamptz not null,
  old_secret bytea,
  old_until timestamptz,
  version integer not null default 1,
  created timestamptz not null,
  created_by text,
  updated timestamptz not null,
  updated_by text
);
create index hooks_account on hooks (account_id, app_id, created desc, id desc);
create index hooks_app on hooks (app_id);
create index hooks_plan on hooks (plan_id);

-- The keys of calls and the run of each. It is stored before the run, so that a repeated call starts the same one.
create table hook_starts (
  hook_id text not null references hooks on delete cascade,
  key text not null,
  workqueue_id text not null,
  -- The run was stored.
  started boolean not null default false,
  created timestamptz not null,
  primary key (hook_id, key)
);
create index hook_starts_created on hook_starts (created);

-- The last calls of each address; those without its secret apart, so that these never displace the others.
create table hook_calls (
  id bigint generated always as identity primary key,
  account_id text not null,
  app_id text not null,
  hook_id text not null references hooks on delete cascade,
  had_secret boolean not null,
  at timestamptz not null,
  status integer not null,
  reason text,
  key text,
  workqueue_id text,
  repeated boolean not null,
  count integer not null default 1,
  ms integer not null,
  source text not null
);
create index hook_calls_hook on hook_calls (hook_id, had_secret, id desc);

-- Calls of each address by the hour.
create table hook_hours (
  hook_id text not null references hooks on delete cascade,
  hour timestamptz not null,
  calls integer not null,
  primary key (hook_id, hour)
);

alter table workqueues add column hook_id text;
