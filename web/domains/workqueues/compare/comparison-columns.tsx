import { Box, Button, Flex } from '@chakra-ui/react'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { isCancelledTask, markOfTask } from '#shared/domains/tasks/rules.ts'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import { isTerminal } from '#shared/domains/workqueues/live-list.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
import { StatusIcon } from '#web/ui/display/status.tsx'
import { oneLine } from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { type BarScale, DifferenceBar } from './difference-bar.tsx'
import { Change, noteOf, ranText, statusText, VersionAtHost, waitTexts } from './row-texts.tsx'
import type { FoldedRow, ShownRow } from './shown-rows.ts'
import { type ComparedRow, type Comparison, failedSide, isReachedByNone } from './task-differences.ts'
import { type Both, otherSide } from './task-pairs.ts'

/** What all rows of a comparison share. */
export interface RowFacts {
  comparison: Comparison
  scale: BarScale
  /** The runs in their short form. */
  names: Both<string>
  /** The keys of the rows whose inputs and results are shown. */
  open: ReadonlySet<string>
  toggle(key: string): void
}

/** The name of a task behind the mark of its status, or how many one run did not reach. */
export function RowName({ row, facts }: { row: ShownRow; facts: RowFacts }) {
  if (row.kind === 'folded')
    return (
      <Flex as="span" align="center" gap="2" data-folded>
        <Box as="span" lineHeight="0" color="ink.3" aria-hidden>
          {row.open ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
        </Box>
        {foldedName(row, facts)}
      </Flex>
    )
  const { row: task, member } = row
  // Of two runs that did not come to it, one may have been cancelled before.
  const isLeft = isReachedByNone(task) && task.left?.status === 'notstarted'
  const shown = isLeft ? task.left : (task.right ?? task.left)
  return (
    <Flex
      as="span"
      align="center"
      gap="2"
      ps={{ base: '0', sm: task.parallel || member ? '3.5' : '0' }}
      data-same={task.difference === 'same' || undefined}
      data-failed={failedSide(task) === 'right' || undefined}
    >
      {shown && <StatusIcon status={markOfTask(shown)} />}
      <Box as="span" minW="0" {...oneLine} title={task.name}>
        {task.name}
      </Box>
    </Flex>
  )
}

function foldedName(row: FoldedRow, { comparison: { runs } }: RowFacts): string {
  const ended = isTerminal(runs[row.side].status)
  return (ended ? compareMessages.notReached : compareMessages.notStartedYet)(row.rows.length)
}

/** The status of a task in both runs. */
export function RowStatus({ row, facts }: { row: ShownRow; facts: RowFacts }) {
  if (row.kind === 'folded') return <FoldedStatus row={row} />
  const { left, right, errorTask } = row.row
  const { attempts } = facts.comparison
  const [before = null, now = null] = [left, right].map((task) =>
    task ? statusText(task, attempts.get(task.id) ?? [], errorTask) : null,
  )
  if (before !== now && isReachedByNone(row.row)) return <>{compareMessages.notStarted}</>
  const failed = (text: string | null) => <span data-red>{text}</span>
  const side = failedSide(row.row)
  return (
    <Change
      left={side === 'left' ? failed(before) : before}
      right={now}
      strong={side === 'right' ? failed(now) : now}
    />
  )
}

function FoldedStatus({ row: { rows, side } }: { row: FoldedRow }) {
  const ran = new Set(rows.map((row) => row[otherSide(side)]?.status ?? ''))
  const [only = ''] = ran
  const words = {
    [side]: rows.some((row) => row[side] && isCancelledTask(row[side]))
      ? compareMessages.cancelled
      : compareMessages.notStarted,
    [otherSide(side)]: ran.size === 1 ? only : compareMessages.ranThere,
  }
  return <Change left={words['left']} right={words['right']} />
}

/** The time that a task ran in both runs. */
export function RowRan({ row }: { row: ShownRow }) {
  if (row.kind === 'folded') {
    const ran = shortDuration(row.ranMs)
    const words = { [row.side]: compareMessages.none, [otherSide(row.side)]: ran }
    return <Change left={words['left']} right={words['right']} />
  }
  const { left, right } = row.row.ran
  return <Change left={ranText(left)} right={ranText(right)} />
}

/** Version and host in both runs, or why only one of them has the task. */
export function RowVersion({ row, facts }: { row: ShownRow; facts: RowFacts }) {
  if (row.kind === 'folded') return <>{row.waits}</>
  return <>{noteOf(row.row, facts.names) ?? <VersionAtHost row={row.row} />}</>
}

export function RowAlias({ row: { left, right } }: { row: ComparedRow }) {
  return (
    <Box as="span" display="block" whiteSpace="normal" overflowWrap="anywhere">
      <Change left={left?.alias ?? null} right={right?.alias ?? null} strong={<b>{right?.alias}</b>} />
    </Box>
  )
}

/** The button that shows the inputs and the result of a task in both runs. */
export function RowToggle({ row, facts }: { row: ComparedRow; facts: RowFacts }) {
  const open = facts.open.has(row.key)
  const label = open ? compareMessages.hideValues : compareMessages.showValues
  return (
    <Button
      size="xs"
      variant="ghost"
      px="1"
      height={{ base: '10', sm: '6' }}
      minW={{ base: '10', sm: '6' }}
      aria-expanded={open}
      aria-label={`${label}: ${row.name}`}
      title={label}
      onClick={() => facts.toggle(row.key)}
    >
      {open ? <ChevronDown /> : <ChevronRight />}
    </Button>
  )
}

/** The columns of the tasks of two runs. */
export function comparisonColumns(facts: RowFacts): Column<ShownRow>[] {
  const task = (render: (row: ComparedRow) => React.ReactNode) => (row: ShownRow) =>
    row.kind === 'task' ? render(row.row) : null
  return [
    {
      key: 'task',
      header: compareMessages.task,
      width: '17%',
      primary: true,
      fixed: true,
      render: (row) => <RowName row={row} facts={facts} />,
    },
    {
      key: 'status',
      header: 'Status',
      width: '13.5%',
      render: (row) => <RowStatus row={row} facts={facts} />,
    },
    { key: 'ran', header: compareMessages.ran, width: '11%', render: (row) => <RowRan row={row} /> },
    {
      key: 'difference',
      header: compareMessages.difference,
      width: '14.5%',
      render: task((row) => <DifferenceBar row={row} scale={facts.scale} />),
    },
    {
      key: 'waited',
      header: compareMessages.waited,
      width: '9%',
      render: task((row) => <Change {...waitTexts(row)} />),
    },
    {
      key: 'version',
      header: compareMessages.versionAtHost,
      width: '20%',
      fixed: true,
      render: (row) => <RowVersion row={row} facts={facts} />,
    },
    { key: 'alias', header: 'Alias', width: '11%', render: task((row) => <RowAlias row={row} />) },
    {
      key: 'values',
      header: '',
      width: '4%',
      align: 'end',
      render: task((row) => <RowToggle row={row} facts={facts} />),
    },
  ]
}
