import type { Amounts } from '#shared/domains/clusters/quantity.ts'
import {
  deploymentDraft,
  environmentInput,
  type DeploymentDraft,
  type VariableRow,
} from '#shared/domains/clusters/rules.ts'
import type { ResultOf, VariablesOf } from '#web/lib/graphql.ts'
import type { createDeploymentMutation, deploymentDetailQuery } from './operations.ts'

export type DeploymentDetail = ResultOf<typeof deploymentDetailQuery>['deployment']
export type DeploymentVariables = VariablesOf<typeof createDeploymentMutation>['deployment']

/**
 * A row of the environment table. `stored` is the saved variable with its masked value, null for a new row.
 */
export interface EnvironmentRow extends VariableRow {
  id: string
  stored: { name: string; masked: string } | null
}

/** The form as it is typed. */
export type DeploymentFormValues = DeploymentDraft<EnvironmentRow>

let rows = 0

/** An empty row. */
export function newEnvironmentRow(): EnvironmentRow {
  rows += 1
  return { id: `new ${rows}`, key: '', value: '', stored: null }
}

export const newDeploymentFormValues = (clusterId: string): DeploymentFormValues =>
  deploymentDraft({ clusterId, environment: [] })

/** The form of a stored deployment; fields that an external platform omits are empty. */
export function deploymentFormValues(deployment: DeploymentDetail, clusterId: string): DeploymentFormValues {
  const { workerId, dockerTag, replicaCount, resources } = deployment
  const environment = deployment.environment.map(({ name, value }) => ({
    id: name,
    key: name,
    value: null,
    stored: { name, masked: value },
  }))
  const draft = deploymentDraft({
    clusterId: deployment.clusterId ?? clusterId,
    workerId: workerId ?? '',
    dockerTag,
    resources,
    environment,
  })
  return { ...draft, replicaCount: replicaCount === null ? '' : String(replicaCount) }
}

/**
 * The form without the values of its environment, which are secrets: for a draft. A stored value that was emptied stays
 * empty, one that was typed is the stored one again.
 */
export function withoutSecrets(values: DeploymentFormValues): DeploymentFormValues {
  const environment = values.environment.map(({ id, key, value, stored }) => ({
    id,
    key,
    value: stored && value !== '' ? null : '',
    stored: stored && { name: stored.name, masked: '' },
  }))
  return { ...values, environment }
}

/** The form of a draft with the masked values of the stored variables; those that were typed are empty. */
export function withStoredSecrets(
  left: DeploymentFormValues,
  stored: DeploymentFormValues,
): DeploymentFormValues {
  const environment = left.environment.map((row) => {
    const known = stored.environment.find((each) => each.stored?.name === row.stored?.name)?.stored ?? null
    return row.stored && known ? { ...row, stored: known } : { ...newEnvironmentRow(), key: row.key }
  })
  return { ...left, environment }
}

/** The replica count that is typed; null when it is not a whole number. */
function replicaCountOf(text: string): number | null {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : null
}

const trimmed = ({ cpu, memory }: Amounts): Amounts => ({ cpu: cpu.trim(), memory: memory.trim() })

/** The input of the mutation, its texts trimmed; null when the replica count is not a whole number. */
export function deploymentVariables(
  draft: DeploymentFormValues,
  version: number | null,
): DeploymentVariables | null {
  const replicaCount = replicaCountOf(draft.replicaCount)
  if (replicaCount === null) return null
  const { clusterId, workerId, dockerTag, resources, environment } = draft
  return {
    clusterId,
    workerId,
    dockerTag: dockerTag.trim(),
    replicaCount,
    version,
    resources: { limits: trimmed(resources.limits), requests: trimmed(resources.requests) },
    environment: environmentInput(environment),
  }
}

/**
 * The form with the values of renamed stored variables. The platform knows them only by their earlier names,
 * so `reveal` fetches each by that name. Null when one could not be fetched.
 */
export async function withStoredValues(
  draft: DeploymentFormValues,
  reveal: (name: string) => Promise<string | null>,
): Promise<DeploymentFormValues | null> {
  const environment: EnvironmentRow[] = []
  for (const row of draft.environment) {
    const isRenamed = row.stored !== null && row.key.trim() !== row.stored.name
    const value = isRenamed && row.value === null ? await reveal(row.stored?.name ?? '') : row.value
    if (isRenamed && value === null) return null
    environment.push({ ...row, value })
  }
  return { ...draft, environment }
}
