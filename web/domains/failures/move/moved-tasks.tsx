import { Box, chakra, Flex } from '@chakra-ui/react'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import type { KeyInput } from '#shared/domains/workqueues/key-inputs.ts'
import type { MoveWords } from '#shared/domains/failures/move-messages.ts'
import { roughDuration } from '#shared/lib/time-text.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { inputsOfRuns } from '#web/ui/display/key-inputs.tsx'
import { ShortId } from '#web/ui/display/short-id.tsx'
import { StatusIcon, statusTokens } from '#web/ui/display/status.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { formatMoment } from '#web/ui/time/moment.tsx'
import { LISTED, type MovableTask } from './moving.ts'

interface MovedTasksProps {
  words: MoveWords
  tasks: readonly MovableTask[]
  /** All tasks, listed or not. */
  total: number
  /** How many move. */
  count: number
  /** The ids of those that stay. */
  left: ReadonlySet<string>
  onMove(id: string, moves: boolean): void
}

/** `shard 8-3` before `shard 8-11`. */
const byName = new Intl.Collator('en', { numeric: true })

/** The tasks that move, each with a tick, its run, when it failed or was queued, and what waits behind it. */
export function MovedTasks({ words, tasks, total, count, left, onMove }: MovedTasksProps) {
  const listed = tasks.slice(0, LISTED).toSorted((one, other) => byName.compare(one.name, other.name))
  const inputs = inputsOfRuns(tasks)
  const runs = new Set(tasks.map(({ workqueueId }) => workqueueId)).size
  const waits = new Map(tasks.map(({ workqueueId, waiting }) => [workqueueId, waiting ?? 0]))
  const waiting = [...waits.values()].reduce((sum, each) => sum + each, 0)
  const isWhole = tasks.length === total
  return (
    <Box as="section" aria-label={texts.tasks} mx="-6" borderYWidth="1px">
      <Flex
        align="baseline"
        justify="space-between"
        gap="3"
        px="6"
        py="2"
        bg="bg"
        borderBottomWidth="1px"
        borderColor="line.soft"
        color="ink.2"
      >
        <span>
          <chakra.strong fontWeight="semibold" color="ink">
            {count === total ? texts.movesAll(total) : texts.movesSome(count, total)}
          </chakra.strong>
          {isWhole && runs > 1 && ` ${texts.ofRuns(runs)}`}
          {isWhole && waiting > 0 && `; ${texts.waitBehind(waiting)}`}
        </span>
        <Box as="span" textStyle="xs" whiteSpace="nowrap">
          {words.attempts}
        </Box>
      </Flex>
      <chakra.ul listStyleType="none" maxH={{ sm: '180px' }} overflowY="auto" tabIndex={-1}>
        {listed.map((task) => (
          <MovedTask
            key={task.id}
            words={words}
            task={task}
            inputs={inputs.get(task.workqueueId) ?? []}
            moves={!left.has(task.id)}
            onMove={onMove}
          />
        ))}
        {total > listed.length && (
          <chakra.li px="6" py="2" color="ink.2">
            {texts.andMore(total - listed.length)}
          </chakra.li>
        )}
      </chakra.ul>
    </Box>
  )
}

interface MovedTaskProps {
  words: MoveWords
  task: MovableTask
  /** Those that tell its run apart. */
  inputs: readonly KeyInput[]
  moves: boolean
  onMove(id: string, moves: boolean): void
}

function MovedTask({ words, task, inputs, moves, onMove }: MovedTaskProps) {
  const { id, name, workqueueId, workqueueName, status, at, waiting, attempts } = task
  const clock = useOfNow(10_000, (now) => (at ? formatMoment(new Date(at), new Date(now)) : ''))
  const ago = useOfNow(10_000, (now) => (at ? roughDuration(Math.max(0, now - Date.parse(at))) : ''))
  // The inputs first: the runs of most failures have one name.
  const run = [...inputs.map(({ key, value }) => `${key}=${value}`), workqueueName].join(' ')
  return (
    <chakra.li css={rowStyles}>
      <Checkbox hideLabel label={name} checked={moves} onChange={(on) => onMove(id, on)} />
      <Box as="span" color={statusTokens(status).fg} lineHeight="0">
        <StatusIcon status={status} size={13} />
      </Box>
      <Box as="span" data-name truncate title={name}>
        {name}
      </Box>
      <Box as="span" data-run color="ink.2" title={run}>
        {workqueueName !== null && (
          <>
            {run} <ShortId id={workqueueId} />
          </>
        )}
      </Box>
      <Box as="span" data-at color="ink.2">
        {at && words.since(clock)}
      </Box>
      <Box as="span" data-wait color="ink.2">
        {waiting !== null && waiting > 0
          ? texts.waitFor(waiting, ago)
          : status === 'queued' && at !== null && texts.waits(ago)}
      </Box>
      <Box as="span" data-tries color="ink.2" textAlign="end">
        {attempts}
      </Box>
    </chakra.li>
  )
}

/** On a phone a task has three lines: its name, its run, and when it failed beside what waits. */
const rowStyles = {
  display: 'grid',
  gridTemplateColumns: {
    base: '20px 16px minmax(0, 1fr) auto',
    sm: '20px 16px minmax(0, 1.1fr) minmax(0, 1.6fr) auto minmax(0, 1fr) 28px',
  },
  columnGap: { base: '2', sm: '3' },
  alignItems: 'center',
  px: '6',
  py: { base: '2', sm: '1.5' },
  minH: { base: '10', sm: '8' },
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  borderBottomWidth: '1px',
  borderColor: 'line.soft',
  _last: { borderBottomWidth: '0' },
  '& label': { minH: { base: '10', sm: 'auto' }, minW: { base: '10', sm: 'auto' } },
  '& [data-run]': {
    gridColumn: { base: '3 / -1', sm: 'auto' },
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
  '& [data-at]': { gridColumn: { base: '3', sm: 'auto' } },
  '& [data-wait]': { gridColumn: { base: '4', sm: 'auto' } },
  '& [data-tries]': { gridColumn: { base: '4', sm: 'auto' }, gridRow: { base: '1', sm: 'auto' } },
  '& :is([data-run], [data-wait]):empty': { display: { base: 'none', sm: 'block' } },
} as const
