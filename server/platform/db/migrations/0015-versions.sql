-- The version that an edit is based on, so that the later of two edits does not silently undo the earlier one.
alter table apps add column version integer not null default 1;
alter table teams add column version integer not null default 1;
alter table clusters add column version integer not null default 1;
