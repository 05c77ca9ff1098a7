import { useQuery } from 'urql'
import { paletteMessages as texts } from '#shared/lib/palette-messages.ts'
import { MoveToAliasDialog } from '#web/domains/failures/move-to-alias-dialog.tsx'
import { RestartDialog } from '#web/domains/failures/restart-dialog.tsx'
import { useHeldRestart } from '#web/domains/failures/use-held-restart.ts'
import { useCancelWorkqueues, useRestartFailed } from '#web/domains/workqueues/mutations.ts'
import { type PaletteRun, paletteRunQuery } from '#web/lib/palette/operations.ts'
import { newRequestId } from '#web/lib/request-id.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { cancelEffect, failedTasks } from './actions.ts'
import type { PaletteDeed } from './entry.ts'

/** Names of runs that a question lists. */
const NAMED = 5

/** Asks before the tasks of a failure are restarted, or for the alias that they move to. */
export function FailureQuestion({
  id,
  title,
  isMoved,
  onClose,
}: {
  id: string
  title: string
  isMoved: boolean
  onClose(): void
}) {
  const { restart } = useHeldRestart()
  if (isMoved) return <MoveToAliasDialog work={{ failureId: id }} onMove={restart} onClose={onClose} />
  return <RestartDialog failureId={id} title={title} onRestart={restart} onClose={onClose} />
}

type RunDeed = Extract<PaletteDeed, { do: 'cancel' | 'restart' }>

/** Asks before runs are cancelled or restarted. Of one that a search has found the tasks are counted first. */
export function RunQuestion({ deed, onClose }: { deed: RunDeed; onClose(): void }) {
  const only = deed.do === 'cancel' ? deed.run : deed.runs.length === 1 ? deed.runs[0] : undefined
  const isCounted = !only || only.taskCounts !== null
  const [read] = useQuery({
    query: paletteRunQuery,
    variables: { id: only?.id ?? '' },
    pause: isCounted,
    requestPolicy: 'network-only',
  })
  if (read.fetching) return null
  const run = (isCounted ? only : read.data?.workqueue) ?? only
  if (deed.do === 'cancel') return <CancelQuestion run={run ?? deed.run} onClose={onClose} />
  return <RestartQuestion runs={run ? [run] : deed.runs} total={deed.total} onClose={onClose} />
}

function CancelQuestion({ run, onClose }: { run: PaletteRun; onClose(): void }) {
  const cancel = useCancelWorkqueues()
  const effect = cancelEffect(run)
  const what = effect ? texts.cancelEffect(effect.running, effect.open) : texts.cancelEffectUnknown
  return (
    <ConfirmDialog
      title={texts.cancelTitle}
      text={`${texts.cancelQuestion(run.name)} ${what}`}
      confirmLabel={texts.cancelTitle}
      danger
      open
      onClose={onClose}
      onConfirm={() => void cancel.run([run]).then(onClose)}
      submitting={cancel.running}
    />
  )
}

interface RestartQuestionProps {
  runs: readonly PaletteRun[]
  total: number
  onClose(): void
}

function RestartQuestion({ runs, total, onClose }: RestartQuestionProps) {
  const several = useRestartFailed()
  const { restart: hold } = useHeldRestart({
    send: (target) =>
      'workqueueIds' in target ? several.run([...target.workqueueIds], newRequestId()) : Promise.resolve(),
  })
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
