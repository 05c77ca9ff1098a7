-- Failed attempts, and successes that may repair a failure, as the writes of runs hand them on. A row is deleted in the
-- transaction that applies it to the groups.
create table failure_events (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('failed', 'passed')),
  account_id text not null,
  app_id text not null,
  plan_id text,
  workqueue_id text not null,
  run_created timestamptz not null,
  rerun_of text,
  parent_task_id text,
  parent_item integer,
  task_id text not null,
  task_name text not null,
  type text not null,
  alias text not null,
  version text,
  host_name text,
  attempt integer not null,
  at timestamptz not null,
  reason text,
  -- The fingerprint that the worker has named.
  named text
);

create table failure_groups (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  fingerprint text not null,
  title text not null,
  type text not null,
  -- Without its mute, which ends by itself.
  state text not null check (state in ('open', 'regressed', 'closed')),
  muted_until timestamptz,
  -- Muted until it fails on something new.
  muted_to_change boolean not null default false,
  first timestamptz not null,
  last timestamptz not null,
  -- Counted as tasks come and go.
  runs integer not null default 0,
  tasks integer not null default 0,
  apps integer not null default 0,
  -- Tasks of this generation that have not succeeded since.
  open_tasks integer not null default 0,
  -- Counts the times that a person has closed it: what failed before is over.
  generation integer not null default 0,
  versions text[] not null default '{}',
  hosts text[] not null default '{}',
  aliases text[] not null default '{}',
  sample json not null,
  owner text references users on delete set null,
  note text,
  closed timestamptz,
  -- When a person has closed it last: attempts that failed before then do not open it again.
  dismissed timestamptz,
  unique (account_id, fingerprint)
);
create index failure_groups_last on failure_groups (account_id, last desc, id desc);
create index failure_groups_muted on failure_groups (muted_until) where muted_until is not null;
create index failure_groups_closed on failure_groups (closed) where closed is not null;

-- The tasks of a group, each with its newest failed attempt in it.
create table failure_tasks (
  group_id text not null references failure_groups on delete cascade,
  app_id text not null,
  workqueue_id text not null references workqueues on delete cascade,
  task_id text not null,
  account_id text not null,
  -- Empty for runs without a plan.
  plan_id text not null,
  run_created timestamptz not null,
  parent_task_id text,
  parent_item integer,
  task_name text not null,
  alias text not null,
  version text,
  host_name text,
  attempt integer not null,
  at timestamptz not null,
  reason text,
  generation integer not null,
  -- When the task, that of a rerun or that of a later run has succeeded.
  repaired timestamptz,
  -- In this order the index tells whether the group has the app and the run already.
  primary key (group_id, app_id, workqueue_id, task_id)
);
create index failure_tasks_newest on failure_tasks (group_id, at desc, task_id desc);
create index failure_tasks_run on failure_tasks (workqueue_id, task_name);
create index failure_tasks_plan on failure_tasks (account_id, app_id, plan_id, task_name) where repaired is null;

-- Names of tasks that have failed and not succeeded since: only their successes are handed on. `version` orders the
-- additions, so that each process reads only new ones.
create table failure_keys (
  account_id text not null,
  app_id text not null,
  -- Empty for runs without a plan.
  plan_id text not null,
  task_name text not null,
  version bigint generated always as identity unique,
  opened timestamptz not null default now(),
  -- Later runs were looked through once every process knew of the key.
  checked boolean not null default false,
  primary key (account_id, app_id, plan_id, task_name)
);
create index failure_keys_unchecked on failure_keys (opened) where not checked;

-- Tasks that went with their runs; the groups are counted down by the process that counts them up.
create table failure_removals (
  id bigint generated always as identity primary key,
  group_id text not null,
  app_id text not null,
  workqueue_id text not null,
  tasks integer not null,
  generation integer not null,
  open_tasks integer not null
);

create function keep_failure_removals() returns trigger language plpgsql as $$
begin
  insert into failure_removals (group_id, app_id, workqueue_id, tasks, generation, open_tasks)
  select group_id, app_id, workqueue_id, count(*), generation, count(*) filter (where repaired is null)
  from gone group by group_id, app_id, workqueue_id, generation;
  return null;
end $$;
create trigger failure_tasks_removed after delete on failure_tasks
  referencing old table as gone for each statement execute function keep_failure_removals();

-- A receipt may wait before it begins, and move its tasks to another alias.
alter table receipts
  add column alias text,
  add column held_until timestamptz,
  add column cancelled_by text;
