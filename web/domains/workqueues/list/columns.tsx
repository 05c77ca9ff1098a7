import { Box, Flex } from '@chakra-ui/react'
import { humanDuration } from '../../../../shared/lib/duration.ts'
import { paths } from '../../../paths.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { NameLink } from '../../../ui/name-link.tsx'
import { oneLine } from '../../../ui/one-line.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { Tag } from '../../../ui/tag.tsx'
import type { WorkqueueListRow } from './use-workqueue-list.ts'

/** How long a run took, from its start; a run cancelled before it started took no time. */
export function durationText({ started, ended }: Pick<WorkqueueListRow, 'started' | 'ended'>): string {
  if (ended === null) return 'In Progress'
  return humanDuration(started === null ? 0 : Date.parse(ended) - Date.parse(started))
}

/** Tags that have a place beside the description; the rest are counted. */
const SHOWN_TAGS = 3

function Description({ description, tags }: WorkqueueListRow) {
  if (!description && tags.length === 0) return null
  const more = tags.slice(SHOWN_TAGS)
  return (
    <Flex
      as="span"
      align="center"
      gap="1.5"
      color="ink.2"
      wrap={{ base: 'wrap', sm: 'nowrap' }}
      justify={{ base: 'flex-end', sm: 'flex-start' }}
    >
      {description && (
        <Box as="span" title={description} minW="0" {...oneLine}>
          {description}
        </Box>
      )}
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <Box as="span" key={tag} flexShrink={0} maxW={{ base: 'full', sm: '120px' }}>
          <Tag label={tag} oneLine />
        </Box>
      ))}
      {more.length > 0 && (
        <Box as="span" textStyle="xs" flexShrink={0} title={more.join(', ')}>
          +{more.length}
        </Box>
      )}
    </Flex>
  )
}

/** The columns of the Workqueues screen. */
export const columns: Column<WorkqueueListRow>[] = [
  {
    key: 'name',
    header: 'Name',
    width: '22%',
    primary: true,
    fixed: true,
    render: (row) => <NameLink to={paths.workqueue(row.appId, row.id)} name={row.name} />,
  },
  {
    key: 'description',
    header: 'Description',
    width: '36%',
    fixed: true,
    render: (row) => <Description {...row} />,
  },
  {
    key: 'created',
    header: 'Created',
    width: '15%',
    render: (row) => (
      <Box as="span" color="ink.2">
        <RelativeTime value={row.created} />
      </Box>
    ),
  },
  {
    key: 'duration',
    header: 'Duration',
    width: '12%',
    render: (row) => (
      <Box as="span" color={row.ended === null ? 'ink.2' : undefined}>
        {durationText(row)}
      </Box>
    ),
  },
  { key: 'status', header: 'Status', width: '15%', render: (row) => <StatusBadge status={row.status} /> },
]
