import type { Definition } from '#shared/domains/workqueues/contract.ts'
import { faultsOfInitialState, initialStateText } from '#shared/domains/workqueues/initial-state.ts'
import { checkDefinition, type DefinitionFault } from '#shared/domains/workqueues/rules.ts'
import { pathText } from '#shared/lib/field-names.ts'
import { AppError } from '#server/lib/errors.ts'
import { TaskFailure } from './executor.ts'

/** Maximum number of faults in the list beside a message. */
const MAX_LISTED = 200

/**
 * The definition of a run that can start. Throws INVALID_DEFINITION with every fault of the definition, or BAD_REQUEST
 * with what its schema does not allow in the initial state.
 */
export function startable(definition: Definition): Definition {
  const checked = checkDefinition(definition)
  if ('faults' in checked) throw new AppError('INVALID_DEFINITION', checked.faults.map(faultText).join('; '))
  const found = faultsOfInitialState(checked.definition)
  if (found.length === 0) return checked.definition
  const faults = found
    .slice(0, MAX_LISTED)
    .map(({ path, message }) => ({ path: pathText(['initialState', ...path]), message }))
  throw new AppError('BAD_REQUEST', initialStateText(found), { details: { faults } })
}

/** Fails the task that would start a child with a state that the schema of its plan does not allow. */
export function requireChildState(definition: Definition): void {
  const found = faultsOfInitialState(definition)
  if (found.length > 0) throw new TaskFailure(initialStateText(found))
}

const faultText = ({ path, message }: DefinitionFault) => (path ? `${path}: ${message}` : message)
