import { localPath } from '#shared/lib/local-path.ts'

/** Pages that a sign-in must not lead to: it would end in a circle, or sign out again. */
const never = ['/login', '/logout']

/** The local path that a `redirectTo` value leads to, `/` for anything that is none, and for the login page itself. */
export function redirectTarget(value: string | null | undefined): string {
  const path = localPath(value)
  return never.includes(path.split(/[?#]/, 1)[0] ?? '') ? '/' : path
}
