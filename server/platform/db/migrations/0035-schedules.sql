-- Runs of a plan at set times.
create table schedules (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  app_id text not null references apps on delete cascade,
  plan_id text not null references plans on delete cascade,
  name text not null,
  cron text not null,
  time_zone text not null,
  -- Null: that of the plan.
  initial_state json,
  -- What lists show of it.
  inputs json not null,
  overlap text not null check (overlap in ('skip', 'queue', 'allow', 'cancelPrevious')),
  catch_up text not null check (catch_up in ('none', 'last', 'all')),
  -- Seconds.
  catch_up_window integer not null,
  jitter_ms integer not null,
  start_at timestamptz,
  end_at timestamptz,
  pause_after_failures integer,
  priority integer not null,
  paused_by text,
  paused_at timestamptz,
  pause_reason text,
  -- The first time that is not decided; null: none is left.
  next_at timestamptz,
  -- Incremented by all that decides what may start: a decision that was made by an older number is void.
  turn integer not null default 0,
  -- Failed runs in a row.
  failures integer not null default 0,
  -- Times that no platform was there for, since one was started on time last.
  missed_count integer not null default 0,
  missed_from timestamptz,
  missed_to timestamptz,
  -- Which of them was started afterwards.
  missed_instead timestamptz,
  version integer not null default 1,
  created timestamptz not null,
  created_by text,
  updated timestamptz not null,
  updated_by text
);
create index schedules_account on schedules (account_id, app_id, created desc, id desc);
create index schedules_app on schedules (app_id);
create index schedules_plan on schedules (plan_id);
create index schedules_next on schedules (next_at) where next_at is not null;
create index schedules_missed on schedules (account_id) where missed_count > 0;

-- The times of schedules that are decided: each starts at most one run, which has the same id.
create table schedule_occurrences (
  id text primary key,
  account_id text not null,
  app_id text not null,
  schedule_id text not null references schedules on delete cascade,
  at timestamptz not null,
  source text not null check (source in ('clock', 'backfill', 'trigger')),
  state text not null check (state in ('waiting', 'started', 'skipped')),
  reason text check (reason in ('overlap', 'window', 'paused', 'refused')),
  -- Why it was skipped, where there is more to say than the reason.
  detail text,
  -- The time that was started instead.
  instead timestamptz,
  requested_by text,
  -- When it may start.
  due timestamptz not null,
  -- It waits for the end of an earlier run.
  blocked boolean not null default false,
  -- The backfill that it belongs to, and how many of its runs may go on at once.
  receipt_id text references receipts on delete set null,
  concurrency integer,
  decided timestamptz,
  unique (schedule_id, at)
);
create index schedule_occurrences_due on schedule_occurrences (due) where state = 'waiting' and not blocked;
create index schedule_occurrences_waiting on schedule_occurrences (schedule_id, at) where state = 'waiting';
create index schedule_occurrences_receipt on schedule_occurrences (receipt_id) where receipt_id is not null;
create index schedule_occurrences_decided on schedule_occurrences (decided);

alter table workqueues
  add column schedule_id text,
  add column scheduled_for timestamptz;
create index workqueues_schedule_live on workqueues (schedule_id)
  where schedule_id is not null and status in ('notstarted', 'started');

-- Runs of schedules that have ended. A row is deleted in the transaction that applies it.
create table schedule_run_ends (
  id bigint generated always as identity primary key,
  schedule_id text not null,
  run_id text not null,
  status text not null
);
create function note_scheduled_run_end() returns trigger language plpgsql as $$
begin
  insert into schedule_run_ends (schedule_id, run_id, status) values (new.schedule_id, new.id, new.status);
  return null;
end $$;
create trigger workqueues_scheduled_end after update of status on workqueues
  for each row when (new.schedule_id is not null and old.status <> new.status
    and new.status in ('completed', 'failed', 'cancelled')) execute function note_scheduled_run_end();
-- A run without tasks is over when it is stored.
create trigger workqueues_scheduled_over after insert on workqueues
  for each row when (new.schedule_id is not null and new.status in ('completed', 'failed', 'cancelled'))
  execute function note_scheduled_run_end();

-- Backfills: the rows of the receipt are the occurrences.
alter table receipts drop constraint receipts_action_check;
alter table receipts add constraint receipts_action_check
  check (action in ('cancel-workqueues', 'restart-tasks', 'start-workqueues', 'backfill-schedule'));
