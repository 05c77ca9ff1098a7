-- People and accounts. Every other row belongs to an account, and every query names it.
create table users (
  id text primary key,
  email text not null unique,
  password_hash text not null,
  created timestamptz not null default now()
);

create table accounts (
  id text primary key,
  name text not null unique,
  created timestamptz not null default now()
);

create table memberships (
  account_id text not null references accounts on delete cascade,
  user_id text not null references users on delete cascade,
  role text not null check (role in ('owner', 'member')),
  created timestamptz not null default now(),
  primary key (account_id, user_id)
);
create index memberships_user on memberships (user_id);

-- Opaque tokens; only their SHA-256 is stored, so a copy of the database contains no valid token.
create table tokens (
  hash bytea primary key,
  user_id text not null references users on delete cascade,
  kind text not null check (kind in ('bearer', 'temporary')),
  -- Tokens of one sign-in; a refresh keeps the family and a sign-out ends the whole of it.
  family text not null,
  created timestamptz not null default now(),
  expires timestamptz not null
);
create index tokens_user on tokens (user_id);
create index tokens_family on tokens (family);
create index tokens_expires on tokens (expires);

create table apps (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  name text not null,
  description text not null,
  created timestamptz not null default now(),
  created_by text,
  updated timestamptz not null default now(),
  updated_by text
);
create index apps_account on apps (account_id, created desc, id desc);

create table plans (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  name text not null,
  description text not null default '',
  -- The rest of the definition: tags, initialState, outputsDef, firstTasks, errorTasks, tasks.
  -- json, not jsonb: it comes back as it was written, keys in their order.
  definition json not null,
  sample boolean not null default false,
  version integer not null default 1,
  created timestamptz not null default now(),
  created_by text,
  updated timestamptz not null default now(),
  updated_by text
);
create index plans_account on plans (account_id, created desc, id desc);

-- One run of a definition. `seq` counts its writes: every writer names the seq that its decision was
-- taken at, so a decision on an old picture changes nothing.
create table workqueues (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  app_id text not null references apps on delete cascade,
  name text not null,
  description text not null default '',
  tags text[] not null default '{}',
  plan_id text,
  rerun_of text,
  parent_task_id text,
  -- Which item of a map task this child works on; 0 for a plan task.
  parent_item integer,
  -- How many runs stand above this one; bounds plans that start themselves.
  depth integer not null default 0,
  status text not null check (status in ('notstarted', 'started', 'completed', 'failed', 'cancelled')),
  seq integer not null default 0,
  created timestamptz not null,
  created_by text,
  started timestamptz,
  ended timestamptz,
  updated_by text,
  -- json, not jsonb, here and in tasks: read back whole, as it was written, and cheaper to write.
  initial_state json not null,
  state json not null,
  outputs_def json,
  first_tasks text[] not null default '{}',
  error_tasks text[] not null default '{}',
  -- The engine processes that execute tasks of this run, in order (tasks.holder).
  holders integer[] not null default '{}'
);
-- Room on the page for the next version of a row: a run is written once for every step of its tasks.
alter table workqueues set (fillfactor = 70);
create index workqueues_app on workqueues (account_id, app_id, created desc, id desc);
create index workqueues_account on workqueues (account_id, created desc, id desc);
-- Each tag with its account and with its app: the same tag elsewhere costs nothing. The cost is what a call takes, so that
-- lists read their rows by the index, but for tags that nearly every run has.
create function scoped_tags(account_id text, app_id text, tags text[]) returns text[]
  language sql immutable parallel safe cost 1000
  as $$ select array(select scope || ' ' || tag from unnest(tags) tag, (values (account_id), (app_id)) scopes (scope)) $$;
create index workqueues_tags on workqueues using gin (scoped_tags(account_id, app_id, tags)) where tags <> '{}';
create index workqueues_parent on workqueues (parent_task_id, parent_item) where parent_task_id is not null;
create index workqueues_live_children on workqueues (parent_task_id)
  where parent_task_id is not null and status in ('notstarted', 'started');

create index workqueues_held on workqueues (holders) where holders <> '{}';
create index workqueues_unfinished on workqueues (account_id, app_id)
  where status in ('notstarted', 'started', 'failed');

-- The tasks of a run; `position` is the place in the definition.
create table tasks (
  id text primary key,
  account_id text not null,
  app_id text not null,
  workqueue_id text not null references workqueues on delete cascade,
  position integer not null,
  name text not null,
  type text not null,
  alias text not null,
  alias_type text,
  version text,
  host_name text,
  depends text[] not null default '{}',
  condition json,
  continue_on_error boolean not null default false,
  inputs json not null default '{}',
  outputs json not null default '{}',
  retry json not null,
  timeout_ms integer,
  status text not null check (status in ('notstarted', 'started', 'queued', 'ended', 'failed', 'retry', 'skipped')),
  -- Executions so far; a second execution always has the next number.
  attempt integer not null default 0,
  -- Executions since the last restart by a person; what `retry.max` is compared with.
  tries integer not null default 0,
  created timestamptz not null,
  queued timestamptz,
  started timestamptz,
  ended timestamptz,
  retry_time timestamptz,
  -- When the attempt under way times out.
  deadline timestamptz,
  progress real not null default 0,
  reason text,
  updated_by text,
  -- Inputs with $state resolved, as they were when the task was queued.
  resolved_inputs json,
  -- The number of the engine process that executes this attempt; null before one does.
  holder integer,
  -- The status, where a task may stay in it and has to be found by it. Null before its turn, in the hands of an
  -- engine process, and when it has ended well: the way that most tasks go.
  resting text generated always as (
    case when status in ('queued', 'retry', 'failed', 'skipped') or status = 'started' and holder is null
      then status end) stored,
  -- `queued`, while the task waits there.
  waiting_since timestamptz generated always as (case when status = 'queued' then queued end) stored,
  -- `ended`, when the task has failed.
  failed_at timestamptz generated always as (case when status = 'failed' then ended end) stored,
  unique (workqueue_id, position)
);
-- A step changes status, holder and moments of two tasks. While no index holds a column that it changes, and the
-- page has room for the next version of the row, it writes to no index at all: never index (or name in an index's
-- condition) `status`, `holder`, `attempt`, `queued`, `started` or `ended`, but `resting`, `waiting_since` and
-- `failed_at`.
alter table tasks set (fillfactor = 50);
create index tasks_account on tasks (account_id, created desc, id desc);
create index tasks_app on tasks (account_id, app_id, created desc, id desc);
create index tasks_resting on tasks (account_id, app_id, resting, created desc, id desc) where resting is not null;
create index tasks_failed on tasks (account_id, failed_at desc, id desc) where failed_at is not null;
create index tasks_retry on tasks (retry_time) where retry_time is not null;
create index tasks_deadline on tasks (deadline) where deadline is not null;
-- What the backlog counts beside what engine processes hold, however long the history is.
create index tasks_backlog on tasks (account_id, type, alias) where resting in ('queued', 'started', 'retry');
create index tasks_waiting on tasks (type, alias, account_id, waiting_since) where waiting_since is not null;

create table task_logs (
  id text primary key,
  account_id text not null,
  workqueue_id text not null references workqueues on delete cascade,
  task_id text not null,
  attempt integer not null,
  -- Breaks ties of entries with one timestamp.
  ordinal bigserial,
  timestamp timestamptz not null,
  level text not null,
  message text not null,
  stacktrace text
);
create index task_logs_workqueue on task_logs (workqueue_id, timestamp, ordinal);

-- Live messages, committed with the change that they tell of and published after it. One row holds the
-- messages of one write.
create table outbox (
  id bigserial primary key,
  -- JSON that is read back whole and only once, so neither parsed nor compressed here.
  messages text not null,
  created timestamptz not null default now(),
  published timestamptz
);
alter table outbox alter column messages set storage external;
create index outbox_unpublished on outbox (id) where published is null;

-- Numbers under which engine processes hold tasks; one is never given twice.
create sequence engine_holders as integer;

-- Who did what, when and from where; append only.
create table audit (
  id text primary key,
  account_id text,
  actor text not null,
  action text not null,
  entity text not null,
  entity_id text,
  at timestamptz not null default now(),
  source text,
  result text not null
);
create index audit_account on audit (account_id, at desc, id desc);
