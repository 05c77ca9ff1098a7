import { AppError } from '#server/lib/errors.ts'

/** Ids that may become part of a channel's name: no dots, no wildcards, nothing that needs escaping. */
const CHANNEL_ID = /^[A-Za-z0-9_-]{1,64}$/

/** An id argument of a subscription. Any other form belongs to no entity: NOT_FOUND. */
export function channelId(args: Readonly<Record<string, unknown>>, name: string): string {
  const value = args[name]
  if (typeof value !== 'string' || !CHANNEL_ID.test(value)) throw new AppError('NOT_FOUND')
  return value
}

/** Pothos wants a `subscribe`; the hub executes subscriptions per event, with the event as the root value. */
export function runByHub(): AsyncIterable<never> {
  throw new AppError('BAD_REQUEST', 'Subscriptions are run over the socket')
}
