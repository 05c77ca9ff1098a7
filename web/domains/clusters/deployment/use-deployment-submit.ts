import { useState } from 'react'
import type { CombinedError } from 'urql'
import { deploymentMessages as texts } from '#shared/domains/clusters/messages.ts'
import {
  type DeploymentFormValues,
  deploymentVariables,
  type DeploymentVariables,
} from './deployment-form-values.ts'

/** Faults of a form by the path of their field: `resources/limits/cpu`. */
export type FieldFaults = Readonly<Record<string, string>>

/** The faults by field of a refusal; of several faults of one field the first. */
export function fieldFaults(error: CombinedError | undefined): FieldFaults {
  const faults: Record<string, string> = {}
  const sent: unknown = error?.graphQLErrors[0]?.extensions['faults']
  for (const fault of Array.isArray(sent) ? sent : []) {
    const { path, message } = (fault ?? {}) as { path?: unknown; message?: unknown }
    if (typeof path === 'string' && typeof message === 'string') faults[fieldOf(path)] ??= message
  }
  return faults
}

/** `resources.limits.cpu` -> `resources/limits/cpu`; the name of a variable may contain dots. */
const fieldOf = (path: string) =>
  path.startsWith('environment.') ? path.replace('.', '/') : path.replaceAll('.', '/')

/**
 * Sends the form by `send`. `faults` are the errors by field: a replica count that is not a number, which
 * prevents sending, and fields that the platform has refused. A fault disappears when its field changes or
 * the form is sent again.
 */
export function useDeploymentSubmit(
  error: CombinedError | undefined,
  draft: DeploymentFormValues,
  version: number | null,
  send: (deployment: DeploymentVariables) => Promise<void>,
): { submit(complete?: DeploymentFormValues): Promise<void>; faults: FieldFaults } {
  const [sent, setSent] = useState<DeploymentFormValues | null>(null)
  const submit = async (complete = draft) => {
    setSent(draft)
    const input = deploymentVariables(complete, version)
    if (input) await send(input)
  }
  const named = fieldFaults(error)
  const all =
    deploymentVariables(draft, version) === null ? { ...named, replicaCount: texts.replicasFault } : named
  return { submit, faults: sent ? unchangedFaults(all, sent, draft) : {} }
}

/** The faults whose fields have not been changed since the form was sent. */
function unchangedFaults(
  faults: FieldFaults,
  sent: DeploymentFormValues,
  draft: DeploymentFormValues,
): FieldFaults {
  const before = (path: string) => valueAt(sent, path)
  return Object.fromEntries(
    Object.entries(faults).filter(([path]) =>
      path.startsWith('environment')
        ? sent.environment === draft.environment
        : before(path) === valueAt(draft, path),
    ),
  )
}

function valueAt(draft: DeploymentFormValues, path: string): unknown {
  return path
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], draft)
}
