import { chakra } from '@chakra-ui/react'
import {
  Ban,
  Check,
  CircleDashed,
  CircleDot,
  Clock,
  LoaderCircle,
  RotateCw,
  SkipForward,
  Trash2,
  X,
  type LucideIcon,
} from 'lucide-react'

const icons: Record<string, LucideIcon> = {
  ended: Check,
  completed: Check,
  started: LoaderCircle,
  queued: Clock,
  notstarted: CircleDashed,
  retry: RotateCw,
  failed: X,
  cancelled: Ban,
  skipped: SkipForward,
  active: CircleDot,
  deleted: Trash2,
}

/** The theme's colour names of a status; a status this console does not know looks like a waiting one. */
export function statusTokens(status: string): { fg: string; soft: string } {
  const known = status in icons ? status : 'queued'
  return { fg: `status.${known}.fg`, soft: `status.${known}.soft` }
}

/** A status as a shape. The word stands beside it, so it is hidden from screen readers. */
export function StatusIcon({ status, size = 14 }: { status: string; size?: number }) {
  const Icon = icons[status] ?? Clock
  const strong = Icon === Check || Icon === X
  return (
    <chakra.span
      data-status={status}
      aria-hidden
      display="inline-flex"
      flexShrink={0}
      color={statusTokens(status).fg}
      animation={Icon === LoaderCircle ? 'turn 1.2s linear infinite' : undefined}
      _motionReduce={{ animation: 'none' }}
    >
      <Icon size={size} strokeWidth={strong ? 3 : 2.25} />
    </chakra.span>
  )
}
