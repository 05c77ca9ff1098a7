import { useMemo } from 'react'
import { useQuery } from 'urql'
import { paletteNamesQuery } from '#web/lib/palette/operations.ts'
import { inGroups, type PaletteEntry } from './entry.ts'
import { nearScore } from './near.ts'
import { groupOf, namedGroups, workGroups } from './named-groups.ts'
import { searchEntries } from './search-hits.ts'
import type { PaletteReads } from './use-palette-reads.ts'

const none: PaletteEntry[] = []
const ofAllKinds = { all: true, schedules: false }

/** Where words find nothing: what has a similar name, as after a typing error. */
export function useNear(words: readonly string[], isWanted: boolean, reads: PaletteReads): PaletteEntry[] {
  const [names] = useQuery({ query: paletteNamesQuery, variables: ofAllKinds, pause: !isWanted })
  const { apps, appId, appNames, work } = reads
  return useMemo(() => {
    if (!isWanted) return none
    const groups = [
      ...namedGroups(names.data, words, nearScore),
      ...groupOf('apps', apps, words, nearScore),
      ...workGroups(work, words, nearScore),
    ].map((group) => ({ ...group, more: 0 }))
    return inGroups(searchEntries(groups, { query: '', appId, appNames, recent: [] }))
  }, [isWanted, names.data, words, apps, appId, appNames, work])
}
