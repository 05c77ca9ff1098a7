-- Named views of a screen's list. A view belongs to the user who saved it; a shared one is seen by all members.
create table views (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  user_id text not null references users on delete cascade,
  name text not null,
  screen text not null,
  -- What the list is filtered by: the query of the screen's address, or its parameters.
  query jsonb not null,
  columns text[],
  -- Widths of columns in pixels, by column.
  widths jsonb,
  sort text,
  shared boolean not null,
  created timestamptz not null,
  created_by text,
  updated timestamptz not null,
  updated_by text
);
create index views_screen on views (account_id, screen, created, id);
create index views_user on views (user_id);
