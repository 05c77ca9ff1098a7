import type { SessionView } from '#shared/domains/account/contract.ts'
import { lastAccountName } from './account-name.ts'
import { callGateway, HttpError } from './http.ts'
import type { TemporaryToken } from './login-address.ts'

/**
 * What the page knows about its session. `starting` until the first response; `unreachable` when there was
 * none; then `known`, signed in or not. Only a response of the gateway changes between the last two.
 */
export type SessionState =
  { phase: 'starting' } | { phase: 'unreachable'; message: string } | { phase: 'known'; view: SessionView }

export interface Session {
  get(): SessionState
  subscribe(listener: () => void): () => void
  /** Asks the gateway who is signed in. Keeps the current state when the gateway cannot be reached. */
  check(): Promise<void>
  /** Throws `HttpError`, with the message for the form. */
  signIn(email: string, password: string): Promise<void>
  /**
   * Completes single sign-on: exchanges the token unless a user is already signed in. The state does not
   * change before that is decided, so that the login page does not flash. Throws `HttpError` for a refused
   * token; the page is then signed out.
   */
  signInWithToken(temporary: TemporaryToken): Promise<void>
  /**
   * Accepts a mailed invitation and signs in as the invited user, also when another user was signed in.
   * Throws `HttpError`; status 400 means that a new user has to set a password, and does not use up the
   * invitation.
   */
  acceptInvitation(token: string, password?: string): Promise<void>
  /** Signs out here and at the platform, then leaves the page. */
  signOut(): Promise<void>
  /** Refreshes the platform's token; false when that failed. */
  refresh(): Promise<boolean>
  /** Throws `HttpError` for an account of which the user is not a member. */
  chooseAccount(accountId: string): Promise<void>
  /** The gateway has ended the session: forgets it, and follows `redirectTo` if there is one. */
  ended(redirectTo: string | null): void
}

/** The two ways to leave the page; a parameter, so that tests do not navigate. */
export interface PageNavigation {
  to(address: string): void
  reload(): void
}

const browser: PageNavigation = {
  to: (address) => window.location.assign(address),
  reload: () => window.location.reload(),
}

/** Creates the session of the page; `SessionProvider` shares it. */
export function createSession(navigation: PageNavigation = browser): Session {
  const listeners = new Set<() => void>()
  let state: SessionState = { phase: 'starting' }

  function set(next: SessionState): void {
    if (JSON.stringify(next) === JSON.stringify(state)) return
    state = next
    for (const listener of [...listeners]) listener()
  }

  function accept(view: SessionView): void {
    if (view.storedAccount) lastAccountName.write(view.storedAccount)
    set({ phase: 'known', view })
  }

  function ended(redirectTo: string | null): void {
    if (state.phase !== 'known' || !state.view.authenticated) return
    const { version, login } = state.view
    set({ phase: 'known', view: { authenticated: false, version, login } })
    if (redirectTo) navigation.to(redirectTo)
  }

  /** A 401 of any request but a sign-in means that the session has ended. */
  async function guarded(call: () => Promise<void>): Promise<void> {
    try {
      await call()
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 401) throw error
      ended(error.redirectTo)
    }
  }

  /**
   * The gateway has found an expired session; its response has removed the cookie, so that the next one is
   * signed out.
   */
  async function expired(redirectTo: string | null): Promise<void> {
    if (state.phase === 'known') ended(redirectTo)
    else if (redirectTo) navigation.to(redirectTo)
    else accept(await callGateway<SessionView>('GET', '/session'))
  }

  async function check(): Promise<void> {
    try {
      const found = await callGateway<SessionView>('GET', '/session').catch(sessionEnd)
      if ('authenticated' in found) accept(found)
      else await expired(found.redirectTo)
    } catch (error) {
      if (state.phase === 'known') return
      set({ phase: 'unreachable', message: error instanceof Error ? error.message : String(error) })
    }
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ended,
    check,
    async signIn(email, password) {
      accept(
        await callGateway<SessionView>('POST', '/session', {
          email,
          password,
          account: lastAccountName.read(),
        }),
      )
    },
    async signInWithToken(temporary) {
      const account = lastAccountName.read()
      try {
        const known = await callGateway<SessionView>('GET', '/session').catch(sessionEnd)
        if ('authenticated' in known && known.authenticated) accept(known)
        else accept(await callGateway<SessionView>('POST', '/session/token', { ...temporary, account }))
      } catch (error) {
        await check()
        throw error
      }
    },
    async acceptInvitation(token, password) {
      accept(await callGateway<SessionView>('POST', '/session/invitation', { token, password }))
    },
    signOut: () =>
      guarded(async () => {
        const { redirectTo } = await callGateway<{ redirectTo: string | null }>('DELETE', '/session')
        if (redirectTo) navigation.to(redirectTo)
        else navigation.reload()
      }),
    async refresh() {
      let done = false
      try {
        await guarded(async () => {
          await callGateway('POST', '/session/refresh')
          done = true
        })
      } catch {
        // Temporary failure: the old token is still valid, and the timer tries again in a minute.
        return false
      }
      return done
    },
    chooseAccount: (accountId) =>
      guarded(async () => accept(await callGateway<SessionView>('PUT', '/session/account', { accountId }))),
  }
}

/**
 * Returns the error when the session has just ended, which is a valid result of a check; throws any other
 * error.
 */
function sessionEnd(error: unknown): Pick<HttpError, 'redirectTo'> {
  if (error instanceof HttpError && error.status === 401) return error
  throw error
}
