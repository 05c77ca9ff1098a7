import type { SessionView } from '#shared/domains/account/contract.ts'
import { lastAccountName } from './account-name.ts'
import { callGateway, HttpError } from './http.ts'
import type { TemporaryToken } from './login-address.ts'

/**
 * What the page knows of its session. `starting` until the first answer; `unreachable` when there was none;
 * then `known`, signed in or not. Only an answer of the gateway moves between the last two.
 */
export type SessionState =
  { phase: 'starting' } | { phase: 'unreachable'; message: string } | { phase: 'known'; view: SessionView }

export interface Session {
  get(): SessionState
  subscribe(listener: () => void): () => void
  /** Asks the gateway who is signed in. Keeps what is known when the gateway cannot be reached. */
  check(): Promise<void>
  /** Throws `HttpError`, with its words for the form. */
  signIn(email: string, password: string): Promise<void>
  /**
   * The way back from single sign-on: exchanges the token unless somebody is signed in already. Until that is
   * decided the state stays as it is, so that the login page does not flash by. Throws `HttpError` for a refused
   * token; the page is then signed out.
   */
  signInWithToken(temporary: TemporaryToken): Promise<void>
  /**
   * Accepts a mailed invitation: signed in from then on as who was invited, whoever was before. Throws `HttpError`;
   * status 400 asks somebody new for a password and spends nothing.
   */
  acceptInvitation(token: string, password?: string): Promise<void>
  /** Signs out here and at the platform, then leaves the page. */
  signOut(): Promise<void>
  /** Exchanges the platform's token; true when that worked. */
  refresh(): Promise<boolean>
  /** Throws `HttpError` for an account the user is not in. */
  chooseAccount(accountId: string): Promise<void>
  /** The gateway has ended the session: forget it, and follow `redirectTo` if there is one. */
  ended(redirectTo: string | null): void
}

/** The two ways to leave the page; given, so that tests stay on theirs. */
export interface PageNavigation {
  to(address: string): void
  reload(): void
}

const browser: PageNavigation = {
  to: (address) => window.location.assign(address),
  reload: () => window.location.reload(),
}

/** The page's session: one per page, shared through `SessionProvider`. */
export function createSession(leaving: PageNavigation = browser): Session {
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
    if (redirectTo) leaving.to(redirectTo)
  }

  /** A 401 of any call but signing in means that the session is over. */
  async function guarded(call: () => Promise<void>): Promise<void> {
    try {
      await call()
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 401) throw error
      ended(error.redirectTo)
    }
  }

  /** The gateway found the session dead; its answer has taken the cookie away, so that the next one knows nobody. */
  async function lost(redirectTo: string | null): Promise<void> {
    if (state.phase === 'known') ended(redirectTo)
    else if (redirectTo) leaving.to(redirectTo)
    else accept(await callGateway<SessionView>('GET', '/session'))
  }

  async function check(): Promise<void> {
    try {
      const found = await callGateway<SessionView>('GET', '/session').catch(asEnded)
      if ('authenticated' in found) accept(found)
      else await lost(found.redirectTo)
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
        const known = await callGateway<SessionView>('GET', '/session').catch(asEnded)
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
        if (redirectTo) leaving.to(redirectTo)
        else leaving.reload()
      }),
    async refresh() {
      let done = false
      try {
        await guarded(async () => {
          await callGateway('POST', '/session/refresh')
          done = true
        })
      } catch {
        // Not reached or not now: the old token is still good, and the keeper asks again in a minute.
        return false
      }
      return done
    },
    chooseAccount: (accountId) =>
      guarded(async () => accept(await callGateway<SessionView>('PUT', '/session/account', { accountId }))),
  }
}

/** For whoever asks who is signed in: that the session has just ended is an answer too. */
function asEnded(error: unknown): Pick<HttpError, 'redirectTo'> {
  if (error instanceof HttpError && error.status === 401) return error
  throw error
}
