import { AppError } from '#server/lib/errors.ts'
import type { GraphqlContext } from './context.ts'
import { entityOf, wireId, type Wire } from '../lib/wire.ts'
import type { UpstreamCall } from '../upstream/call.ts'

/** A secret in an entity and its name in logs: the name of a variable, or `alias/beta`. */
export interface Secret<Value> {
  what: string
  value: Value
}

export interface Reveal<Entity, Value> {
  /** Kind of the entity, for the log: `app`. */
  entity: string
  /** The platform call that answers the entity. */
  read: UpstreamCall
  /** The requested secret in the answer; null when the entity does not have it. */
  find(entity: Wire<Entity>): Secret<Value> | null
}

/**
 * Returns one secret. This is the only way for a secret to reach a browser. The entity is read twice: first to check
 * that the secret exists and get its name, then with the reveal header, which the platform audits. The gateway logs
 * who read which secret, never the value. Throws NOT_FOUND, and the errors of `call`.
 */
export async function reveal<Entity, Value>(
  { call, log, principal, requestId }: GraphqlContext,
  { entity, read, find }: Reveal<Entity, Value>,
): Promise<Value> {
  const known = find(entityOf<Entity>(await call(read)))
  if (!known) throw new AppError('NOT_FOUND')
  const shown = entityOf<Entity>(await call({ ...read, reveal: known.what }))
  const secret = find(shown)
  if (!secret) throw new AppError('NOT_FOUND')
  log.info(
    {
      audit: 'reveal',
      user: principal.user.email,
      account: principal.account?._id ?? null,
      entity,
      entityId: wireId(shown),
      what: secret.what,
      requestId,
    },
    'secret shown',
  )
  return secret.value
}
