import { Box } from '@chakra-ui/react'
import { Waypoints } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { planMessages } from '#shared/domains/plans/messages.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { offersAnother, useLastRead } from '#web/lib/use-last-read.ts'
import { usePaging } from '#web/lib/paging.ts'
import { paths } from '#web/paths.ts'
import type { Column } from '#web/ui/table/column.ts'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { PagedTable } from '#web/ui/table/paged-table.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { NewPlanButton } from './list/new-plan-button.tsx'
import { planListQuery } from './operations.ts'

type PlanRow = ResultOf<typeof planListQuery>['plans']['rows'][number]

const columns: Column<PlanRow>[] = [
  {
    key: 'name',
    header: 'Name',
    width: '30%',
    primary: true,
    sortable: 'ascending',
    render: (plan) => (
      <TextLink to={paths.plan(plan.id)} color="ink" _hover={{ color: 'accent' }}>
        {plan.name}
      </TextLink>
    ),
  },
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
    sortable: 'descending',
    width: '20%',
    muted: true,
    render: (plan) => <RelativeTime value={plan.updated} />,
  },
]

/** The plans of the account: saved definitions, paged. */
export function PlanListPage() {
  const [paging, go] = usePaging(['name', 'updated'])
  const read = useLastRead(planListQuery, paging)
  const navigate = useNavigate()
  return (
    <>
      <PageHead
        crumbs={[]}
        title={planMessages.title}
        actions={offersAnother(read, read.data?.plans.total) && <NewPlanButton />}
      />
      <PagedTable
        label={planMessages.title}
        columns={columns}
        read={read}
        page={read.data?.plans}
        rowId={(plan) => plan.id}
        onRowClick={(plan) => void navigate(paths.plan(plan.id))}
        failed={planMessages.loadListFailed}
        empty={
          <EmptyState
            icon={<Waypoints size={20} />}
            title={planMessages.emptyTitle}
            description={planMessages.emptyText}
            action={<NewPlanButton />}
          />
        }
        paging={paging}
        onPage={go}
      />
    </>
  )
}
