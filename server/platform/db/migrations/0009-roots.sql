-- The run at the top of a child run; null for a run that no task has started. Limits and cancels concern the whole
-- family below a root.
alter table workqueues add column root_id text;

-- The runs that came before: a child's root is that of the run above it. A child whose parent was deleted is a root.
with recursive below (id, root_id) as (
  select child.id, tasks.workqueue_id
  from workqueues child join tasks on tasks.id = child.parent_task_id
    join workqueues parent on parent.id = tasks.workqueue_id
  where not exists (select from tasks above where above.id = parent.parent_task_id)
  union all
  select child.id, below.root_id
  from below join tasks on tasks.workqueue_id = below.id
    join workqueues child on child.parent_task_id = tasks.id
)
update workqueues set root_id = below.root_id from below where workqueues.id = below.id;

create index workqueues_live_below on workqueues (root_id)
  where root_id is not null and status in ('notstarted', 'started');

-- How many runs a root has started below it in its life, for the limit. A row is made with the first child.
create table run_roots (
  root_id text primary key references workqueues on delete cascade,
  runs integer not null
);
insert into run_roots (root_id, runs)
  select root_id, count(*) from workqueues where root_id is not null group by root_id;

-- Tasks that a cancel stopped were stored as failed; they are skipped, and counted nowhere as failures.
update tasks set status = 'skipped' from workqueues
  where workqueues.id = tasks.workqueue_id and workqueues.status = 'cancelled'
    and tasks.status = 'failed' and tasks.reason = 'Cancelled';

-- Requests to start a run, by the name that the caller gave them, so that a repeated request starts no second run.
create table start_requests (
  account_id text not null references accounts on delete cascade,
  request_id text not null,
  -- SHA-256 of what was asked for.
  body_hash bytea not null,
  workqueue_id text not null,
  created timestamptz not null default now(),
  primary key (account_id, request_id)
);
create index start_requests_created on start_requests (created);

-- Engine processes in trouble: blocked, short of memory, or ended by a fault. A process that recovers removes its row,
-- so a row of a dead process says how it died. `subject` is the run or the task that was executed at that moment.
create table engine_troubles (
  holder integer primary key,
  kind text not null check (kind in ('blocked', 'memory', 'fault')),
  subject text,
  created timestamptz not null default now(),
  -- Whether the death was counted: the row stays as evidence until the retention removes it.
  counted boolean not null default false
);
create index engine_troubles_subject on engine_troubles (subject) where subject is not null;
