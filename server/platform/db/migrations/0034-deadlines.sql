-- How long runs and tasks should take and may take. `due` is when the deadline of what is under way passes, `late` since
-- when it has passed; `deadline` of a task remains the time-out of its attempt. Rows without a deadline are in no index.
alter table workqueues
  add column expected_ms integer,
  add column deadline_ms integer,
  add column on_deadline text check (on_deadline in ('fail', 'tell')),
  add column due timestamptz,
  add column late timestamptz;
alter table tasks
  add column expected_ms integer,
  add column deadline_ms integer,
  add column on_deadline text check (on_deadline in ('fail', 'tell')),
  add column due timestamptz,
  add column late timestamptz;
create index workqueues_due on workqueues (due) where due is not null;
create index tasks_due on tasks (due) where due is not null;
-- The late runs under way, with those of which a task is late.
create index workqueues_late on workqueues (late) where late is not null and status in ('notstarted', 'started');
