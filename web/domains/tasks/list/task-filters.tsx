import { Box, Flex } from '@chakra-ui/react'
import { type ReactNode, useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { taskSubject } from '#shared/domains/search/subjects.ts'
import { taskStatuses } from '#shared/domains/tasks/constants.ts'
import { taskListMessages as texts } from '#shared/domains/tasks/list-messages.ts'
import { SearchBox } from '#web/domains/search/search-box.tsx'
import { useFeature } from '#web/lib/features.ts'
import { FilterSelect } from '#web/ui/form/filter-select.tsx'
import { DateIntervalPicker } from '#web/ui/time/date-interval-picker.tsx'
import { taskStatusCountsQuery, taskTypesQuery } from '../list-operations.ts'
import type { TaskListParams } from './params.ts'
import { TypeFilter } from './type-filter.tsx'
import { taskFilterVariables } from './variables.ts'

interface TaskFilterBarProps {
  appId: string
  query: TaskListParams
  onChange(change: Partial<TaskListParams>): void
  /** Leaves only the search, so that actions on chosen rows take the place of the others and no row moves. */
  folded: boolean
  /** At the end of the line. */
  end: ReactNode
}

/** The filters of the Tasks screen. */
export function TaskFilterBar({ appId, query, onChange, folded, end }: TaskFilterBarProps) {
  return (
    <Flex align="flex-start" justify="space-between" gap="2" wrap="wrap" mb="3.5" minH="8">
      <Flex align="flex-start" gap="2" wrap="wrap" minW="0" flex="1 1 auto" role="group" aria-label="Filters">
        {useFeature('taskSearch') && <TaskSearch appId={appId} query={query} onChange={onChange} />}
        {!folded && (
          <>
            <TypeFilter value={query.type} onChange={(type) => onChange({ type })} />
            <StatusFilter appId={appId} query={query} onChange={onChange} />
            <Box order={{ base: 1, sm: 0 }} maxW="full">
              <DateIntervalPicker
                label="Created"
                value={query.created}
                onChange={(created) => onChange({ created })}
              />
            </Box>
          </>
        )}
      </Flex>
      {end}
    </Flex>
  )
}

type Filter = Pick<TaskFilterBarProps, 'appId' | 'query' | 'onChange'>

function TaskSearch({ appId, query, onChange }: Filter) {
  const [{ data }] = useQuery({ query: taskTypesQuery })
  const values = useMemo(() => ({ type: data?.taskTypes ?? [] }), [data])
  return (
    <SearchBox
      subject={taskSubject}
      label={texts.search}
      placeholder={texts.placeholder}
      appId={appId}
      values={values}
      value={query.search}
      onSearch={(search) => onChange({ search })}
    />
  )
}

/** How many tasks each status has among those that pass the other filters is read when the menu is opened. */
function StatusFilter({ appId, query, onChange }: Filter) {
  const [wasOpened, setOpened] = useState(false)
  const variables = useMemo(() => {
    const { status: _status, ...others } = taskFilterVariables(appId, query)
    return others
  }, [appId, query])
  const [{ data }, count] = useQuery({ query: taskStatusCountsQuery, variables, pause: !wasOpened })
  const hintOf = (status: (typeof taskStatuses)[number]) => {
    const found = data?.[status]
    return found && `${found.total?.toLocaleString('en')}${found.more ? '+' : ''}`
  }
  return (
    <FilterSelect
      label="Status"
      options={taskStatuses.map((status) => ({ value: status, label: status, hint: hintOf(status) }))}
      value={query.status}
      onChange={(value) => onChange({ status: taskStatuses.filter((status) => value.includes(status)) })}
      onOpen={() => {
        if (wasOpened) count({ requestPolicy: 'network-only' })
        setOpened(true)
      }}
    />
  )
}
