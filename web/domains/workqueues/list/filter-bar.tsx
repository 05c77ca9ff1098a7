import { Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { workqueueStatuses } from '../../../../shared/domains/workqueues/words.ts'
import { formatExact } from '../../../ui/exact-time.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { TagFilter } from '../../../ui/tag-filter.tsx'
import { Tag } from '../../../ui/tag.tsx'
import type { ListQuery } from './list-query.ts'

const statusOptions = workqueueStatuses.map((status) => ({ value: status, label: status }))

function createdText({ createdAfter, createdBefore }: ListQuery): string {
  const side = (word: string, value: string | null) =>
    value === null ? '' : ` ${word} ${formatExact(new Date(value), new Date())}`
  return `Created${side('from', createdAfter)}${side('to', createdBefore)}`
}

/** The filters of the Workqueues screen; `children` follow them, `end` stands at the end of the line. */
export function FilterBar({
  query,
  onChange,
  children,
  end,
}: {
  query: ListQuery
  onChange(change: Partial<ListQuery>): void
  children?: ReactNode
  end?: ReactNode
}) {
  const hasInterval = query.createdAfter !== null || query.createdBefore !== null
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
        {hasInterval && (
          <Tag
            label={createdText(query)}
            onRemove={() => onChange({ createdAfter: null, createdBefore: null })}
          />
        )}
        {children}
      </Flex>
      {end}
    </Flex>
  )
}
