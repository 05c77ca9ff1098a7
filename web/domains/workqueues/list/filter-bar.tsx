import { Box, Button, Flex } from '@chakra-ui/react'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { workqueueRowMessages } from '#shared/domains/workqueues/messages.ts'
import { workqueueStatuses } from '#shared/domains/workqueues/statuses.ts'
import { useFeature } from '#web/lib/features.ts'
import { shortId } from '#web/ui/display/short-id.tsx'
import { DateIntervalPicker } from '#web/ui/time/date-interval-picker.tsx'
import { FilterSelect } from '#web/ui/form/filter-select.tsx'
import { TagFilter } from '#web/ui/form/tag-filter.tsx'
import type { WorkqueueListParams } from './workqueue-list-params.ts'

const statusOptions = workqueueStatuses.map((status) => ({ value: status, label: status }))

/** The filters of the Workqueues screen; `end` is at the end of the line. */
export function FilterBar({
  query,
  onChange,
  end,
}: {
  query: WorkqueueListParams
  onChange(change: Partial<WorkqueueListParams>): void
  end?: ReactNode
}) {
  return (
    <Flex align="center" justify="space-between" gap="2" wrap="wrap" mb="3.5" minH="8">
      <Flex align="center" gap="2" wrap="wrap" minW="0" role="group" aria-label="Filters">
        <FilterSelect
          label="Status"
          options={statusOptions}
          value={query.status}
          onChange={(value) =>
            onChange({ status: workqueueStatuses.filter((status) => value.includes(status)) })
          }
        />
        <TagFilter label="Tags" value={query.tags} onChange={(tags) => onChange({ tags })} />
        <DateIntervalPicker
          label="Created"
          value={{ from: query.createdAfter, to: query.createdBefore }}
          onChange={({ from, to }) => onChange({ createdAfter: from, createdBefore: to })}
        />
        <FamilyFilter query={query} onChange={onChange} />
      </Flex>
      {end}
    </Flex>
  )
}

/** Whether children are rows of their own, or the run whose children are listed. */
function FamilyFilter({
  query: { parent, flat },
  onChange,
}: {
  query: WorkqueueListParams
  onChange(change: Partial<WorkqueueListParams>): void
}) {
  if (!useFeature('attempts')) return null
  const { family, folded, unfolded, childrenOf, leaveParent } = workqueueRowMessages
  const label = (name: string, value: string) => (
    <>
      <Box as="span" color="ink.3">
        {name}
      </Box>{' '}
      {value}
    </>
  )
  if (parent !== null)
    return (
      <Button
        px="2.5"
        gap="1.5"
        minH={{ base: '10', sm: '8' }}
        title={leaveParent}
        aria-label={`${childrenOf} ${shortId(parent)}: ${leaveParent}`}
        onClick={() => onChange({ parent: null })}
      >
        {label(childrenOf, shortId(parent))}
        <X size={14} />
      </Button>
    )
  return (
    <Button
      px="2.5"
      gap="1.5"
      minH={{ base: '10', sm: '8' }}
      aria-pressed={flat}
      onClick={() => onChange({ flat: !flat })}
    >
      {label(family, flat ? unfolded : folded)}
    </Button>
  )
}
