import { checkDefinition } from '../../../shared/domains/workqueues/rules.ts'
import type { Definition } from '../../../shared/domains/workqueues/contract.ts'
import { AppError } from '../../lib/errors.ts'
import { joinFaults } from './validation.ts'

/** The definition in a body, checked whole; throws INVALID_DEFINITION naming every fault. */
export function requireDefinition(body: unknown): Definition {
  const checked = checkDefinition(body)
  if ('definition' in checked) return checked.definition
  const faults = checked.faults.map(({ path, message }) => (path ? `${path}: ${message}` : message))
  throw new AppError('INVALID_DEFINITION', joinFaults(faults))
}
