import { Box, Button, chakra, Flex, Skeleton } from '@chakra-ui/react'
import { useEffect } from 'react'
import { useQuery } from 'urql'
import { receiptName, receiptOutcome } from '#shared/bulk/receipt-name.ts'
import { receiptMessages } from '#shared/domains/failures/receipt-text.ts'
import { workqueueMessages, workqueueRowMessages } from '#shared/domains/workqueues/messages.ts'
import { receiptQuery, type ReceiptDetail } from '#web/lib/activity-operations.ts'
import { CopyButton } from '../display/copy-button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { ExactTime } from '../time/moment.tsx'
import { failText } from '../feedback/error-text.ts'
import { FailedState } from '../feedback/placeholders.tsx'
import { ReceiptRows } from './receipt-rows.tsx'

/** Interval of the reads of a receipt with pending rows, in milliseconds. */
const REREAD_MS = 1000

/**
 * The receipt of an action on many rows: which were done, which were refused and why. It stays available
 * by its id.
 */
export function ReceiptDialog({
  appId,
  id,
  onClose,
}: {
  /** The app of its rows, where that is known. */
  appId?: string
  id: string
  onClose(): void
}) {
  const [{ data, error, fetching }, reread] = useQuery({
    query: receiptQuery,
    variables: { id },
    requestPolicy: 'cache-and-network',
  })
  const receipt = data?.receipt
  const waits = receipt?.ended === null && !fetching
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => reread({ requestPolicy: 'network-only' }), REREAD_MS)
    return () => clearTimeout(timer)
  }, [waits, reread])
  return (
    <Dialog
      title={workqueueMessages.receipt}
      open
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {receipt ? (
        <ReceiptText appId={appId ?? receipt.about?.appId ?? null} receipt={receipt} />
      ) : error ? (
        <FailedState
          message={failText(workqueueMessages.loadReceiptFailed, error)}
          onRetry={() => reread({ requestPolicy: 'network-only' })}
        />
      ) : (
        <Skeleton height="80px" borderRadius="md" role="status" aria-label="Loading receipt" />
      )}
    </Dialog>
  )
}

function ReceiptText({ appId, receipt }: { appId: string | null; receipt: ReceiptDetail }) {
  const { id, created, createdBy, done, failed, succeeded, refused, about, cancelledBy } = receipt
  const named = { ...receipt, name: about?.name ?? '', status: about?.status }
  const place = { appId, workqueueId: about?.workqueueId ?? null, action: receipt.action }
  return (
    <Flex direction="column" gap="3">
      <Box>
        <chakra.p fontWeight="medium" overflowWrap="anywhere">
          {receiptName(named)}
        </chakra.p>
        <chakra.p aria-live="polite" fontVariantNumeric="tabular-nums">
          {cancelledBy ? receiptMessages.cancelledBy(cancelledBy) : receiptOutcome(named)}
        </chakra.p>
      </Box>
      <Flex align="center" gap="1" color="ink.2" wrap="wrap">
        <Box as="span" textStyle="mono" overflowWrap="anywhere">
          {id}
        </Box>
        <CopyButton label="Copy the id of the receipt" text={() => id} />
        <Box as="span">
          {created && <ExactTime value={created} />}
          {createdBy && ` by ${createdBy}`}
        </Box>
      </Flex>
      <ReceiptRows label={workqueueMessages.receiptDone} place={place} rows={succeeded} />
      {done > succeeded.length && (
        <Box color="ink.2">{workqueueRowMessages.andMore(done - succeeded.length)}</Box>
      )}
      <ReceiptRows label={workqueueMessages.receiptRefused} place={place} rows={refused} />
      {failed > refused.length && (
        <Box color="ink.2">{receiptMessages.moreRefused(failed - refused.length)}</Box>
      )}
    </Flex>
  )
}
