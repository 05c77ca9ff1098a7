import { Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { workqueueStatuses } from '#shared/domains/workqueues/statuses.ts'
import { DateIntervalPicker } from '#web/ui/time/date-interval-picker.tsx'
import { FilterSelect } from '#web/ui/form/filter-select.tsx'
import { TagFilter } from '#web/ui/form/tag-filter.tsx'
import type { WorkqueueListParams } from './workqueue-list-params.ts'

const statusOptions = workqueueStatuses.map((status) => ({ value: status, label: status }))

/** The filters of the Workqueues screen, then `children`; `end` is at the end of the line. */
export function FilterBar({
  query,
  onChange,
  children,
  end,
}: {
  query: WorkqueueListParams
  onChange(change: Partial<WorkqueueListParams>): void
  children?: ReactNode
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
        {children}
      </Flex>
      {end}
    </Flex>
  )
}
