import { Box, Button, chakra, Skeleton } from '@chakra-ui/react'
import { useState } from 'react'
import { activityMessages as texts } from '#shared/domains/activity/messages.ts'
import { activityQuery, type ActivityRow } from '#web/lib/activity-operations.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { failText } from '../feedback/error-text.ts'
import { FailedState } from '../feedback/placeholders.tsx'
import { ExactTime } from '../time/moment.tsx'
import { ActivitySentence } from './activity-sentence.tsx'

/** Records that an open fold shows at first, and at most. */
const FIRST = 20
const MOST = 200

/** What the list around a fold is filtered by. */
export interface FoldFilters {
  entity?: readonly string[] | null
  within?: string | null
  part?: string | null
  refused?: boolean | null
}

/** The records that a line stands for besides its own. */
export function FoldedRecords({ row, filters }: { row: ActivityRow; filters: FoldFilters }) {
  const { entity = null, within = null, part = null, refused = null } = filters
  const [isWhole, setWhole] = useState(false)
  const read = useLastRead(activityQuery, {
    page: 1,
    perPage: MOST,
    actor: row.actor,
    action: [row.action],
    entity: entity && [...entity],
    within,
    part,
    refused,
    from: row.since,
    to: row.at,
  })
  if (read.failure)
    return <FailedState message={failText(texts.loadFailed, read.failure)} onRetry={read.reread} />
  if (!read.data) return <Skeleton height="72px" role="status" aria-label="Loading activity" />
  const others = read.data.audit.rows.filter((each) => each.id !== row.id && saysTheSame(each, row))
  const unread = (row.folded ?? 0) - others.length
  const shown = isWhole ? others : others.slice(0, FIRST)
  return (
    <chakra.ul listStyleType="none" ps="3" ms="1.5" borderStartWidth="1px" borderColor="line">
      {shown.map((each) => (
        <chakra.li
          key={each.id}
          display="grid"
          gridTemplateColumns={{ base: '1fr', md: '140px minmax(0, 1fr)' }}
          columnGap="3"
          py="1"
        >
          <Box color="ink.2" fontVariantNumeric="tabular-nums">
            <ExactTime value={each.at} />
          </Box>
          <ActivitySentence row={each} />
        </chakra.li>
      ))}
      {shown.length < others.length && (
        <li>
          <Button
            size="xs"
            variant="ghost"
            ms="-2"
            minH={{ base: '10', sm: '6' }}
            onClick={() => setWhole(true)}
          >
            {texts.more(others.length - shown.length)}
          </Button>
        </li>
      )}
      {isWhole === others.length > FIRST && read.current && unread > 0 && (
        <chakra.li py="1" color="ink.2">
          {texts.unread(unread)}
        </chakra.li>
      )}
    </chakra.ul>
  )
}

/** Others of the actor at the same time may be about something else. */
const saysTheSame = (one: ActivityRow, other: ActivityRow) =>
  one.result === other.result && one.reason === other.reason && one.source === other.source
