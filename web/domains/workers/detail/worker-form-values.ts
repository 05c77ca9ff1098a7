import type { JsonObject } from '#shared/lib/json.ts'
import { formatJson, parseJsonObject } from '#web/lib/json-text.ts'
import { loadPart } from '#web/lib/parts/load-part.ts'

/** The editable fields of a worker; inputs and outputs as the texts of their editors. */
export interface WorkerFormValues {
  name: string
  description: string
  inputs: string
  outputs: string
  /** Empty for none. */
  inputSchema: string
}

/** The form values of a stored worker. */
export function workerFormValues(worker: {
  name: string
  description: string
  inputs: unknown
  outputs: unknown
  inputSchema?: unknown
}): WorkerFormValues {
  const { name, description, inputs, outputs, inputSchema } = worker
  return {
    name,
    description,
    inputs: formatJson(inputs ?? {}),
    outputs: formatJson(outputs ?? {}),
    inputSchema: inputSchema ? formatJson(inputSchema) : '',
  }
}

interface WorkerChange {
  name: string
  description: string
  inputs: JsonObject
  outputs: JsonObject
  /** Null removes it; absent on a platform that keeps none. */
  inputSchema?: JsonObject | null
}

/**
 * The change that Update Worker sends: trimmed texts, and empty inputs or outputs as an empty object; or the
 * reason why a text is not JSON, or no schema.
 */
export async function workerUpdate(
  { name, description, inputs, outputs, inputSchema }: WorkerFormValues,
  keepsSchema = false,
): Promise<{ change: WorkerChange } | { reason: string }> {
  const [into, out] = [parseJsonObject(inputs), parseJsonObject(outputs)]
  if ('reason' in into) return into
  if ('reason' in out) return out
  const fault = keepsSchema ? await faultIn(inputSchema) : null
  if (fault !== null) return { reason: fault }
  return {
    change: {
      name: name.trim(),
      description: description.trim(),
      inputs: into.value,
      outputs: out.value,
      ...(keepsSchema && { inputSchema: schemaIn(inputSchema) }),
    },
  }
}

/** Null also where the check cannot be loaded: the platform checks the schema too. */
async function faultIn(text: string): Promise<string | null> {
  if (text.trim() === '') return null
  const check = await loadPart(() => import('./schema-fault.ts')).catch(() => null)
  return check?.faultOfSchema(text) ?? null
}

function schemaIn(text: string): JsonObject | null {
  const parsed = text.trim() === '' ? null : parseJsonObject(text)
  return parsed && 'value' in parsed ? parsed.value : null
}
