/** Calls that sign a user in or change a password: by password, temporary token or mailed link. */
const signInCall = /^\/api\/users\/(login|tokenLogin|acceptInvitation|password|resetPassword)\/?$/i

/** Calls with other credentials of their own: the secret of a hook, the signature of a worker. */
const signedCall = /^\/api\/(hooks\/[^/]+|tasks\/reports)\/?$/i

/** Whether a path, decoded, is one of the calls that the limits of sign-ins count. */
export const isSignInCall = (path: string) => signInCall.test(path)

/**
 * Whether a call under `/api` needs neither a session nor `Authorization`, because its credentials are in its body or
 * its own headers. A 401 or 403 to it says nothing about a session.
 */
export function isOpenCall(method: string, path: string): boolean {
  return method === 'POST' && (signInCall.test(path) || signedCall.test(path))
}
