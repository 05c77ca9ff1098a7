import { Button } from '@chakra-ui/react'
import { ListChecks } from 'lucide-react'
import { type ComponentType, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { parseSearch } from '#shared/domains/search/query.ts'
import { taskSubject } from '#shared/domains/search/subjects.ts'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { IfMayChange, useRights } from '#web/lib/rights.tsx'
import { copied } from '#web/lib/copy/copied-objects.ts'
import { useApp } from '#web/lib/current-app.tsx'
import { ListViews, useViewedList } from '#web/domains/views/list-views.tsx'
import { useFeature, useFeaturesKnown } from '#web/lib/features.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import type { SortOrder } from '#web/lib/paging.ts'
import { intervalPart, useQueryState } from '#web/lib/query-string.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { CARDS_PX, useNarrowerThan, WIDE_PX } from '#web/lib/use-media.ts'
import { useRegularReread } from '#web/realtime/use-regular-reread.ts'
import { paths } from '#web/paths.ts'
import { NoMatch } from '#web/ui/feedback/no-match.tsx'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { PagedTable } from '#web/ui/table/paged-table.tsx'
import { taskListQuery } from './list-operations.ts'
import { wholeSentence, type ListedSentence } from './listed-task.tsx'
import {
  isTaskListFiltered,
  noTaskFilters,
  searchedTaskViews,
  taskViews,
  type TaskListParams,
} from './list/params.ts'
import { SearchedTo, TaskCount } from './list/task-count.tsx'
import { TaskFilterBar } from './list/task-filters.tsx'
import { isUnexplained, taskListColumns, WIDE_ROWS_PX } from './list/task-list-columns.tsx'
import type { ChosenTasks, TaskListRow } from './list/chosen-tasks.ts'
import { useChosenTasks } from './list/use-chosen-tasks.ts'
import { taskListVariables } from './list/variables.ts'
import { ReadTime, RefreshButton } from '#web/ui/page/read-time.tsx'

// Loaded lazily: the rows do not wait for the rules of the sentences.
const SentenceKeeper = lazyPart(
  async () => (await import('./sentence-keeper.tsx')).SentenceKeeper,
  () => null,
)
const noSentences: ReadonlyMap<string, ListedSentence> = new Map()
const noRows: TaskListRow[] = []
const newestFirst: SortOrder = { key: 'created', descending: true }

/** A page of more rows is only read on request. */
const MOST_REREAD = 100

interface TaskListPageProps {
  /** What can be done with chosen rows; without it, or without the feature that it needs, none can be chosen. */
  Actions?: ComponentType<{ chosen: ChosenTasks; onChanged(): void }>
}

/** The tasks of an app's workqueues: searched, filtered and paged, with actions on chosen rows. */
export function TaskListPage({ Actions }: TaskListPageProps) {
  const app = useApp()
  const searches = useFeature('taskSearch')
  const list = searches ? searchedTaskViews : taskViews
  const [asked, change] = useQueryState(list.parse, list.format)
  const query = searches ? asked : { ...asked, search: '' }
  // Until it is known whether there is a search, the list of the address is not known either.
  const waits = !useFeaturesKnown() && asked.search !== ''
  const filter = (next: Partial<TaskListParams>) => change({ page: 1, ...next })
  const views = useViewedList(list, query, taskMessages.title)
  // From an address: the box submits no search with a wrong term.
  const [fault] = parseSearch(query.search, taskSubject).faults
  const read = useLastRead(taskListQuery, taskListVariables(app.id, query), {
    pause: waits || fault !== undefined,
  })
  const areShort = (read.data?.tasks.rows.length ?? 0) <= MOST_REREAD
  const isPaused = waits || fault !== undefined || read.reading || !areShort
  const { readAt, failing } = useRegularReread([read], isPaused)
  const areCards = useNarrowerThan(CARDS_PX)
  const isWide = !useNarrowerThan(WIDE_PX)
  const hasWideRows = !useNarrowerThan(WIDE_ROWS_PX)
  const room = areCards ? 'card' : hasWideRows ? 'wide' : isWide ? 'narrow' : 'none'
  const tasks = fault ? { rows: noRows, total: 0, more: false, searchedTo: null } : read.data?.tasks
  const rows = tasks?.rows ?? noRows
  const { mayChange } = useRights()
  const mayChoose = useFeature('failures') && mayChange && Actions !== undefined
  const chosen = useChosenTasks(app.id, query, { rows, total: tasks?.total ?? 0 })
  const isChoosing = mayChoose && chosen.tasks.length > 0
  const [sentences, setSentences] = useState<ReadonlyMap<string, ListedSentence>>(noSentences)
  const columns = useMemo(() => {
    const sentenceOf = (task: TaskListRow) =>
      task.reason ? wholeSentence(task.reason) : (sentences.get(task.id) ?? task.why)
    return taskListColumns(app.id, room, sentenceOf)
  }, [app.id, room, sentences])
  return (
    <>
      <PageHead
        crumbs={[
          { label: 'Apps', to: paths.apps() },
          { label: app.name, to: paths.workqueues(app.id) },
        ]}
        title={taskMessages.title}
        badge={<ReadTime readAt={readAt} failing={failing} regular={areShort} />}
        actions={<RefreshButton reading={read.reading} onClick={read.reread} />}
      />
      <ListViews
        list={list}
        shown={views}
        total={read.current && !fault ? read.data?.tasks : undefined}
        countOf={(view, shown) => <TaskCount appId={app.id} view={view} shown={shown} />}
      />
      <TaskFilterBar
        appId={app.id}
        query={query}
        onChange={filter}
        folded={isWide && isChoosing}
        end={isChoosing && <Actions chosen={chosen} onChanged={read.rereadInBackground} />}
      />
      {rows.some(isUnexplained) && <SentenceKeeper tasks={rows} onSentences={setSentences} />}
      <PagedTable
        label={taskMessages.title}
        columns={columns}
        layout={views.layout}
        steady
        read={fault ? { ...read, current: true, failure: undefined } : read}
        page={tasks}
        order={newestFirst}
        rowId={(task) => task.id}
        rowLabel={(task) => task.name}
        selection={mayChoose ? chosen.selection : undefined}
        copyOf={copied.task}
        failed={taskMessages.loadListFailed}
        empty={<NoTasks appId={app.id} query={query} fault={fault?.message} onChange={filter} />}
        paging={query}
        onPage={change}
      />
      {read.current && tasks?.searchedTo && (
        <SearchedTo at={tasks.searchedTo} oldestFirst={query.sort === 'created'} />
      )}
    </>
  )
}

/** Why the list has no rows, and the action that helps. */
function NoTasks({
  appId,
  query,
  fault,
  onChange,
}: {
  appId: string
  query: TaskListParams
  fault: string | undefined
  onChange(change: Partial<TaskListParams>): void
}) {
  if (isTaskListFiltered(query))
    return (
      <NoMatch
        noun="task"
        search={query.search}
        fault={fault}
        filters={{
          type: query.type,
          status: query.status,
          created: intervalPart(query.created) !== null,
        }}
        onClearSearch={() => onChange({ search: '' })}
        onClearFilters={() => onChange({ ...noTaskFilters, search: query.search })}
      />
    )
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
