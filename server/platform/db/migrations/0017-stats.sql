-- The newest runs of a plan in an app, of each status: what a plan usually takes is read from some of its runs, however
-- many it has had.
create index workqueues_plan on workqueues (plan_id, app_id, status, created desc, id desc) where plan_id is not null;

-- The runs of an account that ended in the last hours, and those that have not ended, counted without their rows.
create index workqueues_ended on workqueues (account_id, ended) include (app_id, status);
