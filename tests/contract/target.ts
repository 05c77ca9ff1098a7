import { inject } from 'vitest'

/** The platform under test, and a user who owns an account there. */
export interface Target {
  /** Calls go to `{base}/api/...`. */
  base: string
  email: string
  password: string
  /** File of its log, which contains its mails when `SMTP_URL` is unset; null: mails cannot be read. */
  mailLog: string | null
}

declare module 'vitest' {
  interface ProvidedContext {
    contractTarget: Target
  }
}

export const target: Target = inject('contractTarget')
