import { Skeleton } from '@chakra-ui/react'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { deploymentMessages as texts } from '#shared/domains/clusters/messages.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { useRevealConfig, useUpdateConfig } from './mutations.ts'

interface Stored {
  fluxConfig: string
  version: number | null
}

export type EditableConfig = ReturnType<typeof useDeploymentConfig>

/**
 * The configuration of a deployment, for the Advanced View. It holds secrets: it is fetched on demand, and
 * the platform audits each read. `conflict` is called when another user has changed the deployment first.
 */
export function useDeploymentConfig(id: string, conflict: () => void) {
  const [stored, setStored] = useState<Stored | null>(null)
  const [edited, setEdited] = useState<string | null>(null)
  const { run: reveal, running: loading, error } = useRevealConfig()
  const update = useUpdateConfig(conflict)

  /**
   * Resolves to the stored configuration, or to null when it could not be read (the error has been shown).
   */
  const load = useCallback(async (): Promise<Stored | null> => {
    const data = await reveal({ id })
    if (data) setStored(data.revealDeploymentConfig)
    return data ? data.revealDeploymentConfig : null
  }, [reveal, id])

  /** Discards the edit and the stored text; the next view reads it again. */
  const forget = useCallback(() => {
    setStored(null)
    setEdited(null)
  }, [])

  /** Resolves to whether it was saved; a refusal has been shown. */
  const save = async (): Promise<boolean> => {
    if (!stored) return false
    const fluxConfig = edited ?? stored.fluxConfig
    const data = await update.run({ id, fluxConfig, version: stored.version })
    if (!data) return false
    setStored({ fluxConfig, version: data.updateDeploymentConfig.version })
    setEdited(null)
    return true
  }
  return {
    stored,
    text: edited ?? stored?.fluxConfig ?? null,
    isDirty: edited !== null,
    loading,
    error,
    saving: update.running,
    load,
    save,
    /** Sets the text; the stored text is no edit. */
    change: (text: string) => setEdited(text === stored?.fluxConfig ? null : text),
    /** Sets a text that was made from the result of `load`. */
    edit: setEdited,
    undo: () => setEdited(null),
    /** Sets the text of a draft; another version than the stored one is reported as a conflict when it is saved. */
    restore(text: string, version: number | null) {
      setStored((current) => current && { ...current, version })
      setEdited(text)
    },
    forget,
  }
}

// The editor loads the parser and the schema of configurations; the form needs neither.
const ConfigEditor = lazy(async () => ({ default: (await import('./config-editor.tsx')).ConfigEditor }))

const ConfigDraft = lazy(async () => ({ default: (await import('./config-draft.tsx')).ConfigDraft }))

/** The Advanced View: the whole configuration as YAML, read when the view is first shown. */
export function ConfigView({ config }: { config: EditableConfig }) {
  const { text, stored, error, loading, load } = config
  useEffect(() => {
    if (!stored) void load()
  }, [stored, load])
  const waiting = (
    <Skeleton height="420px" borderRadius="lg" role="status" aria-label="Loading configuration" />
  )
  if (text === null && error && !loading) {
    return (
      <Panel padded={false}>
        <FailedState message={failText(texts.loadFailed, error)} onRetry={() => void load()} />
      </Panel>
    )
  }
  if (text === null) return waiting
  return (
    <Suspense fallback={waiting}>
      {stored && <ConfigDraft config={config} stored={stored} text={text} />}
      <ConfigEditor text={text} disabled={config.saving} onChange={config.change} />
    </Suspense>
  )
}
