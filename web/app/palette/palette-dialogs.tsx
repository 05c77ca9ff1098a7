import { paletteMessages as texts } from '#shared/lib/palette-messages.ts'
import { useHeldRestart } from '#web/domains/failures/use-held-restart.ts'
import { useCancelWorkqueues, useRestartFailed } from '#web/domains/workqueues/mutations.ts'
import { newRequestId } from '#web/lib/request-id.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { cancelEffect, failedTasks } from './actions.ts'
import type { PaletteDeed } from './entry.ts'

/** Actions that change runs: they ask first. */
export type RunDeed = Extract<PaletteDeed, { do: 'cancel' | 'restart' }>

/** Names of runs that a question lists. */
const NAMED = 5

/** Asks before an action of the palette changes runs, and says how many it changes. */
export function PaletteDialogs({ deed, onClose }: { deed: RunDeed | null; onClose(): void }) {
  const cancel = useCancelWorkqueues()
  const several = useRestartFailed()
  const { restart: hold } = useHeldRestart({
    send: (target) =>
      'workqueueIds' in target ? several.run([...target.workqueueIds], newRequestId()) : Promise.resolve(),
  })
  if (deed === null) return null
  if (deed.do === 'cancel') {
    const effect = cancelEffect(deed.run)
    const what = effect ? texts.cancelEffect(effect.running, effect.open) : texts.cancelEffectUnknown
    return (
      <ConfirmDialog
        title={texts.cancelTitle}
        text={`${texts.cancelQuestion(deed.run.name)} ${what}`}
        confirmLabel={texts.cancelTitle}
        danger
        open
        onClose={onClose}
        onConfirm={() => void cancel.run([deed.run]).then(onClose)}
        submitting={cancel.running}
      />
    )
  }
  const { runs, total } = deed
  const tasks = failedTasks(runs)
  const workqueueIds = runs.map(({ id }) => id)
  const restart = () => {
    // A single one is sent at once; more can be undone.
    if (tasks === 1) void several.run(workqueueIds, newRequestId())
    else hold({ workqueueIds }, tasks ?? runs.length)
    onClose()
  }
  const names = runs.slice(0, NAMED).map(({ name }) => name)
  const left = runs.length - names.length
  return (
    <ConfirmDialog
      title={texts.restartTitle}
      text={texts.restartQuestion(runs.length, total)}
      subject={[...names, ...(left > 0 ? [texts.andMore(left)] : [])].join(', ')}
      confirmLabel={texts.restartConfirm(tasks)}
      open
      onClose={onClose}
      onConfirm={restart}
    />
  )
}
