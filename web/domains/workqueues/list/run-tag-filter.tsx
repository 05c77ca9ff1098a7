import { useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { useFeature } from '#web/lib/features.ts'
import { TagFilter } from '#web/ui/form/tag-filter.tsx'
import { knownTagsQuery } from './operations.ts'

const noTags: readonly string[] = []

/**
 * The filter of runs by tags. It offers those of the runs that are shown, and when it is opened those that the search of the
 * platform knows: one read, not one for each key.
 */
export function RunTagFilter({
  appId,
  label,
  shown = noTags,
  value,
  onChange,
}: {
  appId: string
  label: string
  /** Tags of the runs that are shown, in any order, also several times. */
  shown?: readonly string[]
  value: string[]
  onChange(tags: string[]): void
}) {
  const [wasOpened, setOpened] = useState(false)
  const [{ data }] = useQuery({
    query: knownTagsQuery,
    variables: useMemo(() => ({ appId }), [appId]),
    pause: !useFeature('search') || !wasOpened,
  })
  const known = data?.searchSuggestions ?? noTags
  const choices = useMemo(() => [...new Set([...shown, ...known])].toSorted(), [shown, known])
  return (
    <TagFilter
      label={label}
      value={value}
      choices={choices}
      onOpen={() => setOpened(true)}
      onChange={onChange}
    />
  )
}
