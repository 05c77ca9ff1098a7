-- Worker processes that have polled a queue, by what they say of themselves; removed after a day.
create table queue_pollers (
  account_id text not null,
  type text not null,
  alias text not null,
  -- The source address where a worker does not name its host.
  host_name text not null,
  -- Empty where it is not known.
  version text not null,
  -- Since when it polls without a pause.
  first_poll timestamptz not null,
  last_poll timestamptz not null,
  -- The last sign of life: a poll, or a word about a task that it works on.
  last_seen timestamptz not null,
  primary key (account_id, type, alias, host_name, version)
);

-- What moved in the queues, counted by each process of the platform from its own writes and summed up when it is read.
-- A row has the whole count of its process, so that writing it again changes nothing.
create table queue_minutes (
  process text not null,
  account_id text not null,
  type text not null,
  alias text not null,
  minute timestamptz not null,
  came integer not null,
  handed_out integer not null,
  -- Left the queue without being handed out.
  gone integer not null,
  first_move timestamptz not null,
  last_out timestamptz,
  primary key (account_id, type, alias, minute, process)
);
create index queue_minutes_minute on queue_minutes (minute);

-- How long tasks of an hour have waited: their number in each bucket of the histogram (see wait-buckets.ts).
create table queue_waits (
  process text not null,
  account_id text not null,
  app_id text not null,
  type text not null,
  alias text not null,
  hour timestamptz not null,
  buckets integer[] not null,
  primary key (account_id, type, alias, hour, app_id, process)
);
create index queue_waits_hour on queue_waits (hour);

-- How the attempts of an hour ended.
create table attempt_outcomes (
  process text not null,
  account_id text not null,
  type text not null,
  alias text not null,
  -- Both empty where they are not known.
  version text not null,
  host_name text not null,
  hour timestamptz not null,
  ended integer not null,
  failed integer not null,
  last_ended timestamptz,
  last_failed timestamptz,
  primary key (account_id, type, hour, alias, version, host_name, process)
);
create index attempt_outcomes_hour on attempt_outcomes (hour);
