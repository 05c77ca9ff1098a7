import { chakra } from '@chakra-ui/react'
import {
  Check,
  CircleDashed,
  CirclePause,
  Clock,
  Gauge,
  Hourglass,
  type LucideIcon,
  TrendingUp,
  Unplug,
} from 'lucide-react'
import { saidOf, type QueueAnswer } from '#shared/domains/queues/behind.ts'
import { needOf } from '#shared/domains/queues/verdict-codes.ts'
import { useQueuesNow } from '#web/lib/queues/use-queues-now.ts'

const green = 'status.completed.fg'

/** The icon of a verdict, and its colour; a verdict that is fine is in ink. */
const looks: Record<string, { icon: LucideIcon; color?: string; iconColor?: string }> = {
  nobody: { icon: Unplug, color: 'danger' },
  growing: { icon: TrendingUp, color: 'danger' },
  stalled: { icon: Clock, color: 'status.retry.fg' },
  paused: { icon: CirclePause, color: 'status.cancelled.fg' },
  limit: { icon: Gauge },
  clears: { icon: Check, iconColor: green },
  steady: { icon: Check, iconColor: green },
  early: { icon: Hourglass, iconColor: 'ink.3' },
  idle: { icon: CircleDashed, iconColor: 'ink.3' },
}
const unknownLook = { icon: CircleDashed, iconColor: 'ink.3' }

/** The colour of what is drawn of a queue with this verdict. */
export const verdictColor = (code: string): string => looks[code]?.color ?? 'ink.3'

/** In place of the tick of a queue that is fine but has a task that runs far too long, or takes none. */
const slowLook = { icon: Clock, color: 'ink', iconColor: 'status.retry.fg' }

/** What the figures of a queue mean, and in a second line what is behind it. `titled`: also as a tooltip, where lines are cut. */
export function VerdictText({
  queue,
  titled = false,
  besidePollers = false,
}: {
  queue: QueueAnswer
  titled?: boolean
  /** The pollers stand beside it, with their last polls. */
  besidePollers?: boolean
}) {
  const said = saidOf(queue, useQueuesNow([queue]))
  const { code, text, isSlow } = said
  const behind = besidePollers && code === 'nobody' && queue.pollers.length > 0 ? '' : said.behind
  const look: (typeof looks)[string] = isSlow ? slowLook : (looks[code] ?? unknownLook)
  const { icon: Icon, color = 'ink', iconColor = color } = look
  return (
    <chakra.span
      display="grid"
      gridTemplateColumns="auto minmax(0, 1fr)"
      columnGap="2"
      alignItems="start"
      textAlign="start"
      data-verdict={code}
      title={titled ? [text, behind].filter(Boolean).join(': ') : undefined}
    >
      <chakra.span color={iconColor} lineHeight="0" pt="3px">
        <Icon size={14} aria-hidden />
      </chakra.span>
      <chakra.span color={color} fontWeight={needOf(code) === 'fine' ? 'medium' : 'semibold'}>
        {text}
      </chakra.span>
      {behind && (
        <chakra.span
          gridColumn="2"
          color={isSlow ? 'status.retry.fg' : 'ink.2'}
          textStyle="xs"
          overflowWrap="anywhere"
        >
          {behind}
        </chakra.span>
      )}
    </chakra.span>
  )
}
