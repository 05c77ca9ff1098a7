-- What people note on a run; a run without a note has no row.
create table workqueue_notes (
  workqueue_id text primary key references workqueues on delete cascade,
  account_id text not null references accounts on delete cascade,
  text text not null,
  noted_by text not null,
  noted timestamptz not null
);
create index workqueue_notes_account on workqueue_notes (account_id);
