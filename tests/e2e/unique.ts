import { randomBytes } from 'node:crypto'

/** A name that no other test has given: those of all files may stand in one account. */
export const unique = (name: string) => `${name} ${randomBytes(4).toString('hex')}`
