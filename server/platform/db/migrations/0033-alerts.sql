-- Rules that send a message when something needs attention, or when a run ends.
create table alert_rules (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  name text not null,
  enabled boolean not null,
  kind text not null,
  -- How long it must last; null: not at all.
  minutes integer,
  -- What it is limited to; empty: nothing.
  scope json not null,
  quiet json,
  -- Messages so far, and the last one.
  sent integer not null default 0,
  last_at timestamptz,
  last_sentence text,
  created timestamptz not null,
  created_by text,
  updated timestamptz not null,
  updated_by text
);
create index alert_rules_account on alert_rules (account_id, kind);

-- Where the messages of a rule go.
create table alert_targets (
  id text primary key,
  account_id text not null,
  rule_id text not null references alert_rules on delete cascade,
  position integer not null,
  kind text not null check (kind in ('email', 'webhook', 'chat')),
  -- As answers show it: the address of a chat is in `secret`.
  address text not null,
  -- The key that signs a webhook, or the address of a chat; sealed.
  secret bytea,
  -- The key before it, which signs too until then.
  old_secret bytea,
  old_until timestamptz
);
create index alert_targets_rule on alert_targets (rule_id, position);

-- What is true, or has happened, and is not sent yet: it must last longer, the hours are quiet, or a message about the
-- same was sent less than an hour ago.
create table alert_pending (
  rule_id text not null references alert_rules on delete cascade,
  account_id text not null,
  -- An item of Attention, or of runs their plan.
  subject text not null,
  -- What at most one message an hour is sent about.
  group_key text not null,
  due timestamptz not null,
  -- It is only sent if it is still true then.
  held boolean not null,
  -- Events that the message is about.
  count integer not null,
  notice json not null,
  primary key (rule_id, subject)
);
create index alert_pending_due on alert_pending (due);
create index alert_pending_subject on alert_pending (account_id, subject);

-- The last message of a rule about a group, and how many were held back since.
create table alert_groups (
  rule_id text not null references alert_rules on delete cascade,
  group_key text not null,
  sent timestamptz not null,
  more integer not null default 0,
  primary key (rule_id, group_key)
);
create index alert_groups_sent on alert_groups (sent);

-- Messages to one address each, until they are taken or given up; then what became of them.
create table alert_deliveries (
  id text primary key,
  account_id text not null,
  rule_id text not null references alert_rules on delete cascade,
  -- Null: the rule has it no more.
  target_id text references alert_targets on delete set null,
  kind text not null,
  address text not null,
  message json not null,
  sentence text not null,
  state text not null check (state in ('waiting', 'retrying', 'sent', 'gaveUp')),
  tries integer not null default 0,
  next_try timestamptz,
  -- The process that sends it has until then; later another one tries.
  lease_until timestamptz,
  status integer,
  ms integer,
  error text,
  created timestamptz not null,
  ended timestamptz
);
create index alert_deliveries_next on alert_deliveries (next_try) where next_try is not null;
create index alert_deliveries_account on alert_deliveries (account_id, created desc, id desc);
create index alert_deliveries_rule on alert_deliveries (rule_id, created desc, id desc);
create index alert_deliveries_created on alert_deliveries (created);

-- When items opened in the last days: how often a rule would have sent. Those of runs are read from the runs.
create table alert_openings (
  account_id text not null references accounts on delete cascade,
  kind text not null,
  subject text not null,
  group_key text not null,
  at timestamptz not null,
  closed timestamptz,
  sentence text not null,
  app_ids text[] not null,
  plan_ids text[] not null,
  tags text[] not null,
  types text[] not null,
  primary key (account_id, kind, at, subject)
);
create index alert_openings_open on alert_openings (account_id, subject) where closed is null;
create index alert_openings_at on alert_openings (at);

-- Runs that have ended, of accounts with a rule about that. A row is deleted in the transaction that applies it.
create table alert_run_ends (
  id bigint generated always as identity primary key,
  run_id text not null
);
create function note_run_end() returns trigger language plpgsql as $$
begin
  if exists (select from alert_rules where account_id = new.account_id and enabled
      and kind = case new.status when 'failed' then 'runFailed' else 'runRecovered' end) then
    insert into alert_run_ends (run_id) values (new.id);
  end if;
  return null;
end $$;
create trigger workqueues_run_ended after update of status on workqueues
  for each row when (old.status <> new.status and new.status in ('failed', 'completed')) execute function note_run_end();
