-- Failed attempts of a group by app and hour, of the last two days.
create table failure_hours (
  group_id text not null references failure_groups on delete cascade,
  app_id text not null,
  -- The start of the hour in UTC.
  hour timestamptz not null,
  attempts integer not null,
  primary key (group_id, hour, app_id)
);
create index failure_hours_hour on failure_hours (hour);
