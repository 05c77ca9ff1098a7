import { Button } from '@chakra-ui/react'
import { Trash2 } from 'lucide-react'
import { memo } from 'react'
import { IfMayChange } from '#web/lib/rights.tsx'
import { TextLink } from '../page/text-link.tsx'

/** On a wide screen a table cell shows one line, and its title contains the rest; on a phone and at 200 % zoom it wraps. */
export const oneLine = {
  overflow: { md: 'hidden' },
  textOverflow: { md: 'ellipsis' },
  whiteSpace: { md: 'nowrap' },
} as const

/** The name of a row's object, linked to it. Belongs in a column that is `fixed`. */
export const NameLink = memo(function NameLink({ to, name }: { to: string; name: string }) {
  return (
    <TextLink
      to={to}
      title={name}
      display={{ base: 'inline', md: 'block' }}
      width="fit-content"
      maxW="full"
      {...oneLine}
      color="ink"
      _hover={{ color: 'accent' }}
    >
      {name}
    </TextLink>
  )
})

/** The button that deletes a row of a table. */
export function RowDeleteButton({
  name,
  label = 'Delete',
  says = label,
  compact = false,
  disabled = false,
  reason,
  onClick,
}: {
  /** The name of the row, for screen readers. */
  name: string
  /** The text next to the icon. */
  label?: string
  /** The action for screen readers, and on hover where there is only the icon. */
  says?: string
  /** Shows only the icon, for narrow columns. */
  compact?: boolean
  disabled?: boolean
  /** Why it is disabled. */
  reason?: string | undefined
  onClick(): void
}) {
  return (
    <IfMayChange>
      <Button
        size="sm"
        variant="ghost"
        data-danger
        px={compact ? '1.5' : undefined}
        // Aligns the text, and not its padding, with the end of the column.
        me={compact ? undefined : '-2.5'}
        aria-label={`${says}: ${name}`}
        title={reason ?? (compact ? says : undefined)}
        disabled={disabled}
        onClick={onClick}
      >
        <Trash2 />
        {!compact && label}
      </Button>
    </IfMayChange>
  )
}
