import type { PaletteGroup, PaletteKind } from '#shared/lib/palette-messages.ts'
import type { Preferences } from '#web/lib/settings/preferences.ts'
import type { PaletteRun } from '#web/lib/palette/operations.ts'

/** What an action does. */
export type PaletteDeed =
  | { do: 'theme'; theme: Preferences['theme'] }
  | { do: 'account'; accountId: string }
  | { do: 'keys' }
  | { do: 'cancel'; run: PaletteRun }
  | { do: 'restart'; runs: readonly PaletteRun[]; total: number }
  | { do: 'restart failure' | 'move failure'; id: string; title: string }
  | { do: 'mute failure'; id: string; title: string }
  | { do: 'mute items'; ids: readonly string[]; title: string }
  | { do: 'pause queue'; type: string; alias: string }
  | { do: 'pause schedule'; schedule: { id: string; name: string } }

/** Actions that change more than the console itself: they ask first. */
export type PaletteQuestion = Exclude<PaletteDeed, { do: 'theme' | 'account' | 'keys' }>

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

/** Something to do; `rest` says where it leads or what it does. */
export const actionEntry = (
  id: string,
  name: string,
  sentence: string,
  rest: Partial<PaletteEntry>,
): PaletteEntry => ({ id: `do ${id}`, group: 'do', kind: 'actions', name, sentence, ...rest })

/** The order of the groups; what was open before stands only with what needs attention, when nothing is typed. */
const order: readonly PaletteGroup[] = [
  'recent',
  'do',
  'runs',
  'failures',
  'attention',
  'plans',
  'schedules',
  'workers',
  'aliases',
  'queues',
  'apps',
  'teams',
  'clusters',
  'scripts',
]

/** Entries in the order of their groups; within a group they stay as they are. */
export const inGroups = (entries: readonly PaletteEntry[]): PaletteEntry[] =>
  entries.toSorted((a, b) => order.indexOf(a.group) - order.indexOf(b.group))

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
