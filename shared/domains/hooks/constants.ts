/** Values of start addresses. They are separate from the schemas, so that a screen that needs only these does not load zod. */

/** Largest body that a start address accepts, in bytes. */
export const MAX_HOOK_BODY = 256 * 1024
/** Largest mapping, and largest initial state that a mapping makes of a body, in bytes. */
export const MAX_HOOK_MAPPING = 64 * 1024
export const MAX_HOOK_STATE = 2 * 1024 * 1024
/** Longest `Idempotency-Key` or `webhook-id`, in characters. */
export const MAX_HOOK_KEY = 256
/** How long a key stands for its run. */
export const HOOK_KEY_DAYS = 7
/** Hours that a secret stays valid after it was replaced. */
export const OLD_HOOK_SECRET_HOURS = 24
/** Runs a minute that an address may start, unless it has another limit. */
export const DEFAULT_HOOK_LIMIT = 60
/** Start addresses of an account. */
export const MAX_HOOKS = 1000
/** Calls of an address that are kept: as many of senders with its secret, and as many of others. */
export const KEPT_HOOK_CALLS = 50
/** How far the clock of a sender may differ, in seconds: what Standard Webhooks advises. */
export const HOOK_CLOCK_SECONDS = 300
