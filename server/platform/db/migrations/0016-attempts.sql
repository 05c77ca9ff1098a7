-- The latest attempt of a task is its row in `tasks`; a row here is an attempt that another one has followed, or that
-- a cancel has ended while it waited for its retry. A run without retries has none.
create table task_attempts (
  task_id text not null,
  -- Counts from 1 over all restarts.
  number integer not null,
  account_id text not null,
  workqueue_id text not null references workqueues on delete cascade,
  -- Restarts of the task before this attempt, and who made the last of them or started the run.
  round integer not null,
  actor text,
  -- The place of the attempt in its round.
  of_round integer not null,
  alias text not null,
  version text,
  host_name text,
  queued timestamptz,
  started timestamptz,
  ended timestamptz,
  status text not null,
  reason text,
  lease text check (lease in ('lost', 'returned')),
  -- As in `tasks`.
  state_no integer,
  result_no integer,
  result json,
  primary key (task_id, number)
);
create index task_attempts_workqueue on task_attempts (workqueue_id, queued, task_id, number);

alter table tasks
  add column round integer not null default 0,
  -- Who restarted the task last; null: it was not restarted.
  add column round_actor text,
  -- The lease of the latest attempt ended without a result, and no other attempt follows.
  add column lease_lost boolean not null default false,
  -- What the condition has seen when it skipped the task, in words.
  add column condition_text text,
  -- The results of a run are numbered. The inputs of an attempt are those of the initial state with all results up to
  -- `state_no`; `result_no` is the number of the task's own result. Null for what was written before this column.
  add column state_no integer,
  add column result_no integer,
  -- What the latest attempt that has ended well returned; null for an empty result, and for one that was not kept.
  add column result json,
  -- Size of the result as JSON.
  add column result_bytes integer not null default 0;

alter table workqueues
  add column plan_version integer,
  -- The run of `parent_task_id`.
  add column parent_id text,
  -- Restarts of its tasks.
  add column restarts integer not null default 0,
  -- Milliseconds in which a task was queued or started, until `active_since`; null while there is none.
  add column active_ms double precision not null default 0,
  add column active_since timestamptz,
  -- Number of tasks that are notstarted, queued, started, retry, ended, failed, skipped.
  add column task_counts integer[] not null default '{}',
  -- A letter for the status of each task; null for a run with more than 24.
  add column strip text,
  -- The first fields of the initial state, for lists; null in rows from before: lists read their initial state.
  add column inputs json;

-- The runs that came before: counts and strips of their tasks; the time that the latest attempts of the tasks took
-- together, as far as it is known.
with spans as (
  select workqueue_id,
    array[
      count(*) filter (where status = 'notstarted'), count(*) filter (where status = 'queued'),
      count(*) filter (where status = 'started'), count(*) filter (where status = 'retry'),
      count(*) filter (where status = 'ended'), count(*) filter (where status = 'failed'),
      count(*) filter (where status = 'skipped')]::integer[] as counts,
    case when count(*) <= 24 then string_agg(
      case status when 'notstarted' then 'n' when 'queued' then 'q' when 'started' then 's' when 'retry' then 'r'
        when 'ended' then 'e' when 'failed' then 'f' else 'k' end, '' order by position) end as letters,
    min(queued) filter (where status in ('queued', 'started')) as since,
    range_agg(tstzrange(queued, greatest(queued, ended)))
      filter (where queued is not null and ended is not null and status not in ('queued', 'started')) as spans
  from tasks group by workqueue_id
)
update workqueues set task_counts = spans.counts, strip = spans.letters, active_since = spans.since,
  active_ms = coalesce((
    select sum(extract(epoch from least(upper(span), spans.since) - lower(span)) * 1000)
    from unnest(spans.spans) as span where spans.since is null or lower(span) < spans.since), 0)
from spans where spans.workqueue_id = workqueues.id;

update workqueues set task_counts = '{0,0,0,0,0,0,0}', strip = '' where task_counts = '{}';

update workqueues set parent_id = tasks.workqueue_id
from tasks where tasks.id = workqueues.parent_task_id;

-- The children of a run, in the order of lists, and their statuses.
create index workqueues_children on workqueues (account_id, parent_id, created desc, id desc) include (status)
  where parent_id is not null;
-- The runs that no task has started: one of them may have thousands of children.
create index workqueues_root_app on workqueues (account_id, app_id, created desc, id desc) where parent_task_id is null;
create index workqueues_root_account on workqueues (account_id, created desc, id desc) where parent_task_id is null;
create index workqueues_reruns on workqueues (account_id, rerun_of, created desc, id desc) where rerun_of is not null;
