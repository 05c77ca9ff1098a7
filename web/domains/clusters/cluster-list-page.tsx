import { Box, Button, Flex } from '@chakra-ui/react'
import { Boxes, RotateCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useClient, useQuery } from 'urql'
import { clusterMessages } from '#shared/domains/clusters/messages.ts'
import { teamMessages } from '#shared/domains/teams/messages.ts'
import { teamChoicesQuery } from '#web/lib/account/account-operations.ts'
import { copied } from '#web/lib/copy/copied-objects.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { parseSearchedPaging, type SearchedPagingQuery, searchedPagingParts } from '#web/lib/paging.ts'
import { lazyDialog } from '#web/lib/parts/lazy-dialog.tsx'
import { queryText, useQueryState } from '#web/lib/query-string.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { StoppedClock } from '#web/lib/use-time.ts'
import { paths } from '#web/paths.ts'
import { useRereadOnReturn } from '#web/realtime/use-reread-on-return.ts'
import { MarkedName } from '#web/ui/display/need-mark.tsx'
import { Tag } from '#web/ui/display/tag.tsx'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { CreateButton } from '#web/ui/page/create-button.tsx'
import { CreateAnother } from '#web/ui/page/create-another.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { ReadTime } from '#web/ui/page/read-time.tsx'
import { NameLink } from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { useNeededPage } from '#web/ui/table/needed-list.tsx'
import { PagedTable } from '#web/ui/table/paged-table.tsx'
import { useListSearch } from '#web/ui/table/use-list-search.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { useDeployedColumns } from './cluster-deployed-columns.tsx'
import { clusterListQuery } from './operations.ts'

const NewClusterDialog = lazyDialog(async () => (await import('./new-cluster-dialog.tsx')).NewClusterDialog)
/** Asks for a name and an optional team, creates the cluster and opens it. */
const newCluster = <CreateButton label={clusterMessages.newCluster} dialog={NewClusterDialog} />

type ClusterRow = ResultOf<typeof clusterListQuery>['clusters']['rows'][number]

const columnsOf = (teams: ReadonlyMap<string, string>): Column<ClusterRow>[] => [
  {
    key: 'name',
    header: clusterMessages.name,
    primary: true,
    sortable: 'ascending',
    fixed: true,
    render: (cluster) => <NameLink to={paths.cluster(cluster.id)} name={cluster.name} />,
  },
  {
    key: 'team',
    header: teamMessages.team,
    width: '20%',
    card: 'head',
    fixed: true,
    render: ({ teamId }) => {
      const name = teams.get(teamId ?? '')
      return teamId !== null && name !== undefined ? <NameLink to={paths.team(teamId)} name={name} /> : null
    },
  },
  {
    key: 'tags',
    header: clusterMessages.tags,
    width: '30%',
    card: 'first',
    render: ({ tags }) =>
      tags.length > 0 && (
        <Flex as="span" gap="1" wrap="wrap">
          {tags.map((tag) => (
            <Tag key={tag} label={tag} />
          ))}
        </Flex>
      ),
  },
  {
    key: 'created',
    header: clusterMessages.created,
    sortable: 'descending',
    width: '16%',
    card: 'start',
    word: true,
    muted: true,
    render: (cluster) => <RelativeTime value={cluster.created} />,
  },
]

/** The columns, with the names of the teams as far as they are known, and what runs in each cluster beside them. */
function useClusterColumns({
  columns: deployed,
  stateOf,
}: ReturnType<typeof useDeployedColumns<ClusterRow>>): Column<ClusterRow>[] {
  const [{ data }] = useQuery({ query: teamChoicesQuery })
  const teams = data?.teams.rows
  return useMemo(() => {
    const columns = columnsOf(new Map(teams?.map(({ id, name }) => [id, name])))
    if (deployed.length === 0) return columns
    const narrower = columns.map((column): Column<ClusterRow> => ({
      ...column,
      width: widths[column.key] ?? '',
      ...(column.primary && {
        render: (row) => <MarkedName state={stateOf(row)}>{column.render(row)}</MarkedName>,
      }),
    }))
    return [...narrower.slice(0, -1), ...deployed, ...narrower.slice(-1)]
  }, [teams, deployed, stateOf])
}

const widths: Readonly<Record<string, string>> = { name: '14%', team: '9%', created: '11%' }

/** `need`: only those that need something. */
const parseQuery = (params: URLSearchParams) => ({
  ...parseSearchedPaging(params, ['name', 'created']),
  need: params.get('need') === 'true',
})

const formatQuery = ({ need, ...paging }: SearchedPagingQuery & { need: boolean }) =>
  queryText([...(need ? [['need', 'true'] as [string, string]] : []), ...searchedPagingParts(paging)])

/** The clusters that deployments run in, paged. */
export function ClusterListPage() {
  const [query, change] = useQueryState(parseQuery, formatQuery)
  const navigate = useNavigate()
  const { need, ...variables } = query
  const list = useListSearch('cluster', query, change, { need }, () => change({ need: false, page: 1 }))
  const read = useLastRead(clusterListQuery, variables)
  const failing = read.error !== undefined
  useRereadOnReturn({ readAt: read.readAt, failing, reread: read.rereadInBackground })
  const deployed = useDeployedColumns<ClusterRow>()
  const columns = useClusterColumns(deployed)
  const needed = useNeededPage({
    query: clusterListQuery,
    variables,
    read,
    pageOf: ({ clusters }) => clusters,
    stateOf: deployed.stateOf,
    hasTrouble: deployed.hasTrouble,
    isPending: deployed.isPending,
    noun: 'cluster',
    isOn: need,
    onChange: change,
  })
  const { page, touches } = needed
  const isRead = page !== undefined && (need || read.current)
  const [refreshing, setRefreshing] = useState(false)
  const client = useClient()
  // A failure is reported by the table, which follows the same query.
  const refresh = async () => {
    setRefreshing(true)
    const { error } = await client
      .query(clusterListQuery, variables, { requestPolicy: 'network-only' })
      .toPromise()
    setRefreshing(false)
    if (!error) toast.success(clusterMessages.refreshed)
    else if (read.error) read.reread()
  }
  return (
    <>
      <PageHead
        crumbs={[]}
        title={clusterMessages.title}
        badge={
          <ReadTime
            readAt={deployed.read.staleSince ?? read.readAt}
            failing={failing || deployed.read.failing}
            onReadAgain={() => {
              read.reread()
              if (deployed.read.failing) deployed.read.reread()
            }}
          />
        }
        actions={
          <>
            <Button loading={refreshing} onClick={() => void refresh()}>
              <RotateCw />
              {clusterMessages.refresh}
            </Button>
            <CreateAnother read={read} total={read.data?.clusters.total} offered={list.noMatch !== null}>
              {newCluster}
            </CreateAnother>
          </>
        }
      />
      {(list.field || deployed.columns.length > 0) && (
        <Flex mb="3" minH="8" align="center" columnGap="4" rowGap="2" wrap="wrap">
          {list.field}
          {deployed.columns.length > 0 && needed.button}
        </Flex>
      )}
      <StoppedClock value={deployed.read.staleSince}>
        <Box {...touches}>
          <PagedTable
            label={clusterMessages.title}
            columns={columns}
            read={{ ...read, current: isRead }}
            page={page}
            rowId={(cluster) => cluster.id}
            rowLabel={(cluster) => cluster.name}
            copyOf={copied.cluster}
            onRowClick={(cluster) => void navigate(paths.cluster(cluster.id))}
            failed={clusterMessages.loadListFailed}
            empty={
              (need && query.search === '' && needed.none) ||
              list.noMatch || (
                <EmptyState
                  icon={<Boxes size={20} />}
                  title={clusterMessages.emptyTitle}
                  description={clusterMessages.emptyText}
                  action={newCluster}
                />
              )
            }
            paging={query}
            onPage={change}
          />
        </Box>
      </StoppedClock>
    </>
  )
}
