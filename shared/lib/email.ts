import { z } from 'zod'

/**
 * An e-mail address, trimmed and in lower case. Strict on purpose, since it becomes a mail's header: no blanks, no
 * line ends, no second address. A host without a dot (`admin@localhost`) is one too.
 */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(320, 'must have at most 320 characters')
  .regex(z.regexes.html5Email, 'must be an e-mail address')
