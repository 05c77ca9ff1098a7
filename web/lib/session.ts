import type { Account, InvitationJoined, SessionView } from '#shared/domains/account/contract.ts'
import { sessionMessages } from '#shared/domains/account/session-messages.ts'
import { lastAccountName } from './account/account-name.ts'
import { callGateway, HttpError } from './http.ts'
import { lastExchange } from './last-exchange.ts'
import type { TemporaryToken } from './login-address.ts'
import { signOutNotice } from './other-tabs.ts'
import { dropDrafts } from './drafts/draft-keys.ts'

/**
 * What the page knows about its session. `starting` until the first response; `unreachable` when there was
 * none; then `known`, signed in or not. Only a response of the gateway changes between the last two.
 */
export type SessionState =
  | { phase: 'starting' }
  | { phase: 'unreachable'; message: string }
  | {
      phase: 'known'
      view: SessionView
      /** Why the user has to sign in again over the open page, which stays; absent while that is not needed. */
      expired?: string
    }

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
   * Accepts an invitation. Resolves to whether that has signed in: a new user is, also when another user was
   * signed in. An existing user has become a member; a user who is signed in already is moved into the account
   * that has been added. Throws `HttpError`; status 400 means that a new user has to set a password, and does
   * not use up the invitation.
   */
  acceptInvitation(token: string, password?: string): Promise<boolean>
  /** Signs out here and at the platform, then leaves the page. */
  signOut(): Promise<void>
  /** Refreshes the platform's token; false when that failed. */
  refresh(): Promise<boolean>
  /** Throws `HttpError` for an account of which the user is not a member. */
  chooseAccount(accountId: string): Promise<void>
  /** The gateway has ended the session: forgets it, and follows `redirectTo` if there is one. */
  ended(redirectTo: string | null, sentence?: string): void
  /** A request was refused because the session has ended: as `ended`, with the reason that the gateway knows. */
  foundEnded(redirectTo: string | null): Promise<void>
  /**
   * A request was refused because the session has expired. Resolves to whether the same user is signed in
   * again, so that the request can be repeated: at once when another tab has signed in, else after the dialog
   * over the page.
   */
  renewed(): Promise<boolean>
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
  /** The user signs out: the page is left, and an end that live updates tell meanwhile is this one. */
  let isLeaving = false

  function set(next: SessionState): void {
    if (JSON.stringify(next) === JSON.stringify(state)) return
    state = next
    for (const listener of [...listeners]) listener()
  }

  function accept(view: SessionView): void {
    const left = leftAccount(state, view)
    if (view.storedAccount) lastAccountName.write(view.storedAccount)
    set({ phase: 'known', view: left ? { ...view, left } : view })
  }

  function ended(redirectTo: string | null, sentence: string = sessionMessages.sessionEnded): void {
    if (isLeaving || state.phase !== 'known' || !state.view.authenticated) return
    const { version, login } = state.view
    const end = { code: 'SESSION_ENDED', sentence } as const
    set({ phase: 'known', view: { authenticated: false, version, login, ended: end } })
    if (redirectTo) navigation.to(redirectTo)
  }

  async function foundEnded(redirectTo: string | null): Promise<void> {
    if (redirectTo !== null) return ended(redirectTo)
    const before = state
    const { ended: end } = await callGateway<SessionView>('GET', '/session').catch(() => ({
      ended: undefined,
    }))
    // Else another request has found it too, or another user has signed in.
    if (state === before) ended(end?.redirectTo ?? null, end?.sentence)
  }

  /** The gateway knows no session any more. A password can be asked for over the page, which then stays. */
  function lost({ view }: { view: SessionView }, { ended: end }: SessionView): void {
    const sentence = end?.sentence ?? sessionMessages.sessionExpired
    if (end?.code === 'SESSION_ENDED' || view.sso || view.login.method === 'sso')
      ended(end?.redirectTo ?? null, sentence)
    else set({ phase: 'known', view, expired: sentence })
  }

  function nextState(): Promise<void> {
    return new Promise((resolve) => {
      const once = () => {
        listeners.delete(once)
        resolve()
      }
      listeners.add(once)
    })
  }

  /** A 401 of any request but a sign-in means that the session has ended or expired. */
  async function guarded(call: () => Promise<void>): Promise<void> {
    try {
      await call()
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 401) throw error
      if (error.code === 'UNAUTHENTICATED') await check()
      else await foundEnded(error.redirectTo)
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
      if (!('authenticated' in found)) await expired(found.redirectTo)
      else if (!found.authenticated && state.phase === 'known' && state.view.authenticated) lost(state, found)
      else accept(found)
    } catch (error) {
      if (state.phase === 'known') return
      set({ phase: 'unreachable', message: error instanceof Error ? error.message : String(error) })
    }
  }

  /** Like `accept`, for a response that has brought a new token. */
  function enter(view: SessionView): void {
    lastExchange.note()
    accept(view)
  }

  const chooseAccount = (accountId: string) =>
    guarded(async () => enter(await callGateway<SessionView>('PUT', '/session/account', { accountId })))

  /** Reads the accounts again. Chooses the one that was not among them before, if there is one. */
  async function enterNewAccount(): Promise<void> {
    const before = accountsOf(state)
    await check()
    const [added] = accountsOf(state).filter((id) => !before.includes(id))
    if (userOf(state) !== undefined && added !== undefined) await chooseAccount(added)
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ended,
    foundEnded,
    check,
    async renewed() {
      const before = userOf(state)
      await check()
      while (state.phase === 'known' && state.expired !== undefined) await nextState()
      return before !== undefined && userOf(state) === before
    },
    async signIn(email, password) {
      const before = state.phase === 'known' && state.expired !== undefined ? userOf(state) : undefined
      const view = await callGateway<SessionView>('POST', '/session', {
        email,
        password,
        account: lastAccountName.read(),
      })
      enter(view)
      // Nothing of the page that the previous user has opened may stay.
      if (before !== undefined && view.user?._id !== before) navigation.reload()
    },
    async signInWithToken(temporary) {
      const account = lastAccountName.read()
      try {
        const known = await callGateway<SessionView>('GET', '/session').catch(sessionEnd)
        if ('authenticated' in known && known.authenticated) accept(known)
        else enter(await callGateway<SessionView>('POST', '/session/token', { ...temporary, account }))
      } catch (error) {
        await check()
        throw error
      }
    },
    async acceptInvitation(token, password) {
      const body = { token, password }
      const answer = await callGateway<SessionView | InvitationJoined>('POST', '/session/invitation', body)
      if ('version' in answer) enter(answer)
      else await enterNewAccount()
      return answer.authenticated
    },
    signOut: () =>
      guarded(async () => {
        isLeaving = true
        const { redirectTo } = await callGateway<{ redirectTo: string | null }>('DELETE', '/session').catch(
          (error: unknown) => {
            isLeaving = false
            throw error
          },
        )
        const user = userOf(state)
        if (user !== undefined) {
          dropDrafts(user)
          signOutNotice.send(user)
        }
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
    chooseAccount,
  }
}

/**
 * The account that the page has shown until now, if the user no longer belongs to it. The gateway tells it once, to the
 * tab that found it.
 */
function leftAccount(before: SessionState, view: SessionView): Account | undefined {
  if (view.left || before.phase !== 'known' || userOf(before) !== view.user?._id) return view.left
  const { account, left } = before.view
  const isNew = account && !view.accounts?.some(({ _id }) => _id === account._id)
  if (isNew) return account
  return view.account?._id === account?._id ? left : undefined
}

/** The signed-in user; undefined while there is none. */
const userOf = (state: SessionState): string | undefined =>
  state.phase === 'known' && state.view.authenticated ? state.view.user?._id : undefined

const accountsOf = (state: SessionState): string[] =>
  state.phase === 'known' ? (state.view.accounts ?? []).map(({ _id }) => _id) : []

/**
 * Returns the error when the session has just ended, which is a valid result of a check; throws any other
 * error.
 */
function sessionEnd(error: unknown): Pick<HttpError, 'redirectTo'> {
  if (error instanceof HttpError && error.status === 401) return error
  throw error
}
