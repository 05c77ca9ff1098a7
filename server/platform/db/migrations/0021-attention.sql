-- What needs attention, or needed it until a day or two ago. One row for each thing: it is opened again when it comes back.
create table attention_items (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  kind text not null,
  -- What it is about: the id of a failure group, run, alias or deployment, or type and alias of a queue.
  key text not null,
  -- What its texts, links and actions are written from.
  facts jsonb not null,
  -- The apps that it concerns.
  app_ids text[] not null,
  since timestamptz not null,
  -- What waits behind it, and since when.
  hurt_runs integer not null,
  hurt_tasks integer not null,
  hurt_since timestamptz,
  -- When it was opened last.
  opened timestamptz not null,
  -- Null while it is open.
  closed timestamptz,
  -- Why it closed by itself; null when a person or another item has closed it.
  closed_text text,
  -- When it was closed before it came back.
  closed_before timestamptz,
  -- Of failures those of their group count.
  owner text references users on delete set null,
  muted_until timestamptz,
  muted_to_change boolean not null default false,
  unique (account_id, kind, key)
);
create index attention_items_open on attention_items (kind) where closed is null;
create index attention_items_closed on attention_items (closed) where closed is not null;
create index attention_items_muted on attention_items (muted_until) where muted_until is not null;

-- What has changed and is looked at next: a failure group, or an item that a person has changed. A row is deleted in the
-- transaction that applies it.
create table attention_changes (
  id bigint generated always as identity primary key,
  account_id text not null,
  kind text not null,
  key text not null
);

-- When something was last looked at by any process of the platform.
create table attention_looks (
  name text primary key,
  at timestamptz not null
);

-- The figures of an account at the end of each hour, or at its latest minute.
create table attention_hours (
  account_id text not null references accounts on delete cascade,
  hour timestamptz not null,
  running integer not null,
  failed integer not null,
  -- Milliseconds; null when nothing waited, or nothing was handed out.
  oldest_queued_ms double precision,
  wait_p95_ms double precision,
  primary key (account_id, hour)
);
create index attention_hours_hour on attention_hours (hour);

-- The failures of before.
insert into attention_changes (account_id, kind, key)
select account_id, 'failure', id from failure_groups where state <> 'closed';
