import { Flex, Skeleton } from '@chakra-ui/react'

/** The place of a view of a run while it loads: a few nodes in a row, as high as the smallest graph. */
export function ViewSkeleton() {
  return (
    <Flex
      role="status"
      aria-label="Loading workflow"
      align="center"
      justify="center"
      gap="12"
      height="224px"
      overflow="hidden"
      px="4"
    >
      {[0, 1, 2].map((node) => (
        <Skeleton key={node} width="170px" height="48px" borderRadius="md" flexShrink={0} />
      ))}
    </Flex>
  )
}
