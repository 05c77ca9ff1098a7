import {
  formChanges,
  hiddenChange,
  type ComparedForm,
  type DeploymentChange,
} from '#shared/domains/clusters/changes.ts'
import { environmentInput } from '#shared/domains/clusters/rules.ts'
import type { DeploymentFormValues } from '../deployment-form-values.ts'

/** What the form would change if it were applied. Values of variables are not compared, because the stored ones are not known. */
export function draftChanges(stored: DeploymentFormValues, draft: DeploymentFormValues): DeploymentChange[] {
  const worker =
    stored.workerId === draft.workerId ? [] : [hiddenChange('worker', stored.workerId ? 'changed' : 'added')]
  return [...worker, ...formChanges(comparedForm(stored), comparedForm(draft))]
}

function comparedForm({
  dockerTag,
  replicaCount,
  resources,
  environment,
}: DeploymentFormValues): ComparedForm {
  const { limits, requests } = resources
  return {
    dockerTag: dockerTag.trim(),
    replicaCount: replicaCount.trim(),
    resources: {
      limits: { cpu: limits.cpu.trim(), memory: limits.memory.trim() },
      requests: { cpu: requests.cpu.trim(), memory: requests.memory.trim() },
    },
    environment: Object.fromEntries(
      // A variable without a new value keeps the stored one, whatever it is.
      environmentInput(environment).map(({ name, value }) => [
        name,
        value === null ? 'stored' : `typed ${value}`,
      ]),
    ),
  }
}
