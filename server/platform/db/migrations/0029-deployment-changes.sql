-- What each save of a deployment has changed: names of variables, never their values.
create table deployment_changes (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  deployment_id text not null references deployments on delete cascade,
  -- The version that the save made; 1 is the creation.
  version integer not null,
  -- When the replaced version was made; null for the creation. Before that of the oldest row nothing is known.
  since timestamptz,
  at timestamptz not null,
  actor text,
  changes json not null
);
create index deployment_changes_newest on deployment_changes (deployment_id, version desc);
