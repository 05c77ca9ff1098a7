import { Box, Button, chakra, Flex, Skeleton } from '@chakra-ui/react'
import { useEffect } from 'react'
import { useQuery } from 'urql'
import { workqueueMessages, workqueueRowMessages } from '#shared/domains/workqueues/messages.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { paths } from '#web/paths.ts'
import { ShortId } from '#web/ui/display/short-id.tsx'
import { CopyButton } from '#web/ui/display/copy-button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { ExactTime } from '#web/ui/time/moment.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { receiptQuery } from '../bulk-operations.ts'

/** Interval of the reads of a receipt with pending rows, in milliseconds. */
const REREAD_MS = 1000

type Receipt = ResultOf<typeof receiptQuery>['receipt']

/**
 * The receipt of an action on many rows: which were done, which were refused and why. It stays available
 * by its id.
 */
export function ReceiptDialog({ appId, id, onClose }: { appId: string; id: string; onClose(): void }) {
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
        <ReceiptText appId={appId} receipt={receipt} />
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

/** `Cancelled 3 of 4 workqueues, 1 refused`; followed by the number of pending rows. */
function receiptText({
  action,
  total,
  done,
  failed,
}: Pick<Receipt, 'action' | 'total' | 'done' | 'failed'>): string {
  const [verb, noun] = action === 'restart-tasks' ? ['Restarted', 'task'] : ['Cancelled', 'workqueue']
  const waiting = total - done - failed
  return [
    `${verb} ${done} of ${total} ${total === 1 ? noun : `${noun}s`}`,
    failed > 0 ? `${failed} refused` : '',
    waiting > 0 ? `${waiting} to come` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

function ReceiptText({ appId, receipt }: { appId: string; receipt: Receipt }) {
  const { id, action, created, createdBy, done, failed, succeeded, refused } = receipt
  return (
    <Flex direction="column" gap="3">
      <chakra.p fontWeight="medium" aria-live="polite" fontVariantNumeric="tabular-nums">
        {receiptText(receipt)}
      </chakra.p>
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
      <ReceiptRows label={workqueueMessages.receiptDone} appId={appId} action={action} rows={succeeded} />
      {done > succeeded.length && (
        <Box color="ink.2">{workqueueRowMessages.andMore(done - succeeded.length)}</Box>
      )}
      <ReceiptRows label={workqueueMessages.receiptRefused} appId={appId} action={action} rows={refused} />
      {failed > refused.length && (
        <Box color="ink.2">{`and ${(failed - refused.length).toLocaleString('en')} more that were refused`}</Box>
      )}
    </Flex>
  )
}

/** The rows of a receipt by their names, with the reason of a refusal; a run is a link. */
function ReceiptRows({
  label,
  appId,
  action,
  rows,
}: {
  label: string
  appId: string
  action: string
  rows: readonly { id: string; name: string | null; error?: string }[]
}) {
  if (rows.length === 0) return null
  return (
    <chakra.section
      aria-label={label}
      borderWidth="1px"
      borderRadius="md"
      maxH="240px"
      overflowY="auto"
      tabIndex={0}
    >
      <chakra.ul listStyleType="none">
        {rows.map(({ id, name, error }) => (
          <chakra.li
            key={id}
            px="3"
            py="1.5"
            borderBottomWidth="1px"
            borderColor="line.soft"
            overflowWrap="anywhere"
            _last={{ borderBottomWidth: '0' }}
          >
            {action === 'cancel-workqueues' && name !== null ? (
              <TextLink to={paths.workqueue(appId, id)} textDecoration="underline">
                {name}
              </TextLink>
            ) : (
              (name ?? id)
            )}{' '}
            {name !== null && (
              <Box as="span" color="ink.3">
                <ShortId id={id} />
              </Box>
            )}
            {error && <Box color="ink.2">{error}</Box>}
          </chakra.li>
        ))}
      </chakra.ul>
    </chakra.section>
  )
}
