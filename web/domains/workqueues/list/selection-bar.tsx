import { Box, Button, Flex } from '@chakra-ui/react'
import { cancelLabel, workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import { useCancelMatching, useRestartFailed } from '../mutations.ts'
import { BulkAction } from './bulk-action.tsx'
import { CancelSelected } from './cancel-selected.tsx'
import { listVariables, type WorkqueueListRow } from './use-workqueue-list.ts'
import type { ListQuery } from './list-query.ts'

export interface SelectionBarProps {
  appId: string
  query: ListQuery
  /** The listed rows that are selected. */
  rows: WorkqueueListRow[]
  /** Rows that match the filters, listed or not. */
  total: number
  /** Whether all that match are selected. */
  all: boolean
  /** True when the page is selected whole and there are more. */
  offerAll: boolean
  onAll(all: boolean): void
  /** The ids that were cancelled. */
  onCancelled(ids: string[]): void
  /** An action on many was begun; null where the platform keeps no receipt of it. */
  onReceipt(id: string | null): void
}

/** What is selected and what may be done with it: rows of the page, or all that match the filters. */
export function SelectionBar(props: SelectionBarProps) {
  const { appId, query, rows, total, all, offerAll, onAll, onCancelled, onReceipt } = props
  const failed = rows.filter((row) => row.status === 'failed')
  return (
    <Flex align="center" gap="2.5" wrap="wrap">
      <Box as="span" color="ink.2" aria-live="polite">
        {all ? workqueueMessages.allSelected(total) : `${rows.length} selected`}
      </Box>
      {offerAll && (
        <Button variant="plain" px="0" onClick={() => onAll(true)}>
          {workqueueMessages.selectAll(total)}
        </Button>
      )}
      {all && (
        <Button variant="plain" px="0" onClick={() => onAll(false)}>
          {workqueueMessages.clearSelection}
        </Button>
      )}
      {!all && failed.length > 0 && <RestartFailed ids={failed.map((row) => row.id)} onReceipt={onReceipt} />}
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
    const { page: _page, perPage: _perPage, ...filter } = listVariables(appId, query)
    const data = await run({ ...filter, requestId })
    if (data) onReceipt(data.cancelMatchingWorkqueues.id)
    return data !== null
  }
  return (
    <BulkAction
      label={cancelLabel(total)}
      text={workqueueMessages.cancelMatching(total)}
      danger
      running={running}
      run={cancel}
    />
  )
}

function RestartFailed({ ids, onReceipt }: { ids: string[] } & Pick<SelectionBarProps, 'onReceipt'>) {
  const { run, running } = useRestartFailed()
  const restart = async (requestId: string) => {
    const receipt = await run(ids, requestId)
    if (receipt) onReceipt(receipt.kept ? receipt.id : null)
    return receipt !== null
  }
  return (
    <BulkAction
      label={workqueueMessages.restartFailed}
      text={workqueueMessages.restartFailedText(ids.length)}
      running={running}
      run={restart}
    />
  )
}
