import { Box, Flex } from '@chakra-ui/react'
import { lazy, Suspense, useState } from 'react'
import { cancellableWorkqueueStatuses } from '#shared/domains/workqueues/statuses.ts'
import { isTerminal } from '#shared/domains/workqueues/live-list.ts'
import { runMessages } from '#shared/domains/workqueues/run-messages.ts'
import { copied } from '#web/lib/copy/copied-objects.ts'
import { useApp } from '#web/lib/current-app.tsx'
import { useFeature } from '#web/lib/features.ts'
import { lazyDialog } from '#web/lib/parts/lazy-dialog.tsx'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { loadPart } from '#web/lib/parts/load-part.ts'
import { useDocumentTitle, PageHead } from '#web/ui/page/page-head.tsx'
import { paths } from '#web/paths.ts'
import { StatusBadge } from '#web/ui/display/status.tsx'
import { useCancelWorkqueues } from '../mutations.ts'
import type { WorkqueueDetail } from './operations.ts'
import { RunActions } from './run-actions.tsx'
import type { RunDialog } from './run-dialogs.tsx'
import { type Reads, RunFacts } from './run-facts.tsx'

// Loaded lazily: not needed to see what happens.
const InputLine = lazyPart(
  async () => (await import('#web/ui/display/input-line.tsx')).InputLine,
  () => <Box textStyle="mono" height="1lh" />,
)
const RunNote = lazy(async () => ({ default: (await loadPart(() => import('./run-note.tsx'))).RunNote }))
const RunDialogs = lazyDialog(async () => (await import('./run-dialogs.tsx')).RunDialogs)

/** The size of the button that adds a note, kept until it has loaded. */
const noteHeight = { base: '10', sm: '7' }
const noteWidth = { base: '10', sm: '92px' }
/** The button of the note is larger than the line that it stands in. */
export const factsMargin = { base: '-1.5', sm: '0' }
/** On a phone the inputs have a line of their own, below the note's button. */
const inputsPlace = {
  minW: '0',
  maxW: { base: 'full', sm: '60%' },
  flexBasis: { base: 'full', sm: 'auto' },
  order: 1,
}
const wholeLineToEdit = { '&:has(textarea)': { flexBasis: '100%' } }

/** Whether a workqueue of this status can be cancelled. */
export function isCancellable(status: string): boolean {
  return cancellableWorkqueueStatuses.some((each) => each === status)
}

/** Crumbs of the page, also while the workqueue is loading. */
export function useWorkqueueCrumbs(id: string) {
  const app = useApp()
  return [
    { label: 'Apps', to: paths.apps() },
    { label: app.name, to: paths.workqueues(app.id) },
    { label: id, isId: true },
  ]
}

interface WorkqueueHeadProps {
  workqueue: WorkqueueDetail
  /** It, or a task of it, takes longer than expected. */
  late: boolean
  reads: Reads
  compare: { to: string; lastGood: boolean } | null | undefined
  onModifyAndRerun(): void
  /** Frames the failed tasks. */
  onFailed(): void
  onChanged(): void
  onRefreshLogs(): Promise<void>
}

/** Name, status, facts and actions of a workqueue. */
export function WorkqueueHead(props: WorkqueueHeadProps) {
  const { workqueue, onChanged, onRefreshLogs } = props
  const [dialog, setDialog] = useState<RunDialog | null>(null)
  const [refreshing, setRefreshing] = useState(false)
  const app = useApp()
  const hasNotes = useFeature('notes')
  const cancel = useCancelWorkqueues()
  useDocumentTitle(`${workqueue.name} (${workqueue.status})`)
  const close = () => setDialog(null)
  const onCancel = async () => {
    await cancel.run([workqueue])
    close()
    onChanged()
  }
  const refresh = async () => {
    setRefreshing(true)
    await onRefreshLogs()
    setRefreshing(false)
  }
  const failed = isTerminal(workqueue.status)
    ? 0
    : workqueue.tasks.filter((task) => task.status === 'failed').length
  return (
    <>
      <PageHead
        crumbs={useWorkqueueCrumbs(workqueue.id)}
        copy={copied.run({ id: workqueue.id, appId: app.id })}
        placesAll
        title={workqueue.name}
        badge={
          <>
            <StatusBadge status={workqueue.status} />
            {props.late && <StatusBadge status={runMessages.late} mark="queued" />}
          </>
        }
        facts={
          <Flex
            wrap="wrap"
            align="center"
            columnGap="3"
            rowGap={{ base: '0', sm: '1' }}
            minH={hasNotes ? noteHeight : undefined}
            my={factsMargin}
          >
            <RunFacts
              run={workqueue}
              failed={failed}
              reads={props.reads}
              onFailed={props.onFailed}
              onReread={onChanged}
            />
            {hasNotes && (
              <Box
                minW="0"
                {...(workqueue.note?.text && { flexBasis: 'full', order: 2 })}
                css={wholeLineToEdit}
              >
                <Suspense fallback={<Box width={noteWidth} height={noteHeight} />}>
                  <RunNote run={workqueue} />
                </Suspense>
              </Box>
            )}
            <Box {...inputsPlace}>
              <InputLine state={workqueue.initialState} />
            </Box>
          </Flex>
        }
        actions={
          <RunActions
            onCancel={isCancellable(workqueue.status) ? () => setDialog('cancel') : null}
            compare={props.compare}
            onModifyAndRerun={props.onModifyAndRerun}
            cancelled={workqueue.status === 'cancelled'}
            onSaveAsPlan={() => setDialog('plan')}
            onSource={() => setDialog('source')}
            onRefreshLogs={() => void refresh()}
            refreshing={refreshing}
          />
        }
      />
      <RunDialogs
        workqueue={workqueue}
        open={dialog !== null}
        shown={dialog}
        cancelling={cancel.running}
        onCancel={() => void onCancel()}
        onClose={close}
      />
    </>
  )
}
