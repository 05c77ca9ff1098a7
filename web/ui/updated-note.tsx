import { Box } from '@chakra-ui/react'
import { RelativeTime } from './relative-time.tsx'

/** When something was last changed and, where that is known, by whom. */
export function UpdatedNote({ updated, updatedBy }: { updated: string | null; updatedBy: string | null }) {
  if (!updated) return null
  return (
    <Box as="span" textStyle="xs" overflowWrap="anywhere">
      Updated <RelativeTime value={updated} />
      {updatedBy && ` by ${updatedBy}`}
    </Box>
  )
}
