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

-- What came of an action on many rows, row by row.
create table receipts (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  action text not null,
  -- How the rows were chosen: ids, or a filter.
  selection json not null,
  results json not null,
  created timestamptz not null,
  created_by text,
  ended timestamptz
);
create index receipts_account on receipts (account_id, created desc, id desc);
