import { accountMessages } from './messages.ts'

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
