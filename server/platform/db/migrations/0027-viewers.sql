-- Viewers read and change nothing. `apps`: the ids of the apps that one may see, also of those that are gone since; empty for
-- all. Members and owners have the defaults.
alter table memberships drop constraint memberships_role_check;
alter table memberships
  add constraint memberships_role_check check (role in ('owner', 'member', 'viewer')),
  add column apps text[] not null default '{}',
  add column payloads_hidden boolean not null default false;

-- What accepting an invitation gives to a viewer.
alter table mail_links drop constraint mail_links_role_check;
alter table mail_links
  add constraint mail_links_role_check check (role in ('owner', 'member', 'viewer')),
  add column apps text[] not null default '{}',
  add column payloads_hidden boolean not null default false;
