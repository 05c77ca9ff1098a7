import { Box, Button } from '@chakra-ui/react'
import { useMemo } from 'react'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import { failureTaskStates } from '#shared/domains/failures/states.ts'
import { shortHost } from '#shared/lib/host-text.ts'
import type { KeyInput } from '#shared/domains/workqueues/key-inputs.ts'
import { copied } from '#web/lib/copy/copied-objects.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import type { LastRead } from '#web/lib/use-last-read.ts'
import { PHONE_PX, TWO_COLUMNS_PX, useNarrowerThan, WIDE_PX } from '#web/lib/use-media.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { paths } from '#web/paths.ts'
import { BETWEEN_FACTS } from '#web/ui/display/facts.tsx'
import { inputsOfRuns, KeyInputs } from '#web/ui/display/key-inputs.tsx'
import { ShortId } from '#web/ui/display/short-id.tsx'
import { VersionHost } from '#web/ui/display/version-host.tsx'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { ChoiceMenu } from '#web/ui/form/choice-menu.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { NameLink, oneLine } from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { PagedTable } from '#web/ui/table/paged-table.tsx'
import { formatExact, formatMoment } from '#web/ui/time/moment.tsx'
import { attemptsText } from '../attempts-text.ts'
import type { failureTasksQuery } from '../operations.ts'
import { NowBadge, RepairNote } from './task-now.tsx'
import type { TasksParams } from './tasks-params.ts'

type Tasks = ResultOf<typeof failureTasksQuery>
type TaskRow = Tasks['failureTasks']['rows'][number]
type Inputs = ReturnType<typeof inputsOfRuns>

const none: TaskRow[] = []

const states = failureTaskStates.map((state) => ({ value: state, label: texts.taskStates[state] ?? state }))

interface FailureTasksProps {
  read: LastRead<Tasks>
  query: TasksParams
  onChange(change: Partial<TasksParams>): void
  /** The reason that the page shows already. */
  reason: string | null
}

/** The tasks of a failure, newest first; each leads to itself in its run. */
export function FailureTasks({ read, query, onChange, reason }: FailureTasksProps) {
  const columns = useTaskColumns(reason, read.data?.failureTasks.rows ?? none)
  const all = () => onChange({ page: 1, state: null })
  return (
    <Panel
      title={texts.tasks}
      padded={false}
      aside={
        <ChoiceMenu
          label={texts.taskFilter}
          choices={states}
          value={query.state}
          onChange={(next) =>
            onChange({ page: 1, state: failureTaskStates.find((state) => state === next) ?? null })
          }
        />
      }
    >
      <PagedTable
        label={texts.tasksTable}
        framed={false}
        steady
        columns={columns}
        read={read}
        page={read.data?.failureTasks}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        copyOf={copied.task}
        failed={texts.loadTasksFailed}
        empty={
          <EmptyState
            title={query.state ? texts.noTasksMatch : texts.noTasks}
            action={query.state && <Button onClick={all}>{texts.clearFilters}</Button>}
          />
        }
        paging={query}
        onPage={onChange}
      />
    </Panel>
  )
}

const secondLine = {
  display: 'block',
  color: 'ink.3',
  textStyle: 'xs',
  fontWeight: 'normal',
  ...oneLine,
} as const

/** Widths of the window, in pixels, from which on there is room for the hosts, and for all columns. */
const HOST_PX = 1200
const ALL_PX = 1400
const givingWay = ['alias', 'attempt', 'host']

/** The columns as far as there is room beside the names: the alias stands with the version, where it has no column. */
function useTaskColumns(reason: string | null, rows: readonly TaskRow[]) {
  const isPhone = useNarrowerThan(PHONE_PX)
  const isBeside = !useNarrowerThan(TWO_COLUMNS_PX)
  const isWithoutHost = useNarrowerThan(HOST_PX)
  const isWithoutAttempt = useNarrowerThan(WIDE_PX)
  const isWithoutAlias = useNarrowerThan(ALL_PX)
  const givenUp = isBeside ? [isWithoutAlias, isWithoutAttempt, isWithoutHost].filter(Boolean).length : 0
  return useMemo(() => {
    const hidden = givingWay.slice(0, givenUp)
    const columns = columnsOf({ reason, inputs: inputsOfRuns(rows) }, hidden.includes('alias'))
    if (isPhone) return [...columns.filter(({ key }) => key === 'name'), ...cardColumns]
    return columns.map((column) => (hidden.includes(column.key) ? { ...column, noRoom: true } : column))
  }, [reason, rows, givenUp, isPhone])
}

function columnsOf(
  { reason, inputs }: { reason: string | null; inputs: Inputs },
  isAliasFolded: boolean,
): Column<TaskRow>[] {
  return [
    {
      key: 'name',
      header: texts.columns.task,
      primary: true,
      fixed: true,
      render: (task) => <TaskOfRun task={task} inputs={inputs.get(task.workqueueId ?? '')} reason={reason} />,
    },
    { key: 'alias', header: texts.columns.alias, width: '104px', render: ({ alias }) => alias },
    {
      key: 'host',
      header: texts.columns.host,
      width: '160px',
      fixed: true,
      render: ({ version, hostName, alias }) => (
        <VersionHost version={version} hostName={hostName} alias={isAliasFolded ? alias : undefined} />
      ),
    },
    {
      key: 'attempt',
      header: texts.columns.attempt,
      width: '80px',
      align: 'end',
      render: (task) => attemptsText(task) ?? '-',
    },
    {
      key: 'at',
      header: texts.columns.at,
      width: '92px',
      muted: true,
      card: 'start',
      render: ({ at }) => <Clock at={at} />,
    },
    {
      key: 'now',
      header: texts.columns.now,
      width: '176px',
      render: (task) => (
        <Box as="span" display="inline-flex" flexDirection="column" alignItems="flex-start" gap="0.5">
          <NowBadge task={task} />
          <RepairNote task={task} />
        </Box>
      ),
    },
  ]
}

/** On a phone a card has its facts in one line. */
const cardColumns: Column<TaskRow>[] = [
  { key: 'now', header: texts.columns.now, card: 'head', render: (task) => <NowBadge task={task} /> },
  { key: 'note', header: '', card: 'first', render: (task) => <RepairNote task={task} /> },
  {
    key: 'facts',
    header: '',
    card: 'first',
    render: ({ alias, version, hostName, at, ...task }) => (
      <Box as="span" color="ink.2" textStyle="xs">
        {[
          texts.failedOn(alias),
          [version, hostName && `@ ${shortHost(hostName)}`].filter(Boolean).join(' '),
          texts.attempt(attemptsText(task)),
        ]
          .filter(Boolean)
          .join(' · ')}
        {BETWEEN_FACTS}
        <Clock at={at} />
      </Box>
    ),
  },
]

/** `14:03`, or with the day when it is another one; exactly on hover. */
function Clock({ at }: { at: string | null }) {
  const text = useOfNow(10_000, (now) => (at ? formatMoment(new Date(at), new Date(now)) : '-'))
  const exact = useOfNow(10_000, (now) => (at ? formatExact(new Date(at), new Date(now)) : ''))
  return (
    <Box as="time" whiteSpace="nowrap" title={exact}>
      {text}
    </Box>
  )
}

/** The name, which leads to the task in its run; below it the run with its inputs, and the reason where it is another one. */
function TaskOfRun({
  task,
  inputs = [],
  reason,
}: {
  task: TaskRow
  inputs: readonly KeyInput[] | undefined
  reason: string | null
}) {
  const { id, appId, workqueueId, workqueueName, name } = task
  const query = `?task=${encodeURIComponent(id)}`
  return (
    <Box as="span" display="block" minW="0">
      {appId && workqueueId ? <NameLink to={paths.workqueue(appId, workqueueId, query)} name={name} /> : name}
      <Box as="span" {...secondLine} display="flex" gap="1" title={workqueueName}>
        <Box as="span" {...oneLine}>
          {workqueueName}
        </Box>
        {workqueueId && <ShortId id={workqueueId} />}
      </Box>
      <KeyInputs inputs={inputs} />
      {task.reason && task.reason !== reason && (
        <Box as="span" {...secondLine} title={task.reason}>
          {task.reason}
        </Box>
      )}
    </Box>
  )
}
