-- The newest runs of an app in one status, however rare it is. A run has each status once or twice.
create index workqueues_status on workqueues (account_id, app_id, status, created desc, id desc);
