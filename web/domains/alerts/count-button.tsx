import { Box, Button } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A filter by a state, with the number of its deliveries where that is known. */
export function CountButton({
  icon,
  color,
  label,
  count,
  pressed,
  onClick,
}: {
  icon: ReactNode
  color: string
  label: string
  count: number | null
  pressed: boolean
  onClick(): void
}) {
  return (
    <Button
      size="sm"
      px="2"
      gap="1.5"
      minH={{ base: '10', sm: '7' }}
      aria-label={count === null ? label : `${count} ${label}`}
      aria-pressed={pressed}
      _pressed={{ bg: 'accent.soft', borderColor: 'accent' }}
      onClick={onClick}
    >
      <Box as="span" color={color} lineHeight="0">
        {icon}
      </Box>
      {count !== null && (
        <Box as="span" fontWeight="semibold" fontVariantNumeric="tabular-nums">
          {count.toLocaleString('en')}
        </Box>
      )}
      <Box as="span" fontWeight="normal">
        {label}
      </Box>
    </Button>
  )
}
