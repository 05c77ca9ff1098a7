import { formChanges, type DeploymentChange } from '#shared/domains/clusters/changes.ts'
import type { DeploymentForm } from '#shared/domains/clusters/deployment.ts'
import { configChanges, onlyText } from '#shared/domains/clusters/flux-changes.ts'
import { readFluxConfig, updateFluxConfig } from '#shared/domains/clusters/flux.ts'
import { historyMessages as texts } from '#shared/domains/clusters/history-messages.ts'
import { configWithForm } from '../convert-changes.ts'
import type { DeploymentFormValues } from '../deployment-form-values.ts'

// This module imports the parser of configurations, so it is loaded on demand.

/** What a change consists of, and the number of replicas before and after it. */
export interface PreviewedChange {
  changes: readonly DeploymentChange[]
  replicas: { before: number | null; after: number | null }
}

/** What an edited configuration would change; null while it has faults. */
export function editedChanges(stored: string, edited: string): PreviewedChange | null {
  const [before, after] = [readFluxConfig(stored), readFluxConfig(edited)]
  if ('faults' in before || 'faults' in after) return null
  const changes = [...formChanges(before.form, after.form), ...configChanges(stored, edited)]
  return {
    changes: changes.length > 0 ? changes : [onlyText],
    replicas: { before: before.form.replicaCount, after: after.form.replicaCount },
  }
}

/** A configuration before and after a change, as it is shown: without the values of variables. */
export interface ShownManifest {
  before: string
  after: string
}

/** The stored configuration beside the one that the form makes of it; null when the form has faults. */
export function manifestOf(stored: string, draft: DeploymentFormValues): ShownManifest | null {
  const edited = configWithForm(stored, draft)
  return edited === null ? null : hiddenManifest(stored, edited)
}

/** Shorter values occur in a configuration by chance, as `true` and `8080` do. */
const RECOGNISED = 6

/** Both configurations without the values of variables, of which only new ones are told from the stored ones. */
export function hiddenManifest(stored: string, edited: string): ShownManifest | null {
  const [before, after] = [readFluxConfig(stored), readFluxConfig(edited)]
  if ('faults' in before || 'faults' in after) return null
  const [known, next] = [before.form.environment, after.form.environment]
  const secrets = [known, next].flatMap((values) =>
    Object.values(values).filter((value) => value.length >= RECOGNISED),
  )
  const shown = (text: string, form: DeploymentForm, valueOf: (name: string) => string) => {
    const environment = Object.fromEntries(Object.keys(form.environment).map((name) => [name, valueOf(name)]))
    const config = updateFluxConfig(text, { ...form, environment })
    return secrets.reduce((hidden, secret) => hidden.replaceAll(secret, texts.hidden), config)
  }
  const isNew = (name: string) => Object.hasOwn(known, name) && known[name] !== next[name]
  return {
    before: shown(stored, before.form, () => texts.hidden),
    after: shown(edited, after.form, (name) => (isNew(name) ? texts.hiddenNew : texts.hidden)),
  }
}
