-- What a search of runs reads: one row a run, written by the process that applies `search_changes`, when the run was
-- made and again when its status, name or tags change.
create table run_search (
  run_id text primary key,
  account_id text not null,
  -- The runs of a table are numbered in buckets, newer ones higher; hashes of terms contain the bucket, so that the
  -- newest bucket is searched first and a frequent term is not read whole.
  bucket integer not null,
  status text not null,
  created timestamptz not null,
  started timestamptz,
  -- Of a run that has ended; null while it is live.
  active_ms double precision,
  -- Words in their normal form, by field; what `terms` finds is compared with it.
  words text not null,
  -- Hashes of what can be searched for.
  terms bigint[] not null
) with (fillfactor = 85);
-- A small list of pending entries: who fills it sorts it into the index. No other index: it would be taken instead.
create index run_search_terms on run_search using gin (terms) with (gin_pending_list_limit = 256);

-- Runs that were made, changed or deleted. A row is deleted in the transaction that applies it.
create table search_changes (
  id bigint generated always as identity primary key,
  run_id text not null
);

create function note_search_change() returns trigger language plpgsql as $$
begin
  insert into search_changes (run_id) values (coalesce(new.id, old.id));
  return null;
end $$;
create trigger workqueues_search_insert after insert on workqueues
  for each row execute function note_search_change();
create trigger workqueues_search_delete after delete on workqueues
  for each row execute function note_search_change();
create trigger workqueues_search_update after update of status, name, description, tags on workqueues
  for each row when (old.status <> new.status or old.name <> new.name or old.description <> new.description
    or old.tags <> new.tags)
  execute function note_search_change();

-- One row. The runs of before are added account by account, newest first, to buckets below 0.
create table search_progress (
  newest integer not null default 0,
  newest_runs integer not null default 0,
  oldest integer not null default -1,
  oldest_runs integer not null default 0,
  -- Runs from before this moment are those of before.
  since timestamptz not null default now(),
  -- The last run that was added; `done`: all were.
  account_id text not null default '',
  created timestamptz,
  run_id text,
  done boolean not null default false
);
insert into search_progress (done) select not exists (select from workqueues);
