// This module imports the parser of configurations, so it is loaded on demand.
import { readFluxConfig, updateFluxConfig } from '#shared/domains/clusters/flux.ts'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'

interface ConfigValues {
  text: string
  version: number | null
}

/** Keeps an edited configuration without the values of its environment. */
export function ConfigDraft({
  config,
  stored,
  text,
}: {
  config: { isDirty: boolean; restore(text: string, version: number | null): void }
  stored: { fluxConfig: string; version: number | null }
  text: string
}) {
  return (
    <DraftKeeper<ConfigValues>
      form="configuration"
      values={{ text, version: stored.version }}
      protect={protect}
      dirty={config.isDirty}
      onRestore={(left) => config.restore(configWithSecrets(left.text, stored.fluxConfig), left.version)}
    />
  )
}

function protect({ text, version }: ConfigValues): ConfigValues | null {
  const kept = configWithoutSecrets(text)
  return kept === null ? null : { text: kept, version }
}

/** Shorter values occur in a configuration by chance, as `true` and `8080` do. */
const RECOGNISED = 6

/**
 * The configuration with empty values in its environment. Null when that is not certain: the text cannot be parsed, or
 * a value is repeated in another place.
 */
export function configWithoutSecrets(text: string): string | null {
  const read = readFluxConfig(text)
  if ('faults' in read) return null
  const { environment } = read.form
  const emptied = Object.fromEntries(Object.keys(environment).map((name) => [name, '']))
  const config = updateFluxConfig(text, { ...read.form, environment: emptied })
  const secrets = Object.values(environment).filter((value) => value.length >= RECOGNISED)
  return secrets.some((value) => config.includes(value)) ? null : config
}

/** A configuration of a draft with the stored values of its environment; values that were typed stay empty. */
export function configWithSecrets(draft: string, stored: string): string {
  const [edited, read] = [readFluxConfig(draft), readFluxConfig(stored)]
  if ('faults' in edited || 'faults' in read) return draft
  const values = new Map(Object.entries(read.form.environment))
  const environment = Object.fromEntries(
    Object.keys(edited.form.environment).map((name) => [name, values.get(name) ?? '']),
  )
  return updateFluxConfig(draft, { ...edited.form, environment })
}
