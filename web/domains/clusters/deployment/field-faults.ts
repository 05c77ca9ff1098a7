/** Faults of a form by the path of their field: `resources/limits/cpu`. */
export type FieldFaults = Readonly<Record<string, string>>

/**
 * The faults by field of a refusal in the platform's format: `body/dockerTag: must be ...; body/replicaCount:
 * ...`. Empty for any other message.
 */
export function fieldFaults(message: string | undefined): FieldFaults {
  const faults: Record<string, string> = {}
  for (const part of (message ?? '').split(/; (?=body\/)/)) {
    const [, path, fault] = /^body\/([^:]+): (.+)$/s.exec(part) ?? []
    if (path !== undefined && fault !== undefined) faults[path] ??= fault
  }
  return faults
}
