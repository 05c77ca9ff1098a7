import { AppError } from '#server/lib/errors.ts'
import type { GraphqlContext } from './context.ts'
import { entityOf, wireId, type Wire } from '../lib/wire.ts'
import type { UpstreamCall } from '../upstream/call.ts'

/** A secret within an entity, and how records call it: a variable's name, `alias/beta`. */
export interface Secret<Value> {
  what: string
  value: Value
}

export interface Reveal<Entity, Value> {
  /** What the entity is, for the log: `app`. */
  entity: string
  /** The spec's own call that answers the entity. */
  read: UpstreamCall
  /** The asked secret in the answer; null when the entity has none such. */
  find(entity: Wire<Entity>): Secret<Value> | null
}

/**
 * Shows somebody one secret, the only way by which one reaches a browser. The entity is read twice: once to know that the
 * secret exists and what it is called, once more saying so, which the platform audits. The gateway's log gets one
 * line of who saw what, never the value. Throws NOT_FOUND, and as `call`.
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
