-- The type at the end lets the index decide on a task whose type is not wanted: an app may have a million tasks and few of a
-- type, and reading the row of each takes thirty times as long.
drop index tasks_app;
create index tasks_app on tasks (account_id, app_id, created desc, id desc, type);
drop index tasks_resting;
create index tasks_resting on tasks (account_id, app_id, resting, created desc, id desc, type) where resting is not null;
