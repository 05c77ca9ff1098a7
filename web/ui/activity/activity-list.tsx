import { Box, chakra, Flex, Skeleton } from '@chakra-ui/react'
import { activityMessages as texts } from '#shared/domains/activity/messages.ts'
import { activityQuery, type ActivityRow } from '#web/lib/activity-operations.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { useInterval } from '#web/lib/use-time.ts'
import { failText } from '../feedback/error-text.ts'
import { FailedState } from '../feedback/placeholders.tsx'
import { StaleNote } from '../page/stale-note.tsx'
import { ExactTime } from '../time/moment.tsx'
import { ActivityFold, lineKey } from './activity-fold.tsx'
import { ActivitySentence } from './activity-sentence.tsx'
import type { EntityFilter } from './activity-address.ts'

const NEWEST = 10
/** Time between two reads while the list is in view, in milliseconds. */
const REREAD_MS = 10_000

/** The newest records of an entity. */
export function ActivityList({ within, part }: EntityFilter) {
  const read = useLastRead(activityQuery, { page: 1, perPage: NEWEST, within, part, fold: true })
  useInterval(REREAD_MS, () => {
    if (document.visibilityState !== 'hidden') read.rereadInBackground()
  })
  const rows = read.current ? read.data?.audit.rows : undefined
  if (read.failure)
    return <FailedState message={failText(texts.loadFailed, read.failure)} onRetry={read.reread} />
  if (!rows) return <Skeleton m="3.5" height="72px" role="status" aria-label="Loading activity" />
  if (rows.length === 0)
    return (
      <Box px="3.5" py="3" color="ink.2">
        {texts.nothing}
      </Box>
    )
  return (
    <>
      <chakra.ul listStyleType="none">
        {rows.map((row) => (
          <Entry key={lineKey(row)} row={row} within={within} part={part} />
        ))}
      </chakra.ul>
      {read.error && (
        <Box px="3.5" pb="2">
          <StaleNote failing readAt={read.readAt} onReadAgain={read.reread} />
        </Box>
      )}
    </>
  )
}

function Entry({ row, within, part }: { row: ActivityRow } & EntityFilter) {
  return (
    <chakra.li
      px="3.5"
      py="2"
      borderBottomWidth="1px"
      borderColor="line.soft"
      _last={{ borderBottomWidth: '0' }}
    >
      <Flex direction={{ base: 'column', md: 'row' }} columnGap="3" rowGap="0.5">
        <Box flex="none" width={{ md: '150px' }} color="ink.2" fontVariantNumeric="tabular-nums">
          <ExactTime value={row.at} />
        </Box>
        <Box minW="0">
          <Box as="span" fontWeight="medium" overflowWrap="anywhere">
            {row.actor}
          </Box>{' '}
          <ActivitySentence row={row} here={within} />
          {row.reason && (
            <Box color="ink.2" overflowWrap="anywhere">
              {row.reason}
            </Box>
          )}
          <ActivityFold row={row} filters={{ within, part: part ?? null }} />
        </Box>
      </Flex>
    </chakra.li>
  )
}
