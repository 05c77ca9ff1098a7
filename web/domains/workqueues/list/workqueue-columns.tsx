import { Box, Flex, type SystemStyleObject } from '@chakra-ui/react'
import { memo } from 'react'
import { humanDuration } from '#shared/lib/time-text.ts'
import { paths } from '#web/paths.ts'
import type { Column } from '#web/ui/table/column.ts'
import { NameLink, oneLine } from '#web/ui/table/cells.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { StatusBadge } from '#web/ui/display/status.tsx'
import { Tag } from '#web/ui/display/tag.tsx'
import type { WorkqueueListRow } from './use-workqueue-list.ts'

/** The duration from the start; zero for a workqueue that was cancelled before it started. */
function durationText({ started, ended }: Pick<WorkqueueListRow, 'started' | 'ended'>): string {
  if (ended === null) return 'In Progress'
  return humanDuration(started === null ? 0 : Date.parse(ended) - Date.parse(started))
}

const Duration = memo(function Duration({ text, going }: { text: string; going: boolean }) {
  return (
    <Box as="span" color={going ? 'ink.2' : undefined}>
      {text}
    </Box>
  )
})

/** Tags shown beside the description; the rest are counted. */
const SHOWN_TAGS = 3

/** Set on the container: one generated style per part would be computed again at every live change. */
const descriptionStyles: SystemStyleObject = {
  alignItems: 'center',
  gap: '1.5',
  color: 'ink.2',
  flexWrap: { base: 'wrap', sm: 'nowrap' },
  justifyContent: { base: 'flex-end', sm: 'flex-start' },
  '& > [data-text]': { minW: '0', ...oneLine },
  '& > [data-tag]': { flexShrink: 0, maxW: { base: 'full', sm: '120px' } },
  '& > [data-more]': { flexShrink: 0, textStyle: 'xs' },
}

function Description({ description, tags }: WorkqueueListRow) {
  if (!description && tags.length === 0) return null
  const more = tags.slice(SHOWN_TAGS)
  return (
    <Flex as="span" css={descriptionStyles}>
      {description && (
        <span data-text title={description}>
          {description}
        </span>
      )}
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <span data-tag key={tag}>
          <Tag label={tag} oneLine />
        </span>
      ))}
      {more.length > 0 && (
        <span data-more title={more.join(', ')}>
          +{more.length}
        </span>
      )}
    </Flex>
  )
}

/** The columns of the Workqueues screen. */
export const workqueueColumns: Column<WorkqueueListRow>[] = [
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
    muted: true,
    render: (row) => <RelativeTime value={row.created} />,
  },
  {
    key: 'duration',
    header: 'Duration',
    width: '12%',
    render: (row) => <Duration text={durationText(row)} going={row.ended === null} />,
  },
  { key: 'status', header: 'Status', width: '15%', render: (row) => <StatusBadge status={row.status} /> },
]
