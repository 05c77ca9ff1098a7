import { useCallback, useState } from 'react'
import { useRevealConfig, useUpdateConfig } from '../deployment-mutations.ts'

interface Stored {
  fluxConfig: string
  version: number | null
}

export type Config = ReturnType<typeof useConfig>

/**
 * The configuration of a deployment, for the Advanced View. It holds secrets: it is fetched when it is asked for, and
 * each time that is audited. `conflict` is called when somebody else changed the deployment first.
 */
export function useConfig(id: string, conflict: () => void) {
  const [stored, setStored] = useState<Stored | null>(null)
  const [edited, setEdited] = useState<string | null>(null)
  const { run: reveal, running: loading, error } = useRevealConfig()
  const update = useUpdateConfig(conflict)

  /** Answers what is stored now, or null when it could not be read (that has been told). */
  const load = useCallback(async (): Promise<Stored | null> => {
    const data = await reveal({ id })
    if (data) setStored(data.revealDeploymentConfig)
    return data ? data.revealDeploymentConfig : null
  }, [reveal, id])

  /** Lets the edit and what was read go: the next look reads anew. */
  const forget = useCallback(() => {
    setStored(null)
    setEdited(null)
  }, [])

  /** Whether it was saved; a refusal has been told. */
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
    /** Sets the text; the stored one is no edit. */
    change: (text: string) => setEdited(text === stored?.fluxConfig ? null : text),
    /** Sets a text that was made of what `load` has just answered. */
    edit: setEdited,
    undo: () => setEdited(null),
    forget,
  }
}
