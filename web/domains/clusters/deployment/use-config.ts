import { useCallback, useState } from 'react'
import { useRevealConfig, useUpdateConfig } from '../deployment-mutations.ts'

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
    forget,
  }
}
