import { Box, Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { StatusIcon } from '../display/status.tsx'

interface BannerProps {
  label: string
  /** The tokens of its text and of its ground. */
  fg: string
  soft: string
  /** The status whose sign it has. */
  mark: string
  /** From this width on the actions stand beside the text. */
  beside: 'sm' | 'md'
  children: ReactNode
  actions: ReactNode
  'data-banner'?: string
}

/** How the subject of a page stands, with what fixes it. */
export function Banner({ label, fg, soft, mark, beside, children, actions, ...data }: BannerProps) {
  return (
    <Flex
      as="section"
      aria-label={label}
      align={{ base: 'stretch', [beside]: 'center' }}
      direction={{ base: 'column', [beside]: 'row' }}
      gap="3"
      px="3.5"
      py="2.5"
      borderWidth="1px"
      borderRadius="lg"
      bg={soft}
      borderColor={`color-mix(in srgb, {colors.${fg}} 35%, transparent)`}
      {...data}
    >
      <Flex gap="3" flex="1" minW="0">
        <Box color={fg} pt="1px" flexShrink={0}>
          <StatusIcon status={mark} size={16} />
        </Box>
        <Box minW="0">{children}</Box>
      </Flex>
      {actions}
    </Flex>
  )
}
