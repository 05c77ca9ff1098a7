import { compileSchema } from '#shared/lib/json-schema/compile.ts'
import type { JsonFault } from '#shared/lib/json-schema/schema.ts'
import type { Definition } from './contract.ts'

/** Maximum number of faults in one message. */
const MAX_TOLD = 20

/** What is wrong in the initial state that a run would begin with; empty without a schema. */
export function faultsOfInitialState({
  inputSchema,
  initialState = {},
}: Pick<Definition, 'inputSchema' | 'initialState'>): JsonFault[] {
  return inputSchema === undefined ? [] : compileSchema(inputSchema).faultsOf(initialState)
}

/** `initialState/customer must be a number; initialState/lines/0/quantity is required` */
export function initialStateText(faults: readonly JsonFault[]): string {
  const told = faults.slice(0, MAX_TOLD).map(({ path, message }) => `${placeText(path)} ${message}`)
  const more = faults.length - told.length
  return told.join('; ') + (more > 0 ? `; and ${more} more` : '')
}

const placeText = (path: readonly (string | number)[]) => ['initialState', ...path].map(clipped).join('/')

const clipped = (part: string | number) => {
  const text = String(part)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
