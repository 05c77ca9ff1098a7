import { z } from 'zod'
import { id, text } from '../../lib/wire.ts'

export const accountRoles = ['owner', 'member'] as const
export type AccountRole = (typeof accountRoles)[number]

export const account = z.object({ _id: id, name: z.string() })
export type Account = z.infer<typeof account>

export const user = z.object({ _id: id, email: z.string() })
export type User = z.infer<typeof user>

/** `GET user/{userId}`: the user with the accounts that user belongs to, by account id. */
export const userWithAccounts = user.extend({
  userAccountHash: z.record(id, z.object({ name: z.string() })),
})
export type UserWithAccounts = z.infer<typeof userWithAccounts>

/** `POST users/login`. */
export const loginBody = z.object({
  email: text(320).toLowerCase(),
  password: z.string().min(1).max(1024),
})

/** The answer of every sign-in call: an opaque bearer token and whose it is. */
export const signedIn = z.object({ token: z.string(), user })
export type SignedIn = z.infer<typeof signedIn>

/** `GET /session` of the gateway (contract section 3). The last five only when signed in. */
export interface SessionView {
  authenticated: boolean
  version: string
  login: { method: 'sso' | 'legacy'; vendor: string; authorizeUrl: string | null }
  user?: User
  account?: Account | null
  accounts?: Account[]
  sso?: boolean
  /** The name under which the client keeps its choice of account; with `STAGE=staging` it ends in `-staging`. */
  storedAccount?: string | null
}
