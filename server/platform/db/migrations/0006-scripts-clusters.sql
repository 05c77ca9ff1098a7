create table scripts (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  team_id text not null references teams,
  name text not null,
  description text not null default '',
  type text not null,
  code text not null default '',
  version integer not null default 1,
  created timestamptz not null default now(),
  created_by text,
  updated timestamptz not null default now(),
  updated_by text
);
create index scripts_account on scripts (account_id, created desc, id desc);
create index scripts_team on scripts (team_id);

create table clusters (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  team_id text references teams on delete set null,
  name text not null,
  tags text[] not null default '{}',
  created timestamptz not null default now(),
  created_by text,
  updated timestamptz not null default now(),
  updated_by text
);
create index clusters_account on clusters (account_id, created desc, id desc);
create index clusters_team on clusters (team_id);

create table deployments (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  cluster_id text not null references clusters on delete cascade,
  worker_id text not null references workers,
  alias text not null,
  docker_tag text not null,
  replica_count integer not null,
  resources json not null,
  -- Values by name, sealed as a whole: passwords stand among them.
  environment bytea not null,
  -- A Flux HelmRelease made of the form, or edited by hand since; sealed, for the environment stands in it too.
  flux_config bytea not null,
  version integer not null default 1,
  created timestamptz not null default now(),
  created_by text,
  updated timestamptz not null default now(),
  updated_by text
);
create index deployments_cluster on deployments (account_id, cluster_id, created desc, id desc);
create index deployments_account on deployments (account_id, created desc, id desc);
-- Two deployments of one alias would overwrite each other's release.
create unique index deployments_alias on deployments (cluster_id, alias);
create index deployments_worker on deployments (worker_id);
