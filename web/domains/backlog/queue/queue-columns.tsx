import { chakra, Flex } from '@chakra-ui/react'
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { backlogMessages as texts } from '#shared/domains/backlog/messages.ts'
import { PollersText } from '#web/ui/display/pollers.tsx'
import { VerdictText } from '#web/ui/display/verdict.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { backlogColumns } from '../backlog-columns.tsx'
import { QueuesClock } from '../clocks.tsx'
import type { BacklogListRow } from '../sort-backlog.ts'
import { isIdle, queueAddress } from './queue-rows.ts'
import { QueueAction } from './queue-action.tsx'
import { Trend } from './trend.tsx'
import { TypeName } from './type-name.tsx'

/** The name of a queue, with the button that opens its row. */
function QueueName({ row, isOpen, toggle }: { row: BacklogListRow; isOpen: boolean; toggle(): void }) {
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <chakra.span {...nameBox}>
      <chakra.button
        type="button"
        display="inline-grid"
        placeItems="center"
        flexShrink="0"
        boxSize={{ base: '10', sm: '6' }}
        ms={{ base: '-3', sm: '-1.5' }}
        borderRadius="sm"
        color="ink.2"
        cursor="pointer"
        _hover={{ bg: 'pressed', color: 'ink' }}
        aria-expanded={isOpen}
        aria-label={texts.openQueue(row.type, row.alias)}
        onClick={toggle}
      >
        <Icon size={15} aria-hidden />
      </chakra.button>
      <TypeName type={row.type} />
    </chakra.span>
  )
}

/** The button that copies is shown beside the name, which is cut meanwhile, and not over its end. */
const nameBox = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  minW: '0',
  maxW: 'full',
  css: {
    '@media (min-width: 900px) and (hover: hover)': {
      'tr:is(:hover, :focus-within) > td &': { maxW: 'calc(100% - 20px)' },
    },
  },
} as const

/** Widths in pixels; a column that is sorted by has an arrow beside its name. */
const widths: Record<string, number> = {
  alias: 82,
  retry: 49,
  queued: 62,
  started: 62,
  oldestQueued: 108,
  oldestStarted: 108,
}
const ARROW = 16

/**
 * What gives way first where there is too little room: the trend, which an open row shows larger, then times that the verdict
 * tells, too, and figures that are mostly 0. Who polls and the action of a row always stay.
 */
const givingWay = ['trend', 'oldestStarted', 'retry', 'oldestQueued', 'started']

const onCards: readonly string[] = ['type', 'alias', 'queued', 'oldestQueued']

/** The columns of the backlog on a platform that tells its queues. */
export function queueColumns({
  isCards,
  givenUp,
  open,
  sorted,
  toggle,
}: {
  isCards: boolean
  /** How many of the columns that may give way have no room. */
  givenUp: number
  /** The address of the open row. */
  open: string | null
  /** The key of the column that the rows are sorted by. */
  sorted: string
  toggle(row: BacklogListRow): void
}): Column<BacklogListRow>[] {
  const counters = backlogColumns
    .filter(({ key }) => (isCards ? onCards.includes(key) : key !== 'trend'))
    .map(({ width: _width, ...column }): Column<BacklogListRow> => {
      const name = (row: BacklogListRow) => (
        <QueueName row={row} isOpen={queueAddress(row) === open} toggle={() => toggle(row)} />
      )
      if (column.key === 'type') return { ...column, render: name }
      const width = (widths[column.key] ?? 80) + (column.key === sorted ? ARROW : 0)
      return {
        ...column,
        width: `${width}px`,
        ...(column.key === 'alias' && isCards
          ? { card: 'head' as const, render: (row) => beside(column.render(row)) }
          : {}),
        ...(column.key.startsWith('oldest') ? { render: (row) => smaller(column.render(row)) } : {}),
      }
    })
  if (isCards) {
    const [type, alias, ...figures] = counters
    return [type!, alias!, verdictOnCard, ...figures.map((figure) => unless(waitsNone, figure)), action]
  }
  // The order of the rows can be seen.
  const hidden = givingWay.filter((key) => key !== sorted).slice(0, givenUp)
  return [...counters, verdict, trend, pollers].map((column) =>
    hidden.includes(column.key) ? { ...column, noRoom: true } : column,
  )
}

/** As a card a queue has only the lines that tell something. */
const unless = (
  isNothing: (row: BacklogListRow) => boolean,
  column: Column<BacklogListRow>,
): Column<BacklogListRow> => ({
  ...column,
  render: (row) => (isNothing(row) ? null : column.render(row)),
})
const waitsNone = ({ queue, queued }: BacklogListRow) => queue !== undefined && queued === 0

/** Beside the name on a phone, which is as high as its button. */
const beside = (content: ReactNode) => (
  <Flex as="span" align="center" minH="10">
    {content}
  </Flex>
)

/** In the narrow cells of a wide screen. */
const smaller = (content: ReactNode) => <chakra.span textStyle={{ sm: 'xs' }}>{content}</chakra.span>

/** Rows of a table have one height: what is too long is cut, and whole in the open row. */
const oneLineEach = { '& [data-verdict] > span:not(:first-of-type)': { truncate: { md: true } } }

const verdict: Column<BacklogListRow> = {
  key: 'verdict',
  header: texts.verdict,
  width: '216px',
  card: 'first',
  sortable: 'descending',
  render: ({ queue, queued, started }) =>
    queue && (
      <QueuesClock>
        <chakra.span css={oneLineEach}>
          <VerdictText queue={{ ...queue, queued, started }} titled />
        </chakra.span>
      </QueuesClock>
    ),
}
/** Of a queue in which nothing happens in one small line. */
const inOneLine = {
  '& > [data-verdict]': { display: 'flex', alignItems: 'baseline', textStyle: 'xs' },
  '& > [data-verdict] > span:first-of-type': { alignSelf: 'center', pt: '0' },
}
const verdictOnCard: Column<BacklogListRow> = {
  ...verdict,
  render: (row) =>
    isIdle(row) ? (
      <chakra.span css={inOneLine} data-idle>
        <QueuesClock>
          <VerdictText queue={row.queue!} />
        </QueuesClock>
      </chakra.span>
    ) : (
      verdict.render(row)
    ),
}
const trend: Column<BacklogListRow> = {
  key: 'trend',
  header: texts.trend,
  width: '88px',
  render: (row) => <Trend row={row} />,
}
/** Who polls; at the end of the line the action, which only a queue needs that few poll. */
const pollers: Column<BacklogListRow> = {
  key: 'pollers',
  header: texts.pollers,
  width: '152px',
  render: (row) => (
    <Flex as="span" align="center" justify="space-between" gap="2" minW="0">
      {row.queue && (
        <QueuesClock>
          <PollersText {...row.queue} lastPollIsTold={row.queue.verdict.code === 'nobody'} />
        </QueuesClock>
      )}
      <QueueAction row={row} />
    </Flex>
  ),
}
const action: Column<BacklogListRow> = {
  key: 'action',
  header: '',
  width: '100px',
  align: 'end',
  card: 'line',
  render: (row) => <QueueAction row={row} />,
}
