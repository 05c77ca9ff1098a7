import { Flex, Skeleton } from '@chakra-ui/react'

/**
 * The placeholder of a graph while it loads: a few nodes in a row. Apart from the canvas, so that a page shows it
 * without loading that.
 */
export function GraphSkeleton({ height = 'full' }: { height?: string }) {
  return (
    <Flex
      role="status"
      aria-label="Loading workflow"
      data-pending
      align="center"
      justify="center"
      gap="12"
      height={height}
      overflow="hidden"
      px="4"
    >
      {[0, 1, 2].map((node) => (
        <Skeleton key={node} width="170px" height="60px" borderRadius="md" flexShrink={0} />
      ))}
    </Flex>
  )
}
