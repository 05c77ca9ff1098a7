import type { JsonObject } from '#shared/lib/json.ts'
import { formatJson, parseJsonObject } from '#web/lib/json-text.ts'

/** The editable fields of a worker; inputs and outputs as the texts of their editors. */
export interface WorkerFormValues {
  name: string
  description: string
  inputs: string
  outputs: string
}

/** The form values of a stored worker. */
export function workerFormValues(worker: {
  name: string
  description: string
  inputs: unknown
  outputs: unknown
}): WorkerFormValues {
  const { name, description, inputs, outputs } = worker
  return { name, description, inputs: formatJson(inputs ?? {}), outputs: formatJson(outputs ?? {}) }
}

/**
 * The change that Update Worker sends: trimmed texts, and empty inputs or outputs as an empty object; or the
 * reason why a text is not JSON.
 */
export function workerUpdate({
  name,
  description,
  inputs,
  outputs,
}: WorkerFormValues):
  | { change: { name: string; description: string; inputs: JsonObject; outputs: JsonObject } }
  | { reason: string } {
  const [into, out] = [parseJsonObject(inputs), parseJsonObject(outputs)]
  if ('reason' in into) return into
  if ('reason' in out) return out
  return {
    change: {
      name: name.trim(),
      description: description.trim(),
      inputs: into.value,
      outputs: out.value,
    },
  }
}
