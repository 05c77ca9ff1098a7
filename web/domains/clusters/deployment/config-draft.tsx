import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { configWithoutSecrets, configWithSecrets } from './draft-values.ts'

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
