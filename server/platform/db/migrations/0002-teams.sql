-- Teams own workers and scripts. The namespace stands in the types of a team's workers, so it never changes.
create table teams (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  name text not null,
  namespace text not null,
  created timestamptz not null default now(),
  created_by text,
  updated timestamptz not null default now(),
  updated_by text,
  unique (account_id, namespace)
);
create index teams_account on teams (account_id, created desc, id desc);

create table team_members (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  team_id text not null references teams on delete cascade,
  user_id text not null references users on delete cascade,
  role text not null default 'member',
  created timestamptz not null default now(),
  created_by text,
  unique (team_id, user_id)
);
create index team_members_account on team_members (account_id, user_id);
