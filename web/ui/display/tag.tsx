import { chakra } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { memo } from 'react'

/**
 * A small label; with `onRemove` it has a button that removes it. `oneLine` truncates a long text and adds a
 * tooltip with the whole text.
 */
export const Tag = memo(function Tag({
  label,
  onRemove,
  oneLine,
}: {
  label: string
  onRemove?: () => void
  oneLine?: boolean
}) {
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="1"
      minH="5"
      px="1.5"
      borderWidth="1px"
      borderRadius="sm"
      bg="surface"
      color="ink.2"
      textStyle="xs"
      overflowWrap="anywhere"
      maxW="full"
      title={oneLine ? label : undefined}
    >
      {oneLine ? <chakra.span truncate>{label}</chakra.span> : label}
      {onRemove && (
        <chakra.button
          type="button"
          aria-label={`Remove ${label}`}
          onClick={onRemove}
          cursor="pointer"
          borderRadius="xs"
          data-touch
        >
          <X size={12} />
        </chakra.button>
      )}
    </chakra.span>
  )
})
