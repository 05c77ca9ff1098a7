import { localPath } from '#shared/lib/local-path.ts'

/** What single sign-on sends back in the address (contract section 3). */
export interface TemporaryToken {
  token: string
  /** Ours again, when the sign-in began in this browser. */
  state?: string
}

/** The part of the browser that is read and changed; given, so that tests need no navigation. */
export interface AddressBar {
  location: Pick<Location, 'href'>
  history: Pick<History, 'state' | 'replaceState'>
}

/**
 * Takes a temporary token out of the page's address; null when there is none. The address loses it at once and
 * without a new entry, so that it stays in no history, bookmark or shared link. Everything else stands as it did.
 */
export function extractTemporaryToken({ location, history }: AddressBar = window): TemporaryToken | null {
  const url = new URL(location.href)
  const token = url.searchParams.get('token')
  if (token === null) return null
  const state = url.searchParams.get('state')
  url.searchParams.delete('token')
  url.searchParams.delete('state')
  history.replaceState(history.state, '', url.pathname + url.search + url.hash)
  if (token === '') return null
  return state === null ? { token } : { token, state }
}

/** Pages that a sign-in must not lead to: it would end in a circle, or sign out again. */
const never = ['/login', '/logout']

/** The local path that a `redirectTo` value leads to, `/` for anything that is none, and for the login page itself. */
export function redirectTarget(value: string | null | undefined): string {
  const path = localPath(value)
  return never.includes(path.split(/[?#]/, 1)[0] ?? '') ? '/' : path
}
