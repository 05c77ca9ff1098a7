import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { FormDraft as Editing } from '#web/lib/drafts/use-draft.ts'
import type { DeploymentFormValues } from './deployment-form-values.ts'
import type { EditableConfig } from './config-view.tsx'

export type ViewSwitch = ReturnType<typeof useViewSwitch>

/**
 * The view of a deployment that the address selects, and the switch to the other one, which converts unsaved
 * changes. Asks first when the other view cannot show all of them.
 */
export function useViewSwitch({
  stored,
  draft,
  config,
  conflict,
}: {
  /** The form as it is stored. */
  stored: DeploymentFormValues
  draft: Editing<DeploymentFormValues>
  config: EditableConfig
  /** Called when the configuration is newer than the form. */
  conflict(): void
}) {
  const [params, setParams] = useSearchParams()
  const isAdvanced = params.get('view') === 'advanced'
  const [asking, setAsking] = useState(false)
  const [switching, setSwitching] = useState(false)

  // The Advanced View discards its text, which holds secrets, when it is left.
  const { forget } = config
  useEffect(() => {
    if (!isAdvanced) forget()
  }, [isAdvanced, forget])

  // Replaces the history entry: Back leaves the page, which asks about unsaved changes.
  const go = (advanced: boolean) => setParams(advanced ? { view: 'advanced' } : {}, { replace: true })

  /** Converts unsaved changes: `ask` when some would be lost, `stay` when an error has been shown. */
  async function convert(): Promise<'converted' | 'ask' | 'stay'> {
    if (isAdvanced && config.isDirty) {
      const { formWithConfig } = await import('./convert-changes.ts')
      const next = formWithConfig(config.stored?.fluxConfig ?? '', config.text ?? '', stored)
      if (!next) return 'ask'
      config.undo()
      draft.change(next)
    }
    if (!isAdvanced && draft.dirty) {
      const [{ configWithForm }, read] = await Promise.all([import('./convert-changes.ts'), config.load()])
      if (!read) return 'stay'
      if (read.version !== draft.version) {
        conflict()
        return 'stay'
      }
      const next = configWithForm(read.fluxConfig, draft.values)
      if (next === null) return 'ask'
      draft.reset()
      config.edit(next)
    }
    return 'converted'
  }
  return {
    isAdvanced,
    asking,
    switching,
    async show(advanced: boolean) {
      setSwitching(true)
      const outcome = await convert()
      setSwitching(false)
      if (outcome === 'converted') go(advanced)
      if (outcome === 'ask') setAsking(true)
    },
    stay: () => setAsking(false),
    discard() {
      setAsking(false)
      draft.reset()
      config.undo()
      go(!isAdvanced)
    },
  }
}
