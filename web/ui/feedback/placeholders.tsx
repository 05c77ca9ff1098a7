import { Box, Button, chakra, Flex, Skeleton } from '@chakra-ui/react'
import { Inbox, RotateCw, SearchX, TriangleAlert } from 'lucide-react'
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

/** A page of a list beyond its last one, as an old address may name it. */
export function PastTheEnd({ onFirstPage }: { onFirstPage(): void }) {
  return (
    <EmptyState
      icon={<SearchX size={20} />}
      title="This page is past the end of the list"
      action={<Button onClick={onFirstPage}>Go to the first page</Button>}
    />
  )
}

/** Says in words what could not be loaded and offers to try again. */
export function FailedState({ message, onRetry }: { message: string; onRetry?: () => void }) {
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
          <RotateCw /> Try again
        </Button>
      )}
    </Flex>
  )
}

/** The place of a detail page that is still on its way: breadcrumb, title and a panel. */
export function DetailSkeleton({ label }: { label: string }) {
  return (
    <Box role="status" aria-label={label}>
      <Skeleton height="3" width="160px" mt="0.5" />
      <Skeleton height="5" width="240px" mt="4" mb="6" />
      <Skeleton height="200px" borderRadius="lg" />
      <Skeleton height="160px" mt="3.5" borderRadius="lg" />
    </Box>
  )
}
