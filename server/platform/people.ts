import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Clock } from '../lib/clock.ts'
import type { Addresses } from './auth/addresses.ts'
import { createAcceptance } from './auth/accept-invitation.ts'
import { createInvitations } from './auth/invitations.ts'
import { createMemberList } from './auth/member-list.ts'
import { createPasswordChecker } from './auth/password.ts'
import type { Seal } from './auth/seal.ts'
import type { Database } from './db/database.ts'
import { createMembershipStore } from './domains/account/memberships.ts'
import { oidcRoutes } from './domains/account/oidc-routes.ts'
import { passwordRoutes } from './domains/account/password-routes.ts'
import { createPasswordService } from './domains/account/passwords.ts'
import { peopleRoutes } from './domains/account/people-routes.ts'
import { accountRoutes } from './domains/account/routes.ts'
import { createAccountStore } from './domains/account/store.ts'
import { collaboratorRoutes } from './domains/apps/collaborator-routes.ts'
import { teamRoutes } from './domains/teams/routes.ts'
import { createTeamStore } from './domains/teams/store.ts'
import type { Mailer } from './mail/mailer.ts'
import type { OidcClient } from './oidc/provider.ts'

export interface PeopleDeps {
  db: Kysely<Database>
  mailer: Mailer
  addresses: Addresses
  /** The issuer of single sign-on; null without one. */
  oidc: OidcClient | null
  seal: Seal
  clock: Clock
}

/** Everything about people: sign-in, passwords, memberships, collaborators and teams. */
export async function people(api: FastifyInstance, deps: PeopleDeps): Promise<void> {
  const { db, clock } = deps
  const store = createAccountStore(db)
  const checker = createPasswordChecker()
  const invitations = createInvitations(deps)
  const memberList = { db, invitations }
  const acceptInvitation = createAcceptance(deps)
  await api.register(accountRoutes, { db, store, passwords: checker, acceptInvitation, clock })
  await api.register(passwordRoutes, { db, store, checker, passwords: createPasswordService(deps), clock })
  await api.register(oidcRoutes, { ...deps, store })
  await api.register(peopleRoutes, { ...deps, store, memberships: createMembershipStore(db), invitations })
  await api.register(collaboratorRoutes, { ...deps, list: createMemberList('apps', memberList) })
  const members = createMemberList('teams', memberList)
  await api.register(teamRoutes, { ...deps, store: createTeamStore(db), members })
}
