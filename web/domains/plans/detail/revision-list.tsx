import { Box, Button, chakra, Flex, Skeleton } from '@chakra-ui/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { planMessages } from '#shared/domains/plans/messages.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import type { planRevisionsQuery } from '../operations.ts'

type Revisions = ResultOf<typeof planRevisionsQuery>['planRevisions']

/** The versions of a plan, newest first, with time and author. */
export function RevisionList({
  revisions,
  current,
  selected,
  onSelect,
  page,
  perPage,
  onPage,
}: {
  /** Undefined while they are loading. */
  revisions: Revisions | undefined
  /** The current version of the plan. */
  current: number | null
  selected: number
  onSelect(version: number): void
  page: number
  perPage: number
  onPage(page: number): void
}) {
  if (!revisions)
    return <Skeleton height="120px" borderRadius="md" role="status" aria-label="Loading history" />
  const pages = Math.max(1, Math.ceil(revisions.total / perPage))
  return (
    <Box minW="0" maxH={{ base: '220px', md: '56vh' }} overflowY="auto">
      <chakra.ul listStyleType="none" display="grid" gap="1" aria-label={planMessages.history}>
        {revisions.rows.map((revision) => (
          <li key={revision.version}>
            <Button
              variant="ghost"
              width="full"
              height="auto"
              justifyContent="flex-start"
              textAlign="start"
              py="1.5"
              bg={revision.version === selected ? 'accent.soft' : undefined}
              aria-pressed={revision.version === selected}
              disabled={revision.version === null}
              onClick={() => revision.version !== null && onSelect(revision.version)}
            >
              <Box as="span" minW="0" whiteSpace="normal" overflowWrap="anywhere">
                <Box as="span" display="block" fontWeight="medium">
                  {planMessages.version(revision.version)}
                  {revision.version === current && ` (${planMessages.present})`}
                </Box>
                <Box as="span" display="block" textStyle="xs" color="ink.2" fontWeight="normal">
                  <RelativeTime value={revision.updated} />
                  {revision.updatedBy !== null && ` by ${revision.updatedBy}`}
                </Box>
              </Box>
            </Button>
          </li>
        ))}
      </chakra.ul>
      {pages > 1 && (
        <Flex align="center" justify="space-between" mt="2" textStyle="xs" color="ink.2">
          <Button size="xs" variant="ghost" disabled={page === 1} onClick={() => onPage(page - 1)}>
            <ChevronLeft /> {planMessages.newer}
          </Button>
          {`${page} / ${pages}`}
          <Button size="xs" variant="ghost" disabled={page === pages} onClick={() => onPage(page + 1)}>
            {planMessages.older} <ChevronRight />
          </Button>
        </Flex>
      )}
    </Box>
  )
}
