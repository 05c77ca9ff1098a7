import { randomBytes } from 'node:crypto'

/** A unique name: the tests of all files may share one account. */
export const unique = (name: string) => `${name} ${randomBytes(4).toString('hex')}`
