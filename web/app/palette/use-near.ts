import { useMemo } from 'react'
import { useQuery } from 'urql'
import { paletteNamesQuery } from '#web/lib/palette/operations.ts'
import { inGroups, type PaletteEntry } from './entry.ts'
import { nearScore } from './near.ts'
import { groupOf, namedGroups, workGroups } from './named-groups.ts'
import { wordsIn } from './match.ts'
import { searchEntries } from './search-hits.ts'
import { nearActions } from './typed-entries.ts'
import type { PaletteReads } from './use-palette-reads.ts'
import type { Meant } from './verbs.ts'

const none: PaletteEntry[] = []
const ofAllKinds = { all: true, schedules: false }

/** Where words find nothing: what has a similar name, as after a typing error in them or in the verb before them. */
export function useNear(
  words: readonly string[],
  meant: Meant,
  recent: readonly string[],
  isWanted: boolean,
  reads: PaletteReads,
): PaletteEntry[] {
  const [names] = useQuery({ query: paletteNamesQuery, variables: ofAllKinds, pause: !isWanted })
  const { apps, appId, appNames, work } = reads
  return useMemo(() => {
    if (!isWanted) return none
    const named = meant.verb !== null && meant.name ? wordsIn(meant.name) : words
    const groups = [
      ...namedGroups(names.data, named, nearScore),
      ...groupOf('apps', apps, named, nearScore),
      ...workGroups(work, named, nearScore),
    ].map((group) => ({ ...group, more: 0 }))
    const hits = searchEntries(groups, { query: '', appId, appNames, recent: [] })
    return inGroups([...nearActions(words, meant, recent, reads), ...hits])
  }, [isWanted, names.data, words, meant, recent, reads, apps, appId, appNames, work])
}
