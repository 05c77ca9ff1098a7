import { Button } from '@chakra-ui/react'
import { Trash2 } from 'lucide-react'

/** The way to delete one row of a table. */
export function RowDelete({
  name,
  label = 'Delete',
  says = label,
  compact = false,
  disabled = false,
  onClick,
}: {
  /** Which row, for screen readers. */
  name: string
  /** The word beside the icon. */
  label?: string
  /** What is done, in full: for screen readers, and on hover where there is only the icon. */
  says?: string
  /** Only the icon, where a row has no room. */
  compact?: boolean
  disabled?: boolean
  onClick(): void
}) {
  return (
    <Button
      size="sm"
      variant="ghost"
      data-danger
      px={compact ? '1.5' : undefined}
      // Its word, not its padding, ends where the column ends.
      me={compact ? undefined : '-2.5'}
      aria-label={`${says}: ${name}`}
      title={compact ? says : undefined}
      disabled={disabled}
      onClick={onClick}
    >
      <Trash2 />
      {!compact && label}
    </Button>
  )
}
