import type { FastifyInstance } from 'fastify'
import { createSignInEnds } from '../auth/sign-in-ends.ts'
import { invitationRoutes } from '../domains/account/invitation-routes.ts'
import { createMembershipStore } from '../domains/account/memberships.ts'
import { oidcRoutes } from '../domains/account/oidc-routes.ts'
import { passwordRoutes } from '../domains/account/password-routes.ts'
import { createPasswordService } from '../domains/account/passwords.ts'
import { peopleRoutes } from '../domains/account/people-routes.ts'
import { accountRoutes } from '../domains/account/routes.ts'
import { settingsRoutes } from '../domains/account/settings.ts'
import { createAccountStore } from '../domains/account/store.ts'
import { collaboratorRoutes } from '../domains/apps/routes.ts'
import { teamRoutes } from '../domains/teams/routes.ts'
import { createTeamStore } from '../domains/teams/store.ts'
import { viewRoutes } from '../domains/views/routes.ts'
import { createViewStore } from '../domains/views/store.ts'
import { createAcceptance } from '../people/accept-invitation.ts'
import { createInvitations } from '../people/invitations.ts'
import { createMemberList } from '../people/member-list.ts'
import { createPasswordChecker } from '../people/passwords.ts'
import { createSignInAttempts } from '../people/sign-in-attempts.ts'
import type { RouteDeps } from './deps.ts'

/** Sign-in, passwords, memberships, collaborators and teams. */
export async function registerPeople(api: FastifyInstance, deps: RouteDeps): Promise<void> {
  const { db, seal, clock } = deps
  const store = createAccountStore(db, seal)
  const checker = createPasswordChecker()
  const invitations = createInvitations(deps)
  const acceptInvitation = createAcceptance(deps)
  const signInEnds = createSignInEnds(deps.publisher)
  const attempts = createSignInAttempts(deps)
  await api.register(accountRoutes, {
    db,
    store,
    passwords: checker,
    acceptInvitation,
    signInEnds,
    attempts,
    clock,
  })
  await api.register(settingsRoutes, { db, clock })
  await api.register(viewRoutes, { store: createViewStore(db), clock })
  const passwords = createPasswordService({ ...deps, signInEnds })
  await api.register(passwordRoutes, { db, store, checker, passwords, attempts, clock })
  await api.register(oidcRoutes, { ...deps, store })
  await api.register(peopleRoutes, { ...deps, store, memberships: createMembershipStore(db) })
  await api.register(invitationRoutes, { ...deps, store, invitations })
  await api.register(collaboratorRoutes, { ...deps, list: createMemberList('apps', { db, invitations }) })
  const members = createMemberList('teams', { db, invitations })
  await api.register(teamRoutes, { ...deps, store: createTeamStore(db), members })
}
