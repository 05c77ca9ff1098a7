import { Box, Button, Flex } from '@chakra-ui/react'
import { useState } from 'react'
import { workqueueListMessages } from '#shared/domains/workqueues/list-messages.ts'
import { cancelLabel } from '#shared/domains/workqueues/messages.ts'
import { restartFailedQuestion, selectionMessages } from '#shared/domains/workqueues/selection-messages.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { useHeldRestart } from '#web/domains/failures/use-held-restart.ts'
import { useFeature } from '#web/lib/features.ts'
import { useKeys } from '#web/lib/use-keys.ts'
import { newRequestId } from '#web/lib/request-id.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { CompareSelected } from '../compare/compare-selected.tsx'
import { useCancelMatching, useRestartFailed } from '../mutations.ts'
import { CancelSelected } from './cancel-selected.tsx'
import type { WorkqueueListParams } from './workqueue-list-params.ts'
import { type WorkqueueListRow, workqueueListVariables } from './use-workqueue-list.ts'

interface SelectionBarProps {
  appId: string
  query: WorkqueueListParams
  /** The selected rows of the page. */
  rows: WorkqueueListRow[]
  /** Rows that match the filters, on all pages. */
  total: number
  /** Whether all matching rows are selected. */
  all: boolean
  /** Whether to offer selecting all: the whole page is selected and there are more rows. */
  offerAll: boolean
  onAll(all: boolean): void
  /** Receives the ids that were cancelled. */
  onCancelled(ids: string[]): void
  /** Called when an action on many rows has started; null where the platform keeps no receipt. */
  onReceipt(id: string | null): void
}

/**
 * The number of selected rows and their actions: rows of the page, or all that match the filters. Stands below the list, and
 * at the foot of the window while the end of the list is below it: no row moves, no filter is hidden, and the last row can be
 * scrolled above it however high it is.
 */
export function SelectionBar(props: SelectionBarProps) {
  const { appId, query, rows, total, all, offerAll, onAll, onCancelled, onReceipt } = props
  const failed = rows.filter((row) => row.status === 'failed')
  useKeys({ Escape: () => onAll(false) }, selectionMessages.keys)
  return (
    <Flex
      role="group"
      aria-label={workqueueListMessages.selection}
      align="center"
      justify={{ base: 'center', sm: 'flex-start' }}
      columnGap="2.5"
      rowGap="2"
      wrap="wrap"
      position="sticky"
      zIndex="900"
      bottom="4"
      mt="4"
      mx="auto"
      width="fit-content"
      maxW="full"
      px="3.5"
      py="2.5"
      bg="surface"
      borderWidth="1px"
      borderRadius="lg"
      boxShadow="raised"
      css={{ '& > button, & > a': { minH: { base: '10', sm: '8' } } }}
    >
      <Box as="span" color="ink.2" aria-live="polite">
        {all ? selectionMessages.allSelected(total) : `${rows.length} selected`}
      </Box>
      {offerAll && (
        <Button variant="plain" px="0" onClick={() => onAll(true)}>
          {selectionMessages.selectAll(total)}
        </Button>
      )}
      <Button variant="plain" px="0" onClick={() => onAll(false)}>
        {selectionMessages.clearSelection}
      </Button>
      {!all && <CompareSelected rows={rows} />}
      {!all && failed.length > 0 && (
        <RestartFailed failed={failed} selected={rows.length} onReceipt={onReceipt} />
      )}
      {all ? (
        <CancelMatching appId={appId} query={query} total={total} onReceipt={onReceipt} />
      ) : (
        <CancelSelected rows={rows} onDone={onCancelled} />
      )}
    </Flex>
  )
}

function CancelMatching({
  appId,
  query,
  total,
  onReceipt,
}: Pick<SelectionBarProps, 'appId' | 'query' | 'total' | 'onReceipt'>) {
  const { run, running } = useCancelMatching()
  const cancel = async (requestId: string) => {
    const variables = workqueueListVariables(appId, query)
    const { page: _page, perPage: _perPage, parentId: _parentId, ...filter } = variables
    const data = await run({ ...filter, requestId })
    if (data) onReceipt(data.cancelMatchingWorkqueues.id)
    return data !== null
  }
  return (
    <BulkActionButton
      label={cancelLabel(total)}
      text={selectionMessages.cancelMatching(total)}
      danger
      running={running}
      run={cancel}
    />
  )
}

function RestartFailed({
  failed,
  selected,
  onReceipt,
}: { failed: WorkqueueListRow[]; selected: number } & Pick<SelectionBarProps, 'onReceipt'>) {
  const ids = failed.map(({ id }) => id)
  const { run, running } = useRestartFailed()
  const canHold = useFeature('failures') && ids.length > 1
  const { restart: hold } = useHeldRestart()
  const restart = async (requestId: string) => {
    if (canHold) {
      hold({ workqueueIds: ids }, ids.length)
      onReceipt(null)
      return true
    }
    const receipt = await run(ids, requestId)
    if (receipt) onReceipt(receipt.kept ? receipt.id : null)
    return receipt !== null
  }
  return (
    <BulkActionButton
      label={selectionMessages.restartFailed}
      confirmLabel={selectionMessages.restartFailedOf(ids.length)}
      text={restartFailedQuestion(failed, selected)}
      running={running}
      run={restart}
    />
  )
}

/**
 * A button for an action on many rows, with a confirmation. `run` resolves to whether the action has started.
 * A retry after a failure has the same request id, because the first call may have succeeded.
 */
function BulkActionButton({
  label,
  confirmLabel = label,
  text,
  danger = false,
  running,
  run,
}: {
  label: string
  /** The button of the confirmation, where it says more than the one that opens it. */
  confirmLabel?: string
  text: string
  danger?: boolean
  running: boolean
  run(requestId: string): Promise<boolean>
}) {
  const [requestId, setRequestId] = useState<string | null>(null)
  const confirm = async () => {
    if (requestId !== null && (await run(requestId))) setRequestId(null)
  }
  return (
    <IfMayChange>
      <Button data-danger={danger || undefined} onClick={() => setRequestId(newRequestId())}>
        {label}
      </Button>
      <ConfirmDialog
        title={label}
        text={text}
        open={requestId !== null}
        onClose={() => setRequestId(null)}
        onConfirm={() => void confirm()}
        confirmLabel={confirmLabel}
        danger={danger}
        submitting={running}
      />
    </IfMayChange>
  )
}
