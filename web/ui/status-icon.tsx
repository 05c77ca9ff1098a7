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
import './status.css'

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
    <span data-icon="status" data-status={status} aria-hidden>
      <Icon size={size} strokeWidth={strong ? 3 : 2.25} />
    </span>
  )
}
