-- Own settings of a user, for all accounts. Null: not chosen.
create table user_settings (
  user_id text primary key references users on delete cascade,
  theme text,
  time_zone text,
  density text,
  start_page text,
  -- When the user last looked at what needs attention.
  attention_seen_at timestamptz,
  updated timestamptz not null
);
