-- The word in the type of the tasks that run a script: letters and digits of its name in lower case.
alter table scripts add column slug text not null
  generated always as (lower(regexp_replace(name collate "C", '[^A-Za-z0-9]', '', 'g') collate "C")) stored;
-- Not unique: earlier versions allowed two scripts of one name.
create index scripts_slug on scripts (account_id, slug);

-- Scripts that wait for a process to run them, from account to account.
create index tasks_scripts on tasks (account_id, waiting_since)
  where waiting_since is not null and starts_with(type, 'task.script.');
-- The platform runs them now: no worker takes them from a queue.
delete from waiting_tasks w using tasks t where t.id = w.task_id and starts_with(t.type, 'task.script.');
