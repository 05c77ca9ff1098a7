/**
 * - `token`: what a program signs in with as an app
 * - `privateKey`: what the workers of an alias sign their reports with
 * - `accessKey`: what they reach the queue of the alias with
 * - `hookSecret`: what senders prove themselves with at a start address
 */
export const keyKinds = ['token', 'privateKey', 'accessKey', 'hookSecret'] as const
export type KeyKind = (typeof keyKinds)[number]

/**
 * What a list of keys can be narrowed to:
 * - `ending`: those that are refused already, or within two weeks and none was made in their place
 * - `old`: of the others those that are a year old, and none was made in their place
 * - `replaced`: those that another one was made in the place of, and that are still valid or not yet revoked
 * - `unused`: those that were never used
 */
export const keyStates = ['ending', 'old', 'replaced', 'unused'] as const
export type KeyState = (typeof keyStates)[number]

/** How old a key may be until its list asks for a new one, in days. */
export const OLD_DAYS = 365
/** How many days before its end a key stands out. */
export const SOON_DAYS = 14
/** Longest search in a list of keys, in characters. */
export const MAX_KEY_SEARCH = 200
