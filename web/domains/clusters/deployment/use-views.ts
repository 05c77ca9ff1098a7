import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Draft as Editing } from '#web/lib/use-draft.ts'
import type { Draft } from './draft.ts'
import type { Config } from './use-config.ts'

export type Views = ReturnType<typeof useViews>

/**
 * Which view of a deployment is shown, as the address has it, and the way to the other one: unsaved changes go along.
 * Where the other view cannot show all of them it is asked first.
 */
export function useViews({
  stored,
  draft,
  config,
  conflict,
}: {
  /** The form as it is stored. */
  stored: Draft
  draft: Editing<Draft>
  config: Config
  /** Called when the configuration turns out to be newer than the form. */
  conflict(): void
}) {
  const [params, setParams] = useSearchParams()
  const isAdvanced = params.get('view') === 'advanced'
  const [asking, setAsking] = useState(false)
  const [switching, setSwitching] = useState(false)

  // What the Advanced View has shown is kept no longer than the view.
  const { forget } = config
  useEffect(() => {
    if (!isAdvanced) forget()
  }, [isAdvanced, forget])

  // In place of the other view: Back leaves the page, which asks about what is not saved.
  const go = (advanced: boolean) => setParams(advanced ? { view: 'advanced' } : {}, { replace: true })

  /** Takes unsaved changes along; `ask` when some would be lost, `stay` when it has been told why not. */
  async function carry(): Promise<'carried' | 'ask' | 'stay'> {
    if (isAdvanced && config.isDirty) {
      const { carryToForm } = await import('./carry.ts')
      const next = carryToForm(config.stored?.fluxConfig ?? '', config.text ?? '', stored)
      if (!next) return 'ask'
      config.undo()
      draft.change(next)
    }
    if (!isAdvanced && draft.dirty) {
      const [{ carryToConfig }, read] = await Promise.all([import('./carry.ts'), config.load()])
      if (!read) return 'stay'
      if (read.version !== draft.version) {
        conflict()
        return 'stay'
      }
      const next = carryToConfig(read.fluxConfig, draft.values)
      if (next === null) return 'ask'
      draft.reset()
      config.edit(next)
    }
    return 'carried'
  }
  return {
    isAdvanced,
    asking,
    switching,
    async show(advanced: boolean) {
      setSwitching(true)
      const outcome = await carry()
      setSwitching(false)
      if (outcome === 'carried') go(advanced)
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
