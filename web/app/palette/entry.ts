import type { PaletteGroup, PaletteKind } from '#shared/lib/palette-messages.ts'
import type { Preferences } from '#web/lib/settings/preferences.ts'
import type { PaletteRun } from '#web/lib/palette/operations.ts'
import { matchScore } from './match.ts'

/** What an action does; those with runs ask first. */
export type PaletteDeed =
  | { do: 'theme'; theme: Preferences['theme'] }
  | { do: 'account'; accountId: string }
  | { do: 'keys' }
  | { do: 'cancel'; run: PaletteRun }
  | { do: 'restart'; runs: readonly PaletteRun[]; total: number }

/** A hit: what it is, why it may matter, and what it opens or does. */
export interface PaletteEntry {
  /** The same for the same thing in every answer. */
  id: string
  group: PaletteGroup
  kind: PaletteKind
  name: string
  /** The start of its id. */
  mark?: string
  sentence: string
  status?: string | null
  /** The moment since which a run has its status. */
  since?: string | null
  /** Keys that do the same. */
  keys?: readonly string[]
  /** Where it leads. */
  to?: string
  deed?: PaletteDeed
}

/** The order of groups that match equally. */
const order: readonly PaletteGroup[] = ['plans', 'workers', 'aliases', 'apps', 'teams', 'clusters', 'scripts']

/**
 * Entries of each group together: what can be done, then the kinds by the name that matches best, then runs, because many
 * have the name of one plan. Within a group they stay as they are.
 */
export function inGroups(entries: readonly PaletteEntry[], words: readonly string[]): PaletteEntry[] {
  const scores = new Map<PaletteGroup, number>()
  for (const { group, name } of entries)
    scores.set(group, Math.max(scores.get(group) ?? 0, matchScore(words, name)))
  const place = (group: PaletteGroup) => (group === 'do' ? 0 : group === 'runs' ? 2 : 1)
  return entries.toSorted(
    ({ group: a }, { group: b }) =>
      place(a) - place(b) ||
      (scores.get(b) ?? 0) - (scores.get(a) ?? 0) ||
      order.indexOf(a) - order.indexOf(b),
  )
}

/**
 * A later answer to the same words: the entries down to the chosen one stay where they are, so that nothing moves under
 * the choice; the others follow in their new order, those of its group first.
 */
export function laterEntries(
  shown: readonly PaletteEntry[],
  next: readonly PaletteEntry[],
  chosen: string | null,
): PaletteEntry[] {
  const fresh = new Map(next.map((entry) => [entry.id, entry]))
  const until = shown.findIndex(({ id }) => id === chosen)
  const kept = shown.slice(0, until + 1).map((entry) => fresh.get(entry.id) ?? entry)
  const above = new Set(kept.map(({ id }) => id))
  const others = next.filter(({ id }) => !above.has(id))
  const ofGroup = (entry: PaletteEntry) => entry.group === kept.at(-1)?.group
  return [...kept, ...others.filter(ofGroup), ...others.filter((entry) => !ofGroup(entry))]
}
