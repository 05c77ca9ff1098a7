-- The keys that have sealed values of this database, each with a known text sealed by it: a start with another key is
-- recognised before it seals anything.
create table secret_keys (
  id text primary key,
  sealed bytea not null,
  created timestamptz not null default now()
);

-- Values of removed variables, still sealed, while tasks are under way that may have received them: what such a task
-- reports is searched for them.
create table removed_variables (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  app_id text not null references apps on delete cascade,
  name text not null,
  value bytea not null,
  removed timestamptz not null
);
create index removed_variables_app on removed_variables (app_id, name);

-- Settings of an account are sealed. Rows from before this file keep them in `settings` until the next start seals them.
alter table account_settings alter column settings drop not null;
alter table account_settings add column sealed bytea;
