-- Deployments in a Git repository (FLUX_GIT_URL). Nothing here contains the value of a variable.

-- The file of each deployment; kept without the deployment, so that its removal stays published.
create table gitops_files (
  deployment_id text primary key,
  account_id text not null,
  path text not null,
  -- Which repository it is published in: its address without credentials, and its branch.
  repository text not null,
  -- Of the deployment, as it was recorded last.
  version integer not null,
  -- What the file should contain; null: nothing, the deployment was deleted.
  manifest text,
  -- The Git object that was published last; null: no file.
  blob text,
  commit text,
  published timestamptz,
  -- Why its present configuration is not published: it cannot be read, or contains a secret.
  blocked text,
  -- In the words of the repository, which refused the last push.
  refused text,
  refused_since timestamptz,
  tries integer not null default 0,
  next_try timestamptz,
  -- What others had put in its place when it was published last.
  found json,
  -- Writes of the same file without a change of the deployment.
  restores integer not null default 0,
  restored timestamptz
);

-- Outbox: changes that are not published yet, in their order.
create table gitops_changes (
  id bigint generated always as identity primary key,
  deployment_id text not null,
  account_id text not null,
  path text not null,
  manifest text,
  subject text not null,
  body text not null,
  actor text,
  at timestamptz not null
);
create index gitops_changes_deployment on gitops_changes (deployment_id, id);

-- The repository as it was seen last.
create table gitops_remote (
  id integer primary key check (id = 1),
  repository text not null,
  head text,
  looked timestamptz,
  -- Why it cannot be reached, and since when.
  fault text,
  failing_since timestamptz,
  tries integer not null default 0,
  next_try timestamptz
);
