import { accountMessages } from './messages.ts'

/** Roles in an account: owners alone change its members and settings (contract section 8). */
export const accountRoles = ['owner', 'member'] as const
export type AccountRole = (typeof accountRoles)[number]

export interface Credentials {
  email: string
  password: string
}

export type CredentialFaults = Partial<Record<keyof Credentials, string>>

/** What is missing in a sign-in form, by field. The password counts as typed: blanks may belong to it. */
export function credentialFaults(input: Credentials): CredentialFaults {
  const faults: CredentialFaults = {}
  if (!input.email.trim()) faults.email = accountMessages.emailMissing
  if (!input.password) faults.password = accountMessages.passwordMissing
  return faults
}

/** Fewest characters of a password that somebody chooses. */
export const PASSWORD_MIN = 8

export interface ChosenPassword {
  password: string
  repeated: string
}

/** What is wrong with a password that somebody chooses, by field; both count as typed. */
export function chosenPasswordFaults({ password, repeated }: ChosenPassword): Partial<ChosenPassword> {
  if (password.length < PASSWORD_MIN) return { password: accountMessages.passwordShort }
  if (password !== repeated) return { repeated: accountMessages.passwordsDiffer }
  return {}
}
