import { Button } from '@chakra-ui/react'
import { CircleCheck, ListChecks } from 'lucide-react'
import { Link } from 'react-router-dom'
import { parseSearch } from '#shared/domains/search/query.ts'
import { workqueueListMessages as texts } from '#shared/domains/workqueues/list-messages.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { paths } from '#web/paths.ts'
import { NoMatch } from '#web/ui/feedback/no-match.tsx'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { PageOutOfRange } from '#web/ui/table/pagination.tsx'
import { isWorkqueueListFiltered, type WorkqueueListParams } from './workqueue-list-params.ts'

const noFilters = {
  status: [],
  tags: [],
  createdAfter: null,
  createdBefore: null,
  parent: null,
  stuck: false,
  view: null,
}

/** Why the list has no rows, and the action that helps. */
export function EmptyWorkqueueList({
  appId,
  query,
  total,
  onChange,
}: {
  appId: string
  query: WorkqueueListParams
  total: number
  onChange(change: Partial<WorkqueueListParams>): void
}) {
  if (total > 0) return <PageOutOfRange onFirstPage={() => onChange({ page: 1 })} />
  if (query.stuck && !isWorkqueueListFiltered({ ...query, stuck: false }))
    return (
      <EmptyState
        icon={<CircleCheck size={20} />}
        title={texts.nothingStuck}
        action={<Button onClick={() => onChange(noFilters)}>{texts.showAll}</Button>}
      />
    )
  if (isWorkqueueListFiltered(query))
    return (
      <NoMatch
        noun="run"
        search={query.search}
        fault={parseSearch(query.search).faults[0]?.message}
        filters={{
          status: query.status,
          tags: query.tags,
          created: query.createdAfter !== null || query.createdBefore !== null,
          parent: query.parent !== null,
          stuck: query.stuck,
        }}
        onClearSearch={() => onChange({ search: '' })}
        onClearFilters={() => onChange(noFilters)}
      />
    )
  return (
    <EmptyState
      icon={<ListChecks size={20} />}
      title="No workqueues yet"
      description="A workqueue is one run of a plan or a definition. Its tasks, their states and their logs appear here as they happen."
      action={<RunNewButton appId={appId} />}
    />
  )
}

/** The link to the Run Workqueue screen. */
export function RunNewButton({ appId }: { appId: string }) {
  return (
    <IfMayChange>
      <Button asChild variant="solid">
        <Link to={paths.createWorkqueue(appId)}>Run New Workqueue</Link>
      </Button>
    </IfMayChange>
  )
}
