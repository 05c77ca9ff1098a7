import { localPath } from '#shared/lib/local-path.ts'

/** The query parameters that single sign-on adds to the address. */
export interface TemporaryToken {
  token: string
  /** The state that the console has sent, when the sign-in started in this browser. */
  state?: string
}

/** The part of the browser that is read and changed; a parameter, so that tests need no navigation. */
export interface AddressBar {
  location: Pick<Location, 'href'>
  history: Pick<History, 'state' | 'replaceState'>
}

/**
 * Removes a temporary token from the page's address and returns it; null when there is none. The address
 * changes at once and without a new history entry, so that no history, bookmark or shared link contains the
 * token. Other parameters stay.
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

/** Pages that a sign-in must not lead to: it would loop, or sign out again. */
const never = ['/login', '/logout']

/** The local path of a `redirectTo` value; `/` for an invalid one and for the login and logout pages. */
export function redirectTarget(value: string | null | undefined): string {
  const path = localPath(value)
  return never.includes(path.split(/[?#]/, 1)[0] ?? '') ? '/' : path
}
