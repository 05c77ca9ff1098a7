-- What contains the entity of a record: the cluster of a deployment, the app or team of a member. It stays known when
-- the entity is gone.
alter table audit add column within text;
create index audit_within on audit (account_id, within, at desc, id desc) where within is not null;

-- What an action on many rows was about when it began: its name outlives the rows.
alter table receipts add column about json;

-- The JSON Schema of the inputs that the tasks of a worker take.
alter table workers add column input_schema json;
