import { memo } from 'react'
import { StatusIcon } from './status-icon.tsx'

interface StatusBadgeProps {
  status: string
  size?: 'sm' | 'md'
}

/** A status as icon and word on its soft colour; never colour alone. */
export const StatusBadge = memo(function StatusBadge({ status, size = 'md' }: StatusBadgeProps) {
  const small = size === 'sm'
  return (
    <span data-badge={status} data-small={small || undefined}>
      <StatusIcon status={status} size={small ? 12 : 13} />
      {status}
    </span>
  )
})
