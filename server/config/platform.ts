import { z } from 'zod'
import { databaseAddressFault } from '../lib/database-address.ts'
import { isMailAddress } from '../lib/mail-address.ts'
import { keyList, port, proxyList } from './forms.ts'

/** Settings of the platform alone: its database, listener, first user and key. */
export const platformSettings = {
  DATABASE_URL: z
    .string()
    .superRefine((address, context) => {
      const fault = databaseAddressFault(address)
      if (fault !== null) context.addIssue({ code: 'custom', message: fault })
    })
    .optional()
    .meta({
      description:
        'an existing PostgreSQL, 15 or newer; several servers as `one:5432,two:5432`; `password_file=` names a file with the password',
      unset: 'the embedded one, whose package is marked beta',
    }),
  PLATFORM_HOST: z
    .string()
    .default('127.0.0.1')
    .meta({ description: "address of the platform's own listener" }),
  TRUST_GATEWAYS: proxyList.optional().meta({
    description:
      'which gateways on other machines are trusted about the addresses of callers, in the form of `TRUST_PROXY`',
    unset: 'those on this machine',
  }),
  PLATFORM_PORT: port.default(0).meta({ description: 'its port; 0 for any that is free' }),
  ADMIN_EMAIL: z
    .string()
    .trim()
    .toLowerCase()
    .refine(isMailAddress, 'must be an e-mail address such as admin@example.com')
    .default('admin@localhost')
    .meta({ description: 'the first user of an empty database' }),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .optional()
    .meta({ description: "the first user's password", unset: 'generated, shown once at the first start' }),
  SECRETS_KEY: keyList
    .transform((keys) => keys.join(','))
    .optional()
    .meta({
      description:
        '32-byte keys in hex that seal secrets in the database, comma separated: the first seals, all open',
      unset: 'generated; required with `DATABASE_URL`',
    }),
  SECRETS_KEY_LOST: z.enum(['accept']).optional().meta({
    description:
      '`accept` starts although the key that sealed the secrets is lost; they are unreadable until they are entered again',
    unset: 'such a start is refused',
  }),
}
