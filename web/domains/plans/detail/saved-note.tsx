import { Box } from '@chakra-ui/react'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Plan } from './use-plan-text.ts'

/** Which version is stored, since when and by whom, as far as the platform tells. */
export function SavedNote({ plan }: { plan: Pick<Plan, 'version' | 'updated' | 'updatedBy'> }) {
  const { version, updated, updatedBy } = plan
  return (
    <Box as="span" textStyle="xs" overflowWrap="anywhere">
      {version !== null && `Version ${version}`}
      {version !== null && updated !== null && ', '}
      {updated !== null && (
        <>
          saved <RelativeTime value={updated} />
        </>
      )}
      {updatedBy !== null && ` by ${updatedBy}`}
    </Box>
  )
}
