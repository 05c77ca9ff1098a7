import { Box, Button } from '@chakra-ui/react'
import { Waypoints } from 'lucide-react'
import { useState } from 'react'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import type { Column } from '#web/ui/table/column.ts'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { PagedTable } from '#web/ui/table/paged-table.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { planChoicesQuery } from '../operations.ts'
import { PlanDialog } from './plan-dialog.tsx'

type PlanRow = ResultOf<typeof planChoicesQuery>['plans']['rows'][number]

const columns: Column<PlanRow>[] = [
  { key: 'name', header: 'Name', width: '30%', primary: true, render: (plan) => plan.name },
  {
    key: 'description',
    header: 'Description',
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
    width: '20%',
    muted: true,
    render: (plan) => <RelativeTime value={plan.updated} />,
  },
]

export interface PlanChoicesProps {
  appId: string
  page: number
  perPage: number
  onPage(next: { page: number; perPage: number }): void
  /** Called by the button that is shown when there are no plans. */
  onNoPlans(): void
}

/** The tab `From Plan`: the saved plans; a click on one opens the dialog that runs it. */
export function PlanChoices({ appId, page, perPage, onPage, onNoPlans }: PlanChoicesProps) {
  const [chosen, setChosen] = useState<PlanRow | null>(null)
  const read = useLastRead(planChoicesQuery, { appId, page, perPage })
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
        onRowClick={(plan) => setChosen(plan)}
        paging={{ page, perPage }}
        onPage={onPage}
      />
      {chosen && <PlanDialog appId={appId} plan={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}
