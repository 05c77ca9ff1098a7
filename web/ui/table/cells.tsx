import { Button } from '@chakra-ui/react'
import { Trash2 } from 'lucide-react'
import { memo } from 'react'
import { TextLink } from '../page/text-link.tsx'

/** On a desk a value of a table keeps to its line, and its title tells the rest; on a phone there is room for all of it. */
export const oneLine = {
  overflow: { sm: 'hidden' },
  textOverflow: { sm: 'ellipsis' },
  whiteSpace: { sm: 'nowrap' },
} as const

/** The name of a table's row, leading to what it names. Stands in a column that is `fixed`. */
export const NameLink = memo(function NameLink({ to, name }: { to: string; name: string }) {
  return (
    <TextLink
      to={to}
      title={name}
      display={{ base: 'inline', sm: 'block' }}
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

/** The way to delete one row of a table. */
export function RowDeleteButton({
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
