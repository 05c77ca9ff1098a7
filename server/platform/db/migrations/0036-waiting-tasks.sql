-- Priorities of runs, and the order in which tasks that wait for a worker are handed out.
alter table workqueues add column priority smallint not null default 3;

-- The key of a queue: its account, type and alias in eight bytes that cannot be chosen to be those of another queue.
create function queue_key(account_id text, type text, alias text) returns bigint
  language sql immutable parallel safe
  as $$ select ('x' || encode(substr(sha256(convert_to(account_id || E'\n' || type || E'\n' || alias, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint $$;

-- The tasks in the status queued that a worker has to take: each write of a run adds and removes its own. A narrow table of
-- its own, because its order changes with every task that comes and goes.
create table waiting_tasks (
  task_id text primary key,
  workqueue_id text not null,
  -- The number of the attempt before.
  attempt integer not null,
  queue bigint not null,
  -- That of the run, 1 (high) to 5 (low).
  priority smallint not null,
  -- Its round: the k-th waiting task of a run comes after the k-1st of every other run.
  tag bigint not null,
  -- Breaks ties of one round.
  no bigint generated always as identity,
  queued timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_cost_delay = 0);
create index waiting_tasks_order on waiting_tasks (queue, priority, tag, no);
-- The last round of a run in a queue.
create index waiting_tasks_run on waiting_tasks (workqueue_id, queue, tag);

-- No reference to tasks, which would be checked with each task that comes.
create function forget_waiting_tasks() returns trigger language plpgsql as $$
begin
  delete from waiting_tasks where task_id in (select id from gone);
  return null;
end $$;
create trigger tasks_deleted after delete on tasks referencing old table as gone
  for each statement execute function forget_waiting_tasks();

insert into waiting_tasks (task_id, workqueue_id, attempt, queue, priority, tag, queued)
  select id, workqueue_id, attempt, queue_key(account_id, type, alias), 3,
    row_number() over (partition by workqueue_id, type, alias order by waiting_since, position), waiting_since
  from tasks
  where waiting_since is not null
    and type not in ('task.workforce.noop', 'task.workforce.delay', 'task.workforce.map', 'task.workforce.plan')
  order by waiting_since;

-- What people have set for queues; a queue without a row is not paused and has no limit.
create table queue_controls (
  account_id text not null references accounts on delete cascade,
  type text not null,
  alias text not null,
  paused_by text,
  paused_at timestamptz,
  pause_reason text,
  -- Tasks that may run at once on all platforms.
  running_limit integer,
  primary key (account_id, type, alias)
);

-- The queue that a task was taken from: the tasks of one queue that run are counted by it. Null: taken by an earlier version.
alter table task_leases add column queue bigint;
create index task_leases_queue on task_leases (queue) where queue is not null;
