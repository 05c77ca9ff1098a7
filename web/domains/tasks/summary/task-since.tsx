import { Box } from '@chakra-ui/react'
import { Clock, type LucideIcon, Unplug } from 'lucide-react'
import type { Why } from '#shared/domains/tasks/why/contract.ts'
import { unbroken } from '#shared/lib/time-text.ts'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { secondLine, twoLines } from '../listed-task.tsx'

/** Causes that call for a look. */
const looks: Record<string, { icon: LucideIcon; color: string }> = {
  late: { icon: Clock, color: 'status.retry.fg' },
  stalled: { icon: Clock, color: 'status.retry.fg' },
  nobody: { icon: Unplug, color: 'danger' },
}

/** Since when a task runs or is queued, and below it why, in short; what calls for a look has its colour and an icon. */
export function TaskSince({
  at,
  why,
}: {
  at: string | null
  why: (Pick<Why, 'text' | 'short'> & { code: string }) | null
}) {
  const look = why && looks[why.code]
  return (
    <Box as="span" {...twoLines}>
      <RelativeTime value={at} />
      {why && (
        <Box as="span" {...secondLine} color={look?.color ?? 'ink.3'} title={why.text} data-why={why.code}>
          {look && (
            <Box as="span" display="inline-block" verticalAlign="-2px" lineHeight="0" me="1">
              <look.icon size={12} aria-hidden />
            </Box>
          )}
          {unbroken(why.short)}
        </Box>
      )}
    </Box>
  )
}
