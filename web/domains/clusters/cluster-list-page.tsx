import { Button } from '@chakra-ui/react'
import { Boxes, RotateCw } from 'lucide-react'
import { clusterMessages } from '#shared/domains/clusters/messages.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { offersAnother, useLastRead } from '#web/lib/use-last-read.ts'
import { usePaging } from '#web/lib/paging.ts'
import { paths } from '#web/paths.ts'
import type { Column } from '#web/ui/table/column.ts'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { NameLink } from '#web/ui/table/cells.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { PagedTable } from '#web/ui/table/paged-table.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { NewClusterButton } from './new-cluster-button.tsx'
import { clusterListQuery } from './operations.ts'

type ClusterRow = ResultOf<typeof clusterListQuery>['clusters']['rows'][number]

const columns: Column<ClusterRow>[] = [
  {
    key: 'name',
    header: clusterMessages.name,
    primary: true,
    sortable: 'ascending',
    fixed: true,
    render: (cluster) => <NameLink to={paths.cluster(cluster.id)} name={cluster.name} />,
  },
  {
    key: 'created',
    header: clusterMessages.created,
    sortable: 'descending',
    width: '30%',
    muted: true,
    render: (cluster) => <RelativeTime value={cluster.created} />,
  },
]

/** The clusters that deployments run in, paged. */
export function ClusterListPage() {
  const [paging, setPaging] = usePaging(['name', 'created'])
  const read = useLastRead(clusterListQuery, { ...paging })
  return (
    <>
      <PageHead
        crumbs={[]}
        title={clusterMessages.title}
        actions={
          <>
            <Button onClick={read.reread}>
              <RotateCw />
              {clusterMessages.refresh}
            </Button>
            {offersAnother(read, read.data?.clusters.total) && <NewClusterButton />}
          </>
        }
      />
      <PagedTable
        label={clusterMessages.title}
        columns={columns}
        read={read}
        page={read.data?.clusters}
        rowId={(cluster) => cluster.id}
        failed={clusterMessages.loadListFailed}
        empty={
          <EmptyState
            icon={<Boxes size={20} />}
            title={clusterMessages.emptyTitle}
            description={clusterMessages.emptyText}
            action={<NewClusterButton />}
          />
        }
        paging={paging}
        onPage={setPaging}
      />
    </>
  )
}
