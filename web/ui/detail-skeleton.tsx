import { Box, Skeleton } from '@chakra-ui/react'

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
