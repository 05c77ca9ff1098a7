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
  const named = fieldFaults(error?.graphQLErrors[0]?.message)
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
