import { Box, Button, Flex, Skeleton } from '@chakra-ui/react'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { activityMessages as texts } from '#shared/domains/activity/messages.ts'
import type { ActivityRow } from '#web/lib/activity-operations.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { ExactTime } from '../time/moment.tsx'
import type { FoldFilters } from './folded-records.tsx'

// Loaded when a fold is opened.
const FoldedRecords = lazyPart<{ row: ActivityRow; filters: FoldFilters }>(
  async () => (await import('./folded-records.tsx')).FoldedRecords,
  () => <Skeleton height="72px" />,
)

/** The key of a line: of a fold by its oldest record, because newer ones come before its head. */
export const lineKey = ({ id, folded, since, action, actor }: ActivityRow): string =>
  folded ? `${since} ${action} ${actor}` : id

/** How many records a line stands for besides its own; they are read when it is opened. */
export function ActivityFold({
  row,
  filters,
  beside,
}: {
  row: ActivityRow
  filters: FoldFilters
  /** What stands before it in its line, also where nothing is folded. */
  beside?: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const id = useId()
  if (!row.folded) return beside
  const fold = (
    <Button
      size="xs"
      variant="ghost"
      ms="-1"
      ps="1"
      minH={{ base: '10', sm: '6' }}
      my={beside ? '-2.5' : undefined}
      aria-expanded={open}
      aria-controls={open ? id : undefined}
      onClick={() => setOpen(!open)}
    >
      {open ? <ChevronDown /> : <ChevronRight />}
      {beside ? (
        texts.more(row.folded)
      ) : (
        <span>
          {texts.others(row.folded)} <ExactTime value={row.since} />
        </span>
      )}
    </Button>
  )
  return (
    <Box>
      {beside ? (
        <Flex align="center" gap="2">
          {beside}
          {fold}
        </Flex>
      ) : (
        fold
      )}
      {open && (
        <Box id={id}>
          <FoldedRecords row={row} filters={filters} />
        </Box>
      )}
    </Box>
  )
}
