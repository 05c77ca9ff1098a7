/** An e-mail address as browsers check it; without zod, which the first screens do not load. */
export const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

/** `ana` of `ana@northwind.example`; what is no address stays. */
export const userName = (actor: string): string => actor.split('@')[0] || actor

/** What a form says next to its field, and the server about a request. */
export const EMAIL_FAULT = 'Email must be an e-mail address'
