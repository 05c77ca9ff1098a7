import { Box, Button, type ButtonProps } from '@chakra-ui/react'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** The button of a filter: its name and its current value, if that is short enough to be told. */
export function Chip({
  icon,
  label,
  value,
  ...button
}: { icon?: ReactNode; label: string; value?: string | undefined } & ButtonProps) {
  return (
    <Button fontWeight="normal" px="2.5" gap="1.5" maxW="full" minH={{ base: '10', sm: '8' }} {...button}>
      {icon && (
        <Box as="span" color="ink.3" lineHeight="0">
          {icon}
        </Box>
      )}
      <Box as="span" color="ink.3">
        {label}
      </Box>
      {value !== undefined && (
        <Box as="span" fontWeight="medium" truncate maxW="340px" data-value={value}>
          {value}
        </Box>
      )}
      <Box as="span" color="ink.3" lineHeight="0">
        <ChevronDown size={14} />
      </Box>
    </Button>
  )
}

/** Letters of two choices that a chip has room for. */
const ROOM = 24

/** The text of a chip for several choices: `any`, the only one, two short ones, or the first and the number of others. */
export function choiceText(labels: string[]): string {
  const [first, ...rest] = labels
  if (first === undefined) return 'any'
  const all = labels.join(', ')
  return rest.length === 0 || (rest.length === 1 && all.length <= ROOM) ? all : `${first} +${rest.length}`
}
