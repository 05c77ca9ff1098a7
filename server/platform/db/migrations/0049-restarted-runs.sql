-- Runs that failed and were restarted since, of an account: few among the many that ended. A run under way has no end.
create index workqueues_restarted on workqueues (account_id, ended) where restarts > 0;
