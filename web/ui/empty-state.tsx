import { Box, chakra, Flex } from '@chakra-ui/react'
import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'

/** Says what would be here and offers the one next step. */
export function EmptyState({
  icon,
  title,
  description,
  action,
}: {
  icon?: ReactNode
  title: string
  description?: ReactNode
  action?: ReactNode
}) {
  return (
    <Flex direction="column" align="center" textAlign="center" gap="1" px="4" py="12">
      <Flex
        aria-hidden
        align="center"
        justify="center"
        boxSize="10"
        mb="2"
        borderRadius="lg"
        bg="accent.soft"
        color="accent"
      >
        {icon ?? <Inbox size={20} />}
      </Flex>
      <chakra.p fontWeight="semibold">{title}</chakra.p>
      {description && (
        <Box color="ink.2" maxW="420px">
          {description}
        </Box>
      )}
      {action && <Box mt="3">{action}</Box>}
    </Flex>
  )
}
