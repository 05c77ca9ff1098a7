import { Box, Button, Flex } from '@chakra-ui/react'
import { ListTree, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { runSubject } from '#shared/domains/search/subjects.ts'
import { workqueueListMessages as texts } from '#shared/domains/workqueues/list-messages.ts'
import { workqueueRowMessages } from '#shared/domains/workqueues/messages.ts'
import { useFeature } from '#web/lib/features.ts'
import { SearchBox } from '#web/domains/search/search-box.tsx'
import { shortId } from '#web/ui/display/short-id.tsx'
import { DateIntervalPicker } from '#web/ui/time/date-interval-picker.tsx'
import { RunTagFilter } from './run-tag-filter.tsx'
import { StatusFilter } from './status-filter.tsx'
import type { WorkqueueListParams } from './workqueue-list-params.ts'

/** The filters of the Workqueues screen; `end` is at the end of the line. */
export function FilterBar({
  appId,
  query,
  shownTags,
  onChange,
  end,
}: {
  appId: string
  query: WorkqueueListParams
  /** The tags of the listed runs. */
  shownTags: readonly string[]
  onChange(change: Partial<WorkqueueListParams>): void
  end?: ReactNode
}) {
  const hasSearch = useFeature('search')
  return (
    <Flex
      align="flex-start"
      justify={{ base: 'flex-start', sm: 'space-between' }}
      gap="2"
      wrap="wrap"
      mb="3.5"
      minH="8"
    >
      <Flex
        display={{ base: 'contents', sm: 'flex' }}
        align="flex-start"
        gap="2"
        wrap="wrap"
        minW="0"
        // The way to the grid stays beside the first line of filters.
        flex="1 1 0"
        role="group"
        aria-label="Filters"
      >
        {hasSearch && (
          <SearchBox
            subject={runSubject}
            label={texts.search}
            placeholder={texts.placeholder}
            appId={appId}
            value={query.search}
            onSearch={(search) => onChange({ search })}
          />
        )}
        {/* On a phone one line, below the search and the way to the grid. */}
        <Flex css={chipLine}>
          <StatusFilter appId={appId} query={query} onChange={onChange} />
          <RunTagFilter
            appId={appId}
            label="Tags"
            shown={shownTags}
            value={query.tags}
            onChange={(tags) => onChange({ tags })}
          />
          <DateIntervalPicker
            label="Created"
            value={{ from: query.createdAfter, to: query.createdBefore }}
            onChange={({ from, to }) => onChange({ createdAfter: from, createdBefore: to })}
          />
          <FamilyFilter query={query} onChange={onChange} />
        </Flex>
      </Flex>
      <Box order={{ base: 1, sm: 0 }} ms="auto" flexShrink={0}>
        {end}
      </Box>
    </Flex>
  )
}

const chipLine = {
  display: { base: 'flex', sm: 'contents' },
  order: 2,
  flexWrap: 'wrap',
  gap: '2',
  width: 'full',
  // An icon stands for its name, and no choice needs no word; without the arrow behind an icon all fit into one line.
  smDown: {
    '& > button': { px: '2', gap: '1' },
    '& :is([data-value=any], [data-value=folded]), & button > :has(svg) + :not(:has(svg), :last-child)': {
      srOnly: true,
    },
    '& button > :has(svg):first-child ~ :has(svg):last-child': { display: 'none' },
  },
} as const

/** Whether children are rows of their own, or the run whose children are listed. */
function FamilyFilter({
  query: { parent, flat },
  onChange,
}: {
  query: WorkqueueListParams
  onChange(change: Partial<WorkqueueListParams>): void
}) {
  if (!useFeature('attempts')) return null
  const { family, folded, unfolded, childrenOf, leaveParent } = workqueueRowMessages
  const label = (name: string, value: string) => (
    <>
      <Box as="span" color="ink.3">
        {name}
      </Box>{' '}
      <span data-value={value}>{value}</span>
    </>
  )
  if (parent !== null)
    return (
      <Button
        px="2.5"
        gap="1.5"
        minH={{ base: '10', sm: '8' }}
        title={leaveParent}
        aria-label={`${childrenOf} ${shortId(parent)}: ${leaveParent}`}
        onClick={() => onChange({ parent: null })}
      >
        {label(childrenOf, shortId(parent))}
        <X size={14} />
      </Button>
    )
  return (
    <Button
      px="2.5"
      gap="1.5"
      minH={{ base: '10', sm: '8' }}
      minW="10"
      title={`${family} ${flat ? unfolded : folded}`}
      aria-pressed={flat}
      onClick={() => onChange({ flat: !flat })}
    >
      <Box as="span" hideFrom="sm" color="ink.3" lineHeight="0">
        <ListTree size={16} aria-hidden />
      </Box>
      {label(family, flat ? unfolded : folded)}
    </Button>
  )
}
