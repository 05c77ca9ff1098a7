/**
 * - `token`: what a program signs in with as an app
 * - `privateKey`: what the workers of an alias sign their reports with
 * - `accessKey`: what they reach the queue of the alias with
 */
export const keyKinds = ['token', 'privateKey', 'accessKey'] as const
export type KeyKind = (typeof keyKinds)[number]

/** How old a key may be until its list asks for a new one, in days. */
export const OLD_DAYS = 365
/** How many days before its end a key stands out. */
export const SOON_DAYS = 14
