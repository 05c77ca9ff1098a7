-- The run whose success has repaired the failure: a later run of the plan may have had other inputs, which a person can judge.
alter table failure_tasks add column repaired_in text;
