import { checkDefinition } from '#shared/domains/workqueues/rules.ts'
import type { Definition } from '#shared/domains/workqueues/contract.ts'
import { AppError } from '#server/lib/errors.ts'
import { joinFaults } from './validation.ts'

/** Faults that are listed one by one beside the message. */
const MAX_LISTED = 200

/**
 * The definition in a body, checked whole; throws INVALID_DEFINITION naming every fault in its message, and
 * as `faults: [{ path, message }]` for a screen that lists them.
 */
export function requireDefinition(body: unknown): Definition {
  const checked = checkDefinition(body)
  if ('definition' in checked) return checked.definition
  throw invalidDefinition(checked.faults, ({ path, message }) => (path ? `${path}: ${message}` : message))
}

/** INVALID_DEFINITION that names every fault in its message, and as `faults` beside it. */
export function invalidDefinition<Fault>(
  faults: readonly Fault[],
  inWords: (fault: Fault) => string,
): AppError {
  const details = { faults: faults.slice(0, MAX_LISTED) }
  return new AppError('INVALID_DEFINITION', joinFaults(faults.map(inWords)), { details })
}
