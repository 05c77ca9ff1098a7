-- Tasks in the hands of workers. A lease is given out with an attempt and ends with it, whatever stands here: it lives
-- while its task is started with the same attempt and its time has not come. There are no references on purpose:
-- what is of no use any more is removed when its time comes.
create table task_leases (
  task_id text primary key,
  attempt integer not null,
  lease text not null,
  alias_id text not null,
  -- When the task comes back to the queue unless something is heard of it before.
  visible_until timestamptz not null,
  -- Its message was deleted without a result: the task no longer comes back by its visibility.
  acknowledged boolean not null default false
);
create index task_leases_visible_until on task_leases (visible_until);

-- Tokens that workers have used: each is good for one call.
create table worker_token_uses (
  alias_id text not null,
  jti text not null,
  expires timestamptz not null,
  primary key (alias_id, jti)
);
create index worker_token_uses_expires on worker_token_uses (expires);
