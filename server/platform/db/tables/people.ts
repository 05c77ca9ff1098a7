import type { ColumnType, Generated } from 'kysely'
import type { AccountRole } from '#shared/domains/account/contract.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import type { Authored, CreatedColumn, JsonColumn, CreatedRow } from './columns.ts'

export interface UserTable {
  id: string
  email: string
  password_hash: string
  /** False until the user has followed a mail to the address. Generated, as true: only one kind of user is not. */
  confirmed: Generated<boolean>
  created: CreatedColumn
}

/** Null: not chosen. */
export interface UserSettingsTable {
  user_id: string
  theme: string | null
  time_zone: string | null
  density: string | null
  start_page: string | null
  attention_seen_at: Date | null
  updated: Date
}

export interface AccountTable {
  id: string
  name: string
  created: CreatedColumn
}

export interface AccountSettingsTable {
  account_id: string
  /** Sealed; null in a row whose settings an older version has stored. */
  sealed: Buffer | null
  /** What an older version has stored, until a start seals it; else null. */
  settings: JsonColumn<JsonObject> | null
  updated: Date
  updated_by: string | null
}

export interface MembershipTable {
  account_id: string
  user_id: string
  role: AccountRole
  /** Of a viewer: the ids of the apps that it may see; empty for all. */
  apps: Generated<string[]>
  /** Of a viewer. */
  payloads_hidden: Generated<boolean>
  created: CreatedColumn
}

export interface TokenTable {
  hash: Buffer
  user_id: string
  kind: 'bearer' | 'temporary'
  /** Tokens of one sign-in have one family; signing out deletes them together. */
  family: string
  created: CreatedColumn
  expires: Date
}

export interface MailLinkTable {
  id: string
  hash: Buffer
  kind: 'invitation' | 'password-reset'
  email: string
  account_id: string | null
  role: AccountRole | null
  /** As in memberships. */
  apps: Generated<string[]>
  payloads_hidden: Generated<boolean>
  app_id: string | null
  team_id: string | null
  /** Path of the console that is opened after accepting. */
  redirect_path: string
  /** An owner has read the link: its holder has not proved to read the mails of the address. */
  shown: boolean
  created: Date
  created_by: string | null
  expires: Date
}

export interface SignInAttemptTable {
  /** Hash of an e-mail. */
  user_key: Buffer
  count: number
  ends: Date
}

export interface InvitationMailTable {
  account_id: string
  /** E-mail of the user who sent it. */
  inviter: string
  sent: Date
}

export interface TeamTable extends Authored {
  name: string
  namespace: string
  version: Generated<number>
}

export interface TeamMemberTable extends CreatedRow {
  team_id: string
  user_id: string
  role: string
}

export interface AuditTable {
  id: string
  account_id: string | null
  actor: string
  action: string
  entity: string
  entity_id: string | null
  /** What contains the entity. */
  within: string | null
  detail: string | null
  reason: string | null
  at: CreatedColumn
  source: string | null
  result: string
}

/** A saved view of a list. */
export interface ViewTable extends Authored {
  user_id: string
  name: string
  screen: string
  query: JsonColumn<string | JsonObject>
  columns: string[] | null
  widths: ColumnType<Record<string, number> | null, string | null, string | null>
  sort: string | null
  shared: boolean
}
