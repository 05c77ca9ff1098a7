import { Button, Flex } from '@chakra-ui/react'
import { ListChecks, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { taskStatuses } from '#shared/domains/tasks/constants.ts'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { markOfTask } from '#shared/domains/tasks/rules.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { copied } from '#web/lib/copy/copied-objects.ts'
import { useApp } from '#web/lib/current-app.tsx'
import { ListViews, useViewedList } from '#web/domains/views/list-views.tsx'
import type { ResultOf, VariablesOf } from '#web/lib/graphql.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { useQueryState } from '#web/lib/query-string.ts'
import { lastListQuery } from '#web/lib/list-address.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { CARDS_PX, useNarrowerThan, WIDE_PX } from '#web/lib/use-media.ts'
import { useRereadOnReturn } from '#web/realtime/use-reread-on-return.ts'
import { paths } from '#web/paths.ts'
import { StatusBadge } from '#web/ui/display/status.tsx'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { FilterSelect } from '#web/ui/form/filter-select.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { PagedTable } from '#web/ui/table/paged-table.tsx'
import { DateIntervalPicker } from '#web/ui/time/date-interval-picker.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { taskListQuery, type taskListRow } from './list-operations.ts'
import { isTaskListFiltered, noTaskFilters, taskViews, type TaskListParams } from './task-list-params.ts'
import { TypeFilter } from './type-filter.tsx'
import { TaskName, TaskReason, TextAndHost } from './listed-task.tsx'
import { ReadTime, RefreshButton } from '#web/ui/page/read-time.tsx'
import { DurationCell } from './table/task-times.tsx'

// Loaded lazily: the rows do not wait for the rules of the sentences.
const SentenceKeeper = lazyPart(
  async () => (await import('./sentence-keeper.tsx')).SentenceKeeper,
  () => null,
)
const noSentences: ReadonlyMap<string, string> = new Map()

const statusOptions = taskStatuses.map((status) => ({ value: status, label: status }))

/** The tasks of an app's workqueues, filtered and paged. */
export function TaskListPage() {
  const app = useApp()
  const [query, change] = useQueryState(taskViews.parse, taskViews.format)
  const filter = (next: Partial<TaskListParams>) => change({ page: 1, ...next })
  const views = useViewedList(taskViews, query, taskMessages.title)
  const read = useLastRead(taskListQuery, listVariables(app.id, query))
  const failing = read.error !== undefined
  useRereadOnReturn({ readAt: read.readAt, failing, reread: read.rereadInBackground })
  const areCards = useNarrowerThan(CARDS_PX)
  const hasRoom = !useNarrowerThan(WIDE_PX) || areCards
  const rows = read.data?.tasks.rows
  const [sentences, setSentences] = useState<ReadonlyMap<string, string>>(noSentences)
  const columns = useMemo(() => {
    const sentenceOf = (task: TaskListRow) => task.reason ?? sentences.get(task.id) ?? task.why?.text ?? null
    return taskListColumns(app.id, hasRoom, sentenceOf)
  }, [app.id, hasRoom, sentences])
  return (
    <>
      <PageHead
        crumbs={[
          { label: 'Apps', to: paths.apps() },
          { label: app.name, to: paths.workqueues(app.id, lastListQuery(app.id)) },
        ]}
        title={taskMessages.title}
        badge={<ReadTime readAt={read.readAt} failing={failing} />}
        actions={<RefreshButton reading={read.reading} onClick={read.reread} />}
      />
      <ListViews list={taskViews} shown={views} total={read.current ? read.data?.tasks.total : undefined} />
      <Flex align="center" gap="2" wrap="wrap" mb="3.5" minH="8" role="group" aria-label="Filters">
        <TypeFilter value={query.type} onChange={(type) => filter({ type })} />
        <FilterSelect
          label="Status"
          options={statusOptions}
          value={query.status}
          onChange={(value) => filter({ status: taskStatuses.filter((status) => value.includes(status)) })}
        />
        <DateIntervalPicker
          label="Created"
          value={query.created}
          onChange={(created) => filter({ created })}
        />
      </Flex>
      {rows?.some(isUnexplained) && <SentenceKeeper tasks={rows} onSentences={setSentences} />}
      <PagedTable
        label={taskMessages.title}
        columns={columns}
        layout={views.layout}
        steady
        read={read}
        page={read.data?.tasks}
        rowId={(task) => task.id}
        rowLabel={(task) => task.name}
        copyOf={copied.task}
        failed={taskMessages.loadListFailed}
        empty={
          isTaskListFiltered(query) ? (
            <EmptyState
              icon={<SearchX size={20} />}
              title={taskMessages.noMatch}
              action={<Button onClick={() => filter(noTaskFilters)}>{taskMessages.clearFilters}</Button>}
            />
          ) : (
            <NoTasks appId={app.id} />
          )
        }
        paging={query}
        onPage={change}
      />
    </>
  )
}

function NoTasks({ appId }: { appId: string }) {
  return (
    <EmptyState
      icon={<ListChecks size={20} />}
      title={taskMessages.emptyTitle}
      description={taskMessages.emptyText}
      action={
        <IfMayChange>
          <Button asChild variant="solid">
            <Link to={paths.createWorkqueue(appId)}>{taskMessages.runNew}</Link>
          </Button>
        </IfMayChange>
      }
    />
  )
}

function listVariables(appId: string, query: TaskListParams): VariablesOf<typeof taskListQuery> {
  const { page, perPage, sort, type, status, created } = query
  return {
    appId,
    page,
    perPage,
    ...(sort !== undefined && { sort }),
    ...(type.length > 0 && { type }),
    ...(status.length > 0 && { status }),
    ...(created.from !== null && { createdAfter: created.from }),
    ...(created.to !== null && { createdBefore: created.to }),
  }
}

type TaskListRow = ResultOf<typeof taskListRow>

/** Whether a task waits, or did not run, for a reason that it does not tell itself. */
const isUnexplained = ({ reason, status }: TaskListRow) =>
  !reason && (status === 'notstarted' || status === 'queued' || status === 'skipped')

/** The columns of the Tasks screen. Where a column of reasons has no room they are below the type. */
const taskListColumns = (
  appId: string,
  hasRoom: boolean,
  sentenceOf: (task: TaskListRow) => string | null,
): Column<TaskListRow>[] => [
  {
    key: 'name',
    header: 'Name',
    width: hasRoom ? '20%' : '28%',
    primary: true,
    fixed: true,
    render: (task) => <TaskName appId={appId} task={task} />,
  },
  {
    key: 'type',
    header: 'Type',
    width: hasRoom ? '23%' : '32%',
    fixed: true,
    card: 'line',
    render: (task) => (
      <TextAndHost text={task.type} isCode task={task} below={hasRoom ? null : sentenceOf(task)} />
    ),
  },
  ...(hasRoom ? [reasonColumn(sentenceOf)] : []),
  {
    key: 'created',
    header: 'Created',
    sortable: 'ascending',
    width: '128px',
    muted: true,
    card: 'start',
    render: (task) => <RelativeTime value={task.created} />,
  },
  {
    key: 'duration',
    header: 'Duration',
    width: '112px',
    card: 'end',
    render: (task) => <DurationCell task={task} />,
  },
  {
    key: 'status',
    header: 'Status',
    width: '136px',
    card: 'head',
    render: (task) => <StatusBadge status={task.status} mark={markOfTask(task)} />,
  },
]

const reasonColumn = (sentenceOf: (task: TaskListRow) => string | null): Column<TaskListRow> => ({
  key: 'reason',
  header: taskMessages.reason,
  fixed: true,
  card: 'first',
  render: (task) => (
    <TaskReason task={{ status: task.status, reason: sentenceOf(task), code: task.why?.code }} />
  ),
})
