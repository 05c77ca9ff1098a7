import { Box } from '@chakra-ui/react'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import type { PlanDetail } from './use-plan-text.ts'

/** The stored version, when and by whom it was saved; parts that the platform does not send are left out. */
export function SavedNote({ plan }: { plan: Pick<PlanDetail, 'version' | 'updated' | 'updatedBy'> }) {
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
