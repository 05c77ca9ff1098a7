import { Box, Button, chakra, Flex } from '@chakra-ui/react'
import { Inbox, RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { pageMessages } from '#shared/lib/page-messages.ts'

/** Describes the future content and offers the next step. */
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

/** Reports a failed load and offers to try again. */
export function FailedState({
  message,
  retryLabel = pageMessages.tryAgain,
  onRetry,
}: {
  message: string
  retryLabel?: string | undefined
  onRetry?: () => void
}) {
  return (
    <Flex role="alert" direction="column" align="center" textAlign="center" gap="2" px="4" py="12">
      <Flex
        aria-hidden
        align="center"
        justify="center"
        boxSize="10"
        borderRadius="lg"
        bg="danger.soft"
        color="danger"
      >
        <TriangleAlert size={20} />
      </Flex>
      <Box maxW="480px" overflowWrap="anywhere">
        {message}
      </Box>
      {onRetry && (
        <Button mt="2" onClick={onRetry}>
          <RotateCw /> {retryLabel}
        </Button>
      )}
    </Flex>
  )
}
