create table account_settings (
  account_id text primary key references accounts on delete cascade,
  settings json not null,
  updated timestamptz not null default now(),
  updated_by text
);

-- Links in mails: each works once, until it expires. Only the hash of its token is kept.
create table mail_links (
  hash bytea primary key,
  kind text not null check (kind in ('invitation', 'password-reset')),
  email text not null,
  -- What accepting an invitation makes one a member of, besides the account.
  account_id text references accounts on delete cascade,
  role text check (role in ('owner', 'member')),
  app_id text references apps on delete cascade,
  team_id text references teams on delete cascade,
  created timestamptz not null default now(),
  created_by text,
  expires timestamptz not null
);
create index mail_links_email on mail_links (email);
create index mail_links_expires on mail_links (expires);
