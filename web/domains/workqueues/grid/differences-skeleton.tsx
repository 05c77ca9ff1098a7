import { Box, Skeleton } from '@chakra-ui/react'
import { gridMessages } from '#shared/domains/workqueues/grid-messages.ts'

/** The run whose differences a card shows. */
export interface RunDifferencesProps {
  appId: string
  id: string
  /** The run was restarted. */
  onChanged(): void
}

/** The place of the differences of a run while they are read. */
export function DifferencesSkeleton() {
  return (
    <Box role="status" aria-label={gridMessages.readingDifferences}>
      <Skeleton height="3.5" mt="2.5" width="90%" />
      <Skeleton height="3.5" mt="5" width="55%" />
      <Skeleton height="3" mt="3" width="80%" />
      <Skeleton height="3" mt="2" width="70%" />
      <Skeleton height="3" mt="2" width="75%" />
      <Skeleton height="8" mt="4" width="70%" />
    </Box>
  )
}
