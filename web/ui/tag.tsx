import { chakra } from '@chakra-ui/react'
import { X } from 'lucide-react'

/** A small label; with `onRemove` it carries a button that takes it away. */
export function Tag({ label, onRemove }: { label: string; onRemove?: () => void }) {
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
    >
      {label}
      {onRemove && (
        <chakra.button
          type="button"
          aria-label={`Remove ${label}`}
          onClick={onRemove}
          cursor="pointer"
          borderRadius="xs"
        >
          <X size={12} />
        </chakra.button>
      )}
    </chakra.span>
  )
}
