-- Starts of many runs: the id of each row is that of its run, and its initial state is kept until it is done.
alter table receipts drop constraint receipts_action_check;
alter table receipts add constraint receipts_action_check
  check (action in ('cancel-workqueues', 'restart-tasks', 'start-workqueues'));
alter table receipt_rows add column input json;
