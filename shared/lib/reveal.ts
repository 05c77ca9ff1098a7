import { text } from './wire.ts'

/**
 * Header of a `GET {plural}/{id}` whose answer shows secrets to somebody: what is shown, as a variable's name or
 * `alias/beta`. Such a call is audited.
 */
export const REVEAL_HEADER = 'x-reveal'
export const revealed = text(100)
