import { useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { workqueueStatuses } from '#shared/domains/workqueues/statuses.ts'
import { FilterSelect } from '#web/ui/form/filter-select.tsx'
import { statusCountsQuery } from './operations.ts'
import { workqueueListVariables } from './use-workqueue-list.ts'
import type { WorkqueueListParams } from './workqueue-list-params.ts'

/** The filter by status. How many runs each has among those that pass the other filters is read when it is opened. */
export function StatusFilter({
  appId,
  query,
  onChange,
}: {
  appId: string
  query: WorkqueueListParams
  onChange(change: Partial<WorkqueueListParams>): void
}) {
  const [wasOpened, setOpened] = useState(false)
  const variables = useMemo(() => {
    const {
      page: _page,
      perPage: _size,
      sort: _sort,
      status: _status,
      ...others
    } = workqueueListVariables(appId, query)
    return others
  }, [appId, query])
  const [{ data }, count] = useQuery({ query: statusCountsQuery, variables, pause: !wasOpened })
  const hintOf = (status: (typeof workqueueStatuses)[number]) => {
    const found = data?.[status]
    return found && `${found.total.toLocaleString('en')}${found.more ? '+' : ''}`
  }
  return (
    <FilterSelect
      label="Status"
      options={workqueueStatuses.map((status) => ({ value: status, label: status, hint: hintOf(status) }))}
      value={query.status}
      onChange={(value) => onChange({ status: workqueueStatuses.filter((status) => value.includes(status)) })}
      onOpen={() => {
        if (wasOpened) count({ requestPolicy: 'network-only' })
        setOpened(true)
      }}
    />
  )
}
