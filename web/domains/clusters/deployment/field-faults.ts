/** Faults of a form by the path of their field: `resources/limits/cpu`. */
export type FieldFaults = Readonly<Record<string, string>>

/**
 * The fields that a refusal names, as the platform writes them: `body/dockerTag: must be ...; body/replicaCount: ...`.
 * A refusal that names none has none.
 */
export function fieldFaults(message: string | undefined): FieldFaults {
  const faults: Record<string, string> = {}
  for (const part of (message ?? '').split(/; (?=body\/)/)) {
    const [, path, fault] = /^body\/([^:]+): (.+)$/s.exec(part) ?? []
    if (path !== undefined && fault !== undefined) faults[path] ??= fault
  }
  return faults
}
