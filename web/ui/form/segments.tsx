import { Box, chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

export interface Segment<Value extends string> {
  value: Value
  label: string
  icon?: ReactNode
  /** Shown after the label, in the colour of text. */
  count?: number
}

/**
 * One of a few choices, all of them visible. In a container narrower than `iconsBelow` the words give way to the icons,
 * except on a phone with `wordsOnPhone`, where the choices have a row of their own.
 */
export function Segments<Value extends string>({
  label,
  options,
  value,
  onChange,
  iconsBelow,
  wordsOnPhone = false,
  size = 'md',
}: {
  /** What is chosen, for screen readers. */
  label: string
  options: readonly Segment<Value>[]
  value: Value
  onChange(value: Value): void
  /** Width of the next container of sizes, in pixels. */
  iconsBelow?: number
  wordsOnPhone?: boolean
  size?: 'sm' | 'md'
}) {
  const isNarrow = `@container (max-width: ${iconsBelow}px)`
  const words =
    iconsBelow === undefined
      ? undefined
      : wordsOnPhone
        ? { '@media (min-width: 700px)': { [isNarrow]: hidden } }
        : { [isNarrow]: hidden }
  return (
    <Box
      role="group"
      aria-label={label}
      display="inline-flex"
      flexGrow={{ base: 1, sm: 0 }}
      p="2px"
      gap="2px"
      bg="pressed"
      borderRadius="md"
    >
      {options.map((option) => (
        <chakra.button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-label={option.count === undefined ? option.label : `${option.label} ${option.count}`}
          title={iconsBelow === undefined ? undefined : option.label}
          onClick={() => onChange(option.value)}
          {...segment}
          height={{ base: '10', sm: size === 'sm' ? '6' : '7' }}
        >
          {option.icon}
          <chakra.span css={words}>{option.label}</chakra.span>
          {option.count !== undefined && <span>{option.count.toLocaleString('en')}</span>}
        </chakra.button>
      ))}
    </Box>
  )
}

const hidden = { display: 'none' }

const segment = {
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '1.5',
  flexGrow: 1,
  minW: '9',
  px: '2.5',
  borderRadius: 'sm',
  color: 'ink.2',
  fontWeight: 'medium',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  cursor: 'pointer',
  _hover: { color: 'ink' },
  '&[aria-pressed=true]': { bg: 'surface', color: 'ink', boxShadow: 'card' },
  _icon: { width: '15px', height: '15px', flexShrink: 0 },
} as const
