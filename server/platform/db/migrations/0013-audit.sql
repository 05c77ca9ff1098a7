-- The reason that the actor has given for an action.
alter table audit add column reason text;

-- The history of one entity, newest first.
create index audit_entity on audit (account_id, entity_id, at desc, id desc);
