import { useState } from 'react'
import type { CombinedError } from 'urql'
import { deploymentMessages as texts } from '#shared/domains/clusters/messages.ts'
import { deploymentInput, type DeploymentInput, type Draft } from './draft.ts'
import { fieldFaults, type FieldFaults } from './field-faults.ts'

/**
 * Sends the form by `send`, and tells what is wrong with which field: a replica count that is no number, which is not
 * even sent, and what the platform has named in its refusal. Faults stand until the field is changed or sent again.
 */
export function useSubmit(
  error: CombinedError | undefined,
  draft: Draft,
  version: number | null,
  send: (deployment: DeploymentInput) => Promise<void>,
): { submit(complete?: Draft): Promise<void>; faults: FieldFaults } {
  const [sent, setSent] = useState<Draft | null>(null)
  const submit = async (complete = draft) => {
    setSent(draft)
    const input = deploymentInput(complete, version)
    if (input) await send(input)
  }
  const named = fieldFaults(error?.graphQLErrors[0]?.message)
  const all =
    deploymentInput(draft, version) === null ? { ...named, replicaCount: texts.replicasFault } : named
  return { submit, faults: sent ? stillTrue(all, sent, draft) : {} }
}

/** What was said of a value that has been changed since is no longer known to be true. */
function stillTrue(faults: FieldFaults, sent: Draft, draft: Draft): FieldFaults {
  const before = (path: string) => valueAt(sent, path)
  return Object.fromEntries(
    Object.entries(faults).filter(([path]) =>
      path.startsWith('environment')
        ? sent.environment === draft.environment
        : before(path) === valueAt(draft, path),
    ),
  )
}

function valueAt(draft: Draft, path: string): unknown {
  return path
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], draft)
}
