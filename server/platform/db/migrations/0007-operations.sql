-- Every earlier content of a plan, under the version it had.
create table plan_revisions (
  plan_id text not null references plans on delete cascade,
  account_id text not null references accounts on delete cascade,
  version integer not null,
  name text not null,
  description text not null,
  definition json not null,
  updated timestamptz not null,
  updated_by text,
  primary key (plan_id, version)
);

-- An action on many rows; what came of each is said by its rows.
create table receipts (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  action text not null check (action in ('cancel-workqueues', 'restart-tasks')),
  -- The caller's name for its request, so that it is not carried out twice.
  request_id text,
  -- How the rows were chosen: ids, or a filter.
  selection json not null,
  total integer not null,
  done integer not null default 0,
  failed integer not null default 0,
  created timestamptz not null,
  created_by text,
  -- Address the action came from.
  source text,
  ended timestamptz,
  -- The process that works on it, and when it last said so; another one takes over what was left.
  worker text,
  worked timestamptz not null default now(),
  unique (account_id, request_id)
);
create index receipts_account on receipts (account_id, created desc, id desc);
create index receipts_open on receipts (worked) where ended is null;

create table receipt_rows (
  receipt_id text not null references receipts on delete cascade,
  -- Place in the selection.
  position integer not null,
  entity_id text not null,
  name text,
  -- Null while it waits.
  ok boolean,
  -- What a call on this row alone would have answered.
  status_code integer,
  error text,
  primary key (receipt_id, position)
);

-- Rows come in order of time, so a few bytes a block find the old ones for the retention.
create index audit_at on audit using brin (at);

-- What was done stays as it was written; only its age takes it away.
create function keep_audit() returns trigger language plpgsql as $$
begin
  raise exception 'rows of the audit are never changed';
end $$;
create trigger audit_kept before update on audit for each statement execute function keep_audit();
