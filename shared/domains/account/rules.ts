import { EMAIL_FAULT, emailPattern } from '#shared/lib/email.ts'
import { accountMessages } from './messages.ts'

/** Roles in an account, the highest first: only owners change its members and settings, and viewers change nothing. */
export const accountRoles = ['owner', 'member', 'viewer'] as const
export type AccountRole = (typeof accountRoles)[number]

export interface Credentials {
  email: string
  password: string
}

export type CredentialFaults = Partial<Record<keyof Credentials, string>>

/** The missing and wrong fields of a sign-in form. The password is not trimmed: it may contain blanks. */
export function credentialFaults(input: Credentials): CredentialFaults {
  const faults: CredentialFaults = {}
  if (!input.email.trim()) faults.email = accountMessages.emailMissing
  else if (!emailPattern.test(input.email.trim())) faults.email = EMAIL_FAULT
  if (!input.password) faults.password = accountMessages.passwordMissing
  return faults
}

/** Minimum length of a chosen password. */
export const PASSWORD_MIN = 8

export interface ChosenPassword {
  password: string
  repeated: string
}

/** The faults of a chosen password, by field; both fields count as typed. */
export function chosenPasswordFaults({ password, repeated }: ChosenPassword): Partial<ChosenPassword> {
  if (password.length < PASSWORD_MIN) return { password: accountMessages.passwordShort }
  if (password !== repeated) return { repeated: accountMessages.passwordsDiffer }
  return {}
}
