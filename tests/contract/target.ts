import { inject } from 'vitest'

/** The platform that is asked, and somebody who owns an account there. */
export interface Target {
  /** Calls go to `{base}/api/...`. */
  base: string
  email: string
  password: string
  /** File that it logs to, where its mails stand (contract section 2, `SMTP_URL`); null: nobody reads its mails. */
  mailLog: string | null
}

declare module 'vitest' {
  interface ProvidedContext {
    contractTarget: Target
  }
}

export const target: Target = inject('contractTarget')
