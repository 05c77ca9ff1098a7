import { Box, Button, Flex } from '@chakra-ui/react'
import { useMemo } from 'react'
import { KEPT_HOOK_CALLS } from '#shared/domains/hooks/constants.ts'
import { hookTexts as texts } from '#shared/domains/hooks/screen-messages.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { paths } from '#web/paths.ts'
import { ShortId } from '#web/ui/display/short-id.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { ExactTime } from '#web/ui/time/moment.tsx'
import { AnswerStatus } from './hook-columns.tsx'
import { hookCallsQuery, type ListedCall, type ListedHook } from './operations.ts'

const page = { page: 1, perPage: 2 * KEPT_HOOK_CALLS }

/** What can be done with a start address, and its last calls with their runs and refusals. */
export function HookDetail({
  hook,
  onEdit,
  onRenew,
  onDelete,
}: {
  hook: ListedHook
  onEdit(): void
  onRenew(): void
  onDelete(): void
}) {
  const read = useLastRead(hookCallsQuery, { id: hook.id, ...page })
  const columns = useMemo(() => callColumns(hook.appId), [hook.appId])
  return (
    <Box px="3.5" pt="2" pb="3">
      <Flex gap="2" align="center" wrap="wrap" mb="2">
        <Box flex="1" minW={{ base: 'full', sm: '200px' }} textStyle="xs" color="ink.2">
          {`${texts.madeAt} `}
          <ExactTime value={hook.secretCreated} />
          {hook.oldSecretUntil && (
            <>
              {`; ${texts.oldUntil} `}
              <ExactTime value={hook.oldSecretUntil} />
            </>
          )}
        </Box>
        <IfMayChange>
          <Button size="sm" onClick={onEdit}>
            {texts.edit}
          </Button>
          <Button size="sm" onClick={onRenew}>
            {texts.renew}
          </Button>
          <Button size="sm" data-danger onClick={onDelete}>
            {texts.delete}
          </Button>
        </IfMayChange>
      </Flex>
      <DataTable
        label={`${texts.lastCalls}: ${hook.name}`}
        steady
        columns={columns}
        rows={read.data?.hookCalls.rows ?? []}
        rowId={({ id }) => id}
        loading={!read.current && !read.failure}
        skeletons={2}
        failed={
          read.failure && (
            <FailedState message={failText(texts.loadCallsFailed, read.failure)} onRetry={read.reread} />
          )
        }
        empty={
          <Box p="3.5" color="ink.2">
            {texts.noCalls}
          </Box>
        }
      />
    </Box>
  )
}

const callColumns = (appId: string | null): Column<ListedCall>[] => [
  {
    key: 'at',
    header: texts.at,
    primary: true,
    width: '150px',
    render: ({ at }) => <ExactTime value={at} />,
  },
  {
    key: 'answer',
    header: texts.answer,
    card: 'first',
    render: (call) => (
      <>
        <AnswerStatus status={call.status ?? 0} /> {wordsOf(call)}
        {(call.count ?? 1) > 1 && (
          <Box as="span" color="ink.2">
            {`, ${texts.times(call.count ?? 1)}`}
          </Box>
        )}
      </>
    ),
  },
  {
    key: 'run',
    card: 'head',
    header: texts.run,
    width: '110px',
    render: ({ workqueueId }) =>
      workqueueId && appId ? (
        <TextLink to={paths.workqueue(appId, workqueueId)}>
          <ShortId id={workqueueId} />
        </TextLink>
      ) : null,
  },
  {
    key: 'key',
    header: texts.key,
    width: '18%',
    muted: true,
    render: ({ key }) =>
      key !== null && (
        <Box as="span" overflowWrap="anywhere">
          {key}
        </Box>
      ),
  },
  {
    key: 'from',
    header: texts.from,
    width: '130px',
    muted: true,
    card: 'start',
    render: ({ source }) => source,
  },
  {
    key: 'took',
    card: 'end',
    header: texts.took,
    width: '80px',
    align: 'end',
    muted: true,
    render: ({ ms }) => `${ms} ms`,
  },
]

function wordsOf({ reason, repeated }: ListedCall): string {
  if (reason !== null) return reason
  return repeated ? texts.sameRun : texts.started
}
