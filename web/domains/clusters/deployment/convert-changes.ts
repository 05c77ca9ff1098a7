import { deploymentForm } from '#shared/domains/clusters/deployment.ts'
import { readFluxConfig, updateFluxConfig } from '#shared/domains/clusters/flux.ts'
import {
  deploymentVariables,
  type DeploymentFormValues,
  type EnvironmentRow,
} from './deployment-form-values.ts'

// Converts unsaved changes of one view of a deployment to the other view. This module imports the parser of
// configurations, so it is loaded on demand.

/**
 * The stored configuration with the changes of the form; null when the form has faults or the text cannot be
 * parsed.
 */
export function configWithForm(stored: string, draft: DeploymentFormValues): string | null {
  const read = readFluxConfig(stored)
  const input = deploymentVariables(draft, null)
  if (!('form' in read) || !input) return null
  const values = read.form.environment
  const environment = Object.fromEntries(
    draft.environment
      .filter(({ key }) => key.trim() !== '')
      .map((row) => [row.key.trim(), row.value ?? values[row.stored?.name ?? '']]),
  )
  const form = deploymentForm.safeParse({ ...input, alias: read.form.alias, environment })
  return form.success ? updateFluxConfig(stored, form.data) : null
}

/**
 * The form with the changes of an edited configuration. `draft` is the form as it is stored. Returns null
 * when the form cannot show all of them: the text has faults, or something without a form field was changed.
 */
export function formWithConfig(
  stored: string,
  edited: string,
  draft: DeploymentFormValues,
): DeploymentFormValues | null {
  const before = readFluxConfig(stored)
  const after = readFluxConfig(edited)
  if (!('form' in before) || !('form' in after)) return null
  // The form shows everything if undoing its fields turns the edited text back into the stored one.
  if (updateFluxConfig(edited, { ...before.form, alias: after.form.alias }) !== stored) return null
  const { dockerTag, replicaCount, resources, environment } = after.form
  const row = ([key, value]: [string, string]): EnvironmentRow => {
    const known = draft.environment.find(({ stored }) => stored?.name === key) ?? null
    const isSame = known !== null && before.form.environment[key] === value
    return { id: key, key, value: isSame ? null : value, stored: known?.stored ?? null }
  }
  return {
    ...draft,
    dockerTag,
    replicaCount: String(replicaCount),
    resources,
    environment: Object.entries(environment).map(row),
  }
}
