import { Box, Button, Field, Flex, Input } from '@chakra-ui/react'
import { Cpu, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useQuery } from 'urql'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { workerType } from '#shared/domains/workers/rules.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { copied } from '#web/lib/copy/copied-objects.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { ListViews, useViewedList } from '#web/domains/views/list-views.tsx'
import { useQueryState } from '#web/lib/query-string.ts'
import { useQueues } from '#web/lib/queues/use-queues.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { StoppedClock } from '#web/lib/use-time.ts'
import { useRereadOnReturn } from '#web/realtime/use-reread-on-return.ts'
import { NEW_HASH, paths } from '#web/paths.ts'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { StatusBadge } from '#web/ui/display/status.tsx'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { type TeamChoice, TeamField } from '#web/ui/form/team-field.tsx'
import { CreateAnother } from '#web/ui/page/create-another.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { ReadTime } from '#web/ui/page/read-time.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { PagedTable } from '#web/ui/table/paged-table.tsx'
import { useListSearch } from '#web/ui/table/use-list-search.tsx'
import { workerViews } from './worker-list-params.ts'
import { useCreateWorker } from './mutations.ts'
import { workerListQuery } from './operations.ts'
import { usePollingColumns } from './polling-columns.tsx'

type WorkerRow = ResultOf<typeof workerListQuery>['workers']['rows'][number]

const columns: Column<WorkerRow>[] = [
  {
    key: 'name',
    header: workerMessages.name,
    width: '32%',
    primary: true,
    sortable: 'ascending',
    render: (worker) => (
      <TextLink to={paths.worker(worker.id)} color="ink">
        {worker.name}
      </TextLink>
    ),
  },
  {
    key: 'team',
    header: workerMessages.team,
    width: '22%',
    card: 'start',
    render: (worker) => worker.teamName,
  },
  {
    key: 'type',
    header: workerMessages.task,
    card: 'first',
    sortable: 'ascending',
    render: (worker) => (
      <Box as="span" textStyle="mono" color="ink.2">
        {worker.type}
      </Box>
    ),
  },
  {
    key: 'status',
    header: workerMessages.status,
    card: 'head',
    sortable: 'ascending',
    width: '14%',
    render: (worker) => worker.status && <StatusBadge status={worker.status} />,
  },
]

/** The columns of the list, then who polls, for which the names leave room. */
function withPolling(polling: Column<WorkerRow>[]): Column<WorkerRow>[] {
  if (polling.length === 0) return columns
  const narrower = columns.map((column) => ({
    ...column,
    ...(widths[column.key] && { width: widths[column.key] }),
  }))
  return [...narrower, ...polling]
}

const widths: Record<string, string> = { name: '20%', team: '14%', status: '10%' }

/** The workers, paged, optionally with deleted ones; a click on a row opens the worker. */
export function WorkerListPage() {
  const [query, change] = useQueryState(workerViews.parse, workerViews.format)
  const navigate = useNavigate()
  const views = useViewedList(workerViews, query, workerMessages.title)
  const { view: _view, ...variables } = query
  const read = useLastRead(workerListQuery, variables)
  const failing = read.error !== undefined
  useRereadOnReturn({ readAt: read.readAt, failing, reread: read.rereadInBackground })
  const list = useListSearch('worker', query, change)
  const queues = useQueues()
  const polling = usePollingColumns<WorkerRow>(queues)
  const shown = useMemo(() => withPolling(polling), [polling])
  return (
    <>
      <PageHead
        crumbs={[]}
        title={workerMessages.title}
        badge={
          <ReadTime
            readAt={queues.staleSince ?? read.readAt}
            failing={failing || queues.failing}
            onReadAgain={() => {
              read.reread()
              if (queues.failing) queues.reread()
            }}
          />
        }
        actions={
          <CreateAnother read={read} total={read.data?.workers.total} offered={list.noMatch !== null}>
            <NewWorkerButton />
          </CreateAnother>
        }
      />
      <ListViews
        list={workerViews}
        shown={views}
        total={read.current ? read.data?.workers.total : undefined}
      />
      <Flex mb="3" minH="8" align="center" columnGap="4" rowGap="2" wrap="wrap">
        {list.field}
        <Switch
          label={workerMessages.showDeleted}
          checked={query.showDeleted}
          onChange={(showDeleted) => change({ showDeleted, page: 1 })}
        />
      </Flex>
      <StoppedClock value={queues.staleSince}>
        <PagedTable
          label={workerMessages.title}
          columns={shown}
          layout={views.layout}
          read={read}
          page={read.data?.workers}
          rowId={(worker) => worker.id}
          rowLabel={(worker) => worker.name}
          copyOf={copied.worker}
          onRowClick={(worker) => void navigate(paths.worker(worker.id))}
          failed={workerMessages.loadListFailed}
          empty={
            list.noMatch || (
              <NoWorkers
                withDeleted={query.showDeleted}
                onShowDeleted={() => change({ showDeleted: true, page: 1 })}
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

/** In place of the rows: there are no workers, or only deleted ones, which the list hides. */
function NoWorkers({ withDeleted, onShowDeleted }: { withDeleted: boolean; onShowDeleted(): void }) {
  const [{ data }] = useQuery({
    query: workerListQuery,
    variables: { page: 1, perPage: 1, showDeleted: true },
    pause: withDeleted,
    requestPolicy: 'cache-and-network',
  })
  const deleted = withDeleted ? 0 : (data?.workers.total ?? 0)
  return (
    <EmptyState
      icon={<Cpu size={20} />}
      title={deleted > 0 ? workerMessages.onlyDeletedTitle(deleted) : workerMessages.emptyTitle}
      description={deleted > 0 ? workerMessages.onlyDeletedText : workerMessages.emptyText}
      action={
        <Flex gap="2" wrap="wrap" justify="center">
          {deleted > 0 && <Button onClick={onShowDeleted}>{workerMessages.showDeleted}</Button>}
          <NewWorkerButton />
        </Flex>
      }
    />
  )
}

/** New Worker: asks for name and team, creates the worker and opens it. */
function NewWorkerButton() {
  const [open, setOpen] = useState(useLocation().hash === NEW_HASH)
  return (
    <IfMayChange>
      <Button variant="solid" onClick={() => setOpen(true)}>
        <Plus />
        {workerMessages.newWorker}
      </Button>
      <NewWorkerDialog key={String(open)} open={open} onClose={() => setOpen(false)} />
    </IfMayChange>
  )
}

/** Name and team of a new worker, with the task type derived from them. */
function NewWorkerDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const [name, setName] = useState('')
  const [team, setTeam] = useState<TeamChoice | null>(null)
  const navigate = useNavigate()
  const create = useCreateWorker()
  const type = team && workerType(team.namespace, name)
  const submit = async () => {
    if (!team || !type) return
    const data = await create.run({ name: name.trim(), teamId: team.id })
    if (!data) return
    onClose()
    await navigate(paths.worker(data.createWorker.id))
  }
  return (
    <FormDialog
      title={workerMessages.newWorker}
      open={open}
      onClose={onClose}
      confirmLabel={workerMessages.create}
      confirmDisabled={!type}
      submitting={create.running}
      onConfirm={() => void submit()}
      size="sm"
    >
      <DraftKeeper
        inDialog
        form="new"
        values={{ name, team }}
        dirty={name !== ''}
        onRestore={(left) => {
          setName(left.name)
          setTeam(left.team)
        }}
      />
      <Field.Root required>
        <Field.Label>
          {workerMessages.name}
          <Field.RequiredIndicator />
        </Field.Label>
        <Input
          autoComplete="off"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field.Root>
      <TeamField required disabled={create.running} value={team?.id ?? null} onChange={setTeam} />
      <Field.Root readOnly>
        <Field.Label>{workerMessages.type}</Field.Label>
        <Input readOnly bg="bg" textStyle="mono" value={type ?? ''} />
        <Field.HelperText>{workerMessages.typeHint}</Field.HelperText>
      </Field.Root>
    </FormDialog>
  )
}
