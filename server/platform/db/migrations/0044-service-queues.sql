-- What the worker that has begun an attempt by its report calls this execution: with a queue service several workers may get
-- one message. Null: a receive has begun it.
alter table task_leases add column execution text;

-- The queues of aliases in a queue service (QUEUE=sqs). No references: a queue outlives its alias until it is removed there.
create table service_queues (
  -- queue_key of the three.
  queue bigint primary key,
  account_id text not null,
  type text not null,
  alias text not null,
  -- The host of the service.
  service text not null,
  -- The name there.
  name text not null,
  -- Null: it has to be made.
  url text,
  -- A process works on it until then.
  busy_until timestamptz,
  -- When it may be worked on again after a failure.
  due timestamptz not null,
  failures integer not null default 0,
  -- Why the last call for it has failed; null: it has not.
  fault text,
  fault_since timestamptz,
  -- The fault is that of the whole service.
  fault_of_all boolean not null default false,
  unique (account_id, type, alias)
);
