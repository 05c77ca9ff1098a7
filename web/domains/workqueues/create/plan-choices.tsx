import { Box, Button, Skeleton } from '@chakra-ui/react'
import { Waypoints } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useQuery } from 'urql'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { useOptionalApp } from '#web/lib/current-app.tsx'
import type { ResultOf } from '#web/lib/graphql.ts'
import type { PagingQuery } from '#web/lib/paging.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { paths } from '#web/paths.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { EmptyState, FailedState } from '#web/ui/feedback/placeholders.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import type { Column } from '#web/ui/table/column.ts'
import { PagedTable } from '#web/ui/table/paged-table.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { planChoiceQuery, planChoicesQuery } from '../operations.ts'
import { RunForm } from '../run/run-form.tsx'
import { useStartPlan } from '../start-mutations.ts'

type PlanRow = ResultOf<typeof planChoicesQuery>['plans']['rows'][number]

const columns: Column<PlanRow>[] = [
  {
    key: 'name',
    header: 'Name',
    width: '30%',
    primary: true,
    sortable: 'ascending',
    render: (plan) => plan.name,
  },
  {
    key: 'description',
    header: 'Description',
    card: 'first',
    render: (plan) =>
      plan.description && (
        <Box as="span" color="ink.2" lineClamp={2} title={plan.description}>
          {plan.description}
        </Box>
      ),
  },
  {
    key: 'updated',
    header: 'Updated',
    sortable: 'descending',
    width: '20%',
    muted: true,
    render: (plan) => <RelativeTime value={plan.updated} />,
  },
]

interface PlanChoicesProps {
  appId: string
  paging: PagingQuery
  onPage(next: PagingQuery): void
  /** Called by the button that is shown when there are no plans. */
  onNoPlans(): void
}

/** The tab `From Plan`: the saved plans; a click on one opens the dialog that runs it. */
export function PlanChoices({ appId, paging, onPage, onNoPlans }: PlanChoicesProps) {
  const [selectedPlan, setSelectedPlan] = useState<PlanRow | null>(null)
  const read = useLastRead(planChoicesQuery, { appId, ...paging })
  return (
    <>
      <PagedTable
        label="Plans"
        columns={columns}
        read={read}
        page={read.data?.plans}
        rowId={(plan) => plan.id}
        failed={workqueueMessages.loadPlansFailed}
        empty={
          <EmptyState
            icon={<Waypoints size={20} />}
            title="No plans yet"
            description="A plan is a saved definition that can be run again and again. A definition can also be submitted directly."
            action={<Button onClick={onNoPlans}>Submit a definition</Button>}
          />
        }
        onRowClick={(plan) => setSelectedPlan(plan)}
        paging={paging}
        onPage={onPage}
      />
      {selectedPlan && <PlanDialog appId={appId} plan={selectedPlan} onClose={() => setSelectedPlan(null)} />}
    </>
  )
}

/** Runs a plan with its initial state, which can be edited first. */
export function PlanDialog({
  appId,
  plan,
  onClose,
}: {
  appId: string
  plan: { id: string; name: string }
  onClose(): void
}) {
  const [{ data, error }, reread] = useQuery({
    query: planChoiceQuery,
    variables: { id: plan.id },
    requestPolicy: 'network-only',
  })
  useFailToast(workqueueMessages.loadPlanFailed, error)
  const { run, running } = useStartPlan(plan)
  const navigate = useNavigate()
  const start = async (initialState: JsonObject) => {
    const workqueue = await run(appId, initialState)
    if (workqueue) void navigate(paths.workqueue(appId, workqueue.id))
  }
  return (
    <RunForm
      title={plan.name}
      draft={`run ${plan.id}`}
      plan={plan}
      content={data?.plan ?? null}
      instead={
        error ? (
          <FailedState
            message={failText(workqueueMessages.loadPlanFailed, error)}
            onRetry={() => reread({ requestPolicy: 'network-only' })}
          />
        ) : (
          <Skeleton height="260px" borderRadius="md" aria-label="Loading plan" role="status" />
        )
      }
      appId={appId}
      appName={useOptionalApp()?.name ?? null}
      running={running}
      onRun={(initialState) => void start(initialState)}
      onClose={onClose}
    />
  )
}
