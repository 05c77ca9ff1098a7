import './status.css'
import {
  Ban,
  Check,
  CircleDashed,
  CircleDot,
  Clock,
  LoaderCircle,
  type LucideIcon,
  RotateCw,
  SkipForward,
  Trash2,
  X,
} from 'lucide-react'
import { memo } from 'react'

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

/** The theme's colour names of a status; an unknown status looks like a waiting one. */
export function statusTokens(status: string): { fg: string; soft: string } {
  const known = status in icons ? status : 'queued'
  return { fg: `status.${known}.fg`, soft: `status.${known}.soft` }
}

/** A status as an icon, hidden from screen readers, because the word is next to it. */
export function StatusIcon({ status, size = 14 }: { status: string; size?: number }) {
  const Icon = icons[status] ?? Clock
  const strong = Icon === Check || Icon === X
  return (
    <span data-icon="status" data-status={status} aria-hidden>
      <Icon size={size} strokeWidth={strong ? 3 : 2.25} />
    </span>
  )
}

interface StatusBadgeProps {
  status: string
  /** The status whose icon is shown; absent: the status itself. */
  mark?: string
  size?: 'sm' | 'md'
}

/** A status as icon and word on its soft colour. */
export const StatusBadge = memo(function StatusBadge({
  status,
  mark = status,
  size = 'md',
}: StatusBadgeProps) {
  const small = size === 'sm'
  return (
    <span data-badge={status} data-small={small || undefined}>
      <StatusIcon status={mark} size={small ? 12 : 13} />
      {status}
    </span>
  )
})
