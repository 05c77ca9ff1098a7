import { Box, chakra } from '@chakra-ui/react'
import { CircleAlert, CircleCheck, Clock, type LucideIcon, TriangleAlert } from 'lucide-react'
import { use } from 'react'
import { backlogMessages as texts } from '#shared/domains/backlog/messages.ts'
import { ageLevel, type AgeLevel } from '#shared/domains/backlog/rules.ts'
import { queueMessages } from '#shared/domains/queues/messages.ts'
import { isPolledNow } from '#shared/domains/queues/polling.ts'
import { roughDuration } from '#shared/lib/time-text.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { Tag } from '#web/ui/display/tag.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { QueuesStaleSince } from './clocks.tsx'
import type { BacklogListRow } from './sort-backlog.ts'
import { Sparkline } from './sparkline.tsx'

const looks: Record<AgeLevel, { color: string; icon: LucideIcon }> = {
  success: { color: 'status.ended.fg', icon: CircleCheck },
  warning: { color: 'status.retry.fg', icon: TriangleAlert },
  danger: { color: 'danger', icon: CircleAlert },
}

/** The waiting time of the oldest task; colour and icon show its level. One that no worker takes has no tick at any age. */
export function Age({ since, taken = true }: { since: string | null; taken?: boolean }) {
  if (since === null) {
    return (
      <chakra.span color="ink.3" data-age="none">
        {texts.noAge}
      </chakra.span>
    )
  }
  return <Waiting since={since} taken={taken} />
}

function Waiting({ since, taken }: { since: string; taken: boolean }) {
  const start = new Date(since).getTime()
  const level = useOfNow(500, (now) => ageLevel(now - start))
  const { color, icon } = looks[level]
  const Icon = level === 'success' && !taken ? Clock : icon
  return (
    <chakra.span color={color} data-age={level} whiteSpace="nowrap">
      <chakra.span display="inline-block" verticalAlign="-2px" lineHeight="0" me="1.5">
        <Icon size={13} aria-hidden />
      </chakra.span>
      <RelativeTime value={since} textOf={shortAgo} />
    </chakra.span>
  )
}

/** `now`, `42 s ago`, `4 m ago`: in one unit, the width that the names of types need is not spent on times. */
function shortAgo(from: Date, now: Date): string {
  const ms = now.getTime() - from.getTime()
  return ms < 10_000 ? queueMessages.now : queueMessages.ago(roughDuration(ms).split(' ', 2).join(' '))
}

function OldestQueued({ row: { oldestQueued, queue } }: { row: BacklogListRow }) {
  const readAt = use(QueuesStaleSince)
  const taken = useOfNow(10_000, (now) => Number(queue === undefined || isPolledNow(queue, readAt ?? now)))
  return <Age since={oldestQueued} taken={taken === 1} />
}

const number = new Intl.NumberFormat('en')

/** A count, muted when it is zero. */
function Count({ value, strong = false }: { value: number; strong?: boolean }) {
  return (
    <Box
      as="span"
      color={value === 0 && !strong ? 'ink.3' : 'ink'}
      fontWeight={strong ? 'semibold' : undefined}
    >
      {number.format(value)}
    </Box>
  )
}

/** Counters, ages and the queue length of the last half hour by task type and alias. */
export const backlogColumns: Column<BacklogListRow>[] = [
  {
    key: 'type',
    header: texts.type,
    primary: true,
    sortable: 'ascending',
    render: ({ type }) => (
      <Box as="span" textStyle="mono">
        {type}
      </Box>
    ),
  },
  {
    key: 'alias',
    header: texts.alias,
    width: '13%',
    sortable: 'ascending',
    render: ({ alias }) => alias && <Tag label={alias} oneLine />,
  },
  {
    key: 'retry',
    header: texts.retry,
    width: '8%',
    align: 'end',
    sortable: 'descending',
    render: ({ retry }) => <Count value={retry} />,
  },
  {
    key: 'queued',
    header: texts.queued,
    width: '8%',
    align: 'end',
    sortable: 'descending',
    render: ({ queued }) => <Count value={queued} strong />,
  },
  {
    key: 'started',
    header: texts.started,
    width: '8%',
    align: 'end',
    sortable: 'descending',
    render: ({ started }) => <Count value={started} />,
  },
  {
    key: 'oldestQueued',
    header: texts.oldestQueued,
    width: '14%',
    sortable: 'descending',
    render: (row) => <OldestQueued row={row} />,
  },
  {
    key: 'oldestStarted',
    header: texts.oldestStarted,
    width: '14%',
    sortable: 'descending',
    render: ({ oldestStarted }) => <Age since={oldestStarted} />,
  },
  {
    key: 'trend',
    header: texts.trend,
    width: '120px',
    render: ({ trend, queued }) => <Sparkline trend={trend} queued={queued} />,
  },
]
