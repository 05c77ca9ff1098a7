-- The last runs of a script, however many tasks the account has. Tasks of workers pay nothing for it.
create index tasks_of_scripts on tasks (account_id, type, created desc, id desc)
  where starts_with(type, 'task.script.');
