-- Invitations are listed, renewed and withdrawn by their id. The default gives present rows one, and the rows that an
-- older platform on the same database still writes during a rolling upgrade.
alter table mail_links
  add column id text not null default substr(replace(gen_random_uuid()::text, '-', ''), 1, 24),
  -- Path of the console that is opened after accepting; a renewed mail links to it again.
  add column redirect_path text not null default '/',
  -- An owner has read the link. So its holder has not proved to read the mails of the address.
  add column shown boolean not null default false;
create unique index mail_links_id on mail_links (id);
create index mail_links_account on mail_links (account_id, created) where kind = 'invitation';

-- False for a user who chose the password by a link that an owner had read, until a mail to the address was followed.
alter table users add column confirmed boolean not null default true;

-- One row per invitation that was mailed in the last hour, for the limits.
create table invitation_mails (
  account_id text not null references accounts on delete cascade,
  inviter text not null,
  sent timestamptz not null
);
create index invitation_mails_account on invitation_mails (account_id, sent);
create index invitation_mails_inviter on invitation_mails (inviter, sent);
create index invitation_mails_sent on invitation_mails (sent);

-- A link is for the person who read the mails of the address when it was sent. It ends with the address, whichever
-- program changes that.
create function end_mail_links() returns trigger language plpgsql as $$
begin
  delete from mail_links where email = old.email;
  return null;
end $$;
create trigger users_address_changed after update of email on users
  for each row when (old.email is distinct from new.email) execute function end_mail_links();
