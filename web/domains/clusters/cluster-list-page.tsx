import { Box, Button, Field, Flex, Input } from '@chakra-ui/react'
import { Boxes, Plus, RotateCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useClient, useQuery } from 'urql'
import { clusterMessages } from '#shared/domains/clusters/messages.ts'
import { teamMessages } from '#shared/domains/teams/messages.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { teamChoicesQuery } from '#web/lib/account/account-operations.ts'
import { copied } from '#web/lib/copy/copied-objects.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { formatSearchedPaging, parseSearchedPaging } from '#web/lib/paging.ts'
import { useQueryState } from '#web/lib/query-string.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { StoppedClock } from '#web/lib/use-time.ts'
import { NEW_HASH, paths } from '#web/paths.ts'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { Tag } from '#web/ui/display/tag.tsx'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { TeamField } from '#web/ui/form/team-field.tsx'
import { CreateAnother } from '#web/ui/page/create-another.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { StaleNote } from '#web/ui/page/stale-note.tsx'
import { NameLink } from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { PagedTable } from '#web/ui/table/paged-table.tsx'
import { useListSearch } from '#web/ui/table/use-list-search.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { useDeployedColumns } from './cluster-deployed-columns.tsx'
import { useCreateCluster } from './mutations.ts'
import { clusterListQuery } from './operations.ts'

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
function useClusterColumns(deployed: Column<ClusterRow>[]): Column<ClusterRow>[] {
  const [{ data }] = useQuery({ query: teamChoicesQuery })
  const teams = data?.teams.rows
  return useMemo(() => {
    const columns = columnsOf(new Map(teams?.map(({ id, name }) => [id, name])))
    if (deployed.length === 0) return columns
    const narrower = columns.map((column): Column<ClusterRow> => ({
      ...column,
      width: widths[column.key] ?? '',
    }))
    return [...narrower.slice(0, -1), ...deployed, ...narrower.slice(-1)]
  }, [teams, deployed])
}

const widths: Readonly<Record<string, string>> = { name: '14%', team: '9%', created: '11%' }

const parseQuery = (params: URLSearchParams) => parseSearchedPaging(params, ['name', 'created'])

/** The clusters that deployments run in, paged. */
export function ClusterListPage() {
  const [query, change] = useQueryState(parseQuery, formatSearchedPaging)
  const list = useListSearch('cluster', query, change)
  const read = useLastRead(clusterListQuery, { ...query })
  const deployed = useDeployedColumns<ClusterRow>()
  const columns = useClusterColumns(deployed.columns)
  const [refreshing, setRefreshing] = useState(false)
  const client = useClient()
  // A failure is reported by the table, which follows the same query.
  const refresh = async () => {
    setRefreshing(true)
    const { error } = await client
      .query(clusterListQuery, query, { requestPolicy: 'network-only' })
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
          <StaleNote {...deployed.read} onReadAgain={deployed.read.reread} what={clusterMessages.pollers} />
        }
        actions={
          <>
            <Button loading={refreshing} onClick={() => void refresh()}>
              <RotateCw />
              {clusterMessages.refresh}
            </Button>
            <CreateAnother read={read} total={read.data?.clusters.total} offered={list.noMatch !== null}>
              <NewClusterButton />
            </CreateAnother>
          </>
        }
      />
      {list.field && <Box mb="3.5">{list.field}</Box>}
      <StoppedClock value={deployed.read.staleSince}>
        <PagedTable
          label={clusterMessages.title}
          columns={columns}
          read={read}
          page={read.data?.clusters}
          rowId={(cluster) => cluster.id}
          rowLabel={(cluster) => cluster.name}
          copyOf={copied.cluster}
          failed={clusterMessages.loadListFailed}
          empty={
            list.noMatch || (
              <EmptyState
                icon={<Boxes size={20} />}
                title={clusterMessages.emptyTitle}
                description={clusterMessages.emptyText}
                action={<NewClusterButton />}
              />
            )
          }
          paging={query}
          onPage={change}
        />
      </StoppedClock>
    </>
  )
}

/** New Cluster: asks for a name and an optional team, creates the cluster and opens it. */
function NewClusterButton() {
  const [open, setOpen] = useState(useLocation().hash === NEW_HASH)
  return (
    <IfMayChange>
      <Button variant="solid" onClick={() => setOpen(true)}>
        <Plus />
        {clusterMessages.newCluster}
      </Button>
      <NewClusterDialog key={String(open)} open={open} onClose={() => setOpen(false)} />
    </IfMayChange>
  )
}

function NewClusterDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const [name, setName] = useState('')
  const [teamId, setTeamId] = useState<string | null>(null)
  const navigate = useNavigate()
  const create = useCreateCluster()
  const submit = async () => {
    const data = await create.run({ name: name.trim(), teamId })
    if (data) await navigate(paths.cluster(data.createCluster.id))
  }
  return (
    <FormDialog
      title={clusterMessages.newCluster}
      open={open}
      onClose={onClose}
      confirmLabel={clusterMessages.create}
      confirmDisabled={name.trim() === ''}
      submitting={create.running}
      onConfirm={() => void submit()}
    >
      <DraftKeeper
        inDialog
        form="new"
        values={{ name, teamId }}
        dirty={name !== ''}
        onRestore={(left) => {
          setName(left.name)
          setTeamId(left.teamId)
        }}
      />
      <Field.Root required>
        <Field.Label>{clusterMessages.name}</Field.Label>
        <Input maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
      </Field.Root>
      <TeamField value={teamId} onChange={(team) => setTeamId(team?.id ?? null)} />
    </FormDialog>
  )
}
