import { withoutSameCause } from '#shared/domains/attention/same-cause.ts'
import type { PaletteKind } from '#shared/lib/palette-messages.ts'
import { addressOf } from '#web/domains/attention/item-actions.ts'
import type { PaletteItems } from '#web/lib/palette/operations.ts'
import type { RecentPlace } from '#web/lib/palette/shown-place.ts'
import { screensOf } from '../screens.ts'
import type { PaletteEntry } from './entry.ts'

/** Places and items that are shown while nothing is typed. */
const [PLACES, ITEMS] = [5, 3]

/** What a page below an address shows. */
const kinds: readonly (readonly [RegExp, PaletteKind])[] = [
  [/^\/apps\/[^/]+\/workqueues\/(?!create)[^/]+/, 'runs'],
  [/^\/plans\/./, 'plans'],
  [/^\/workers\/./, 'workers'],
  [/^\/scripts\/./, 'scripts'],
  [/^\/teams\/./, 'teams'],
  [/^\/clusters\/./, 'clusters'],
  [/^\/dashboard\/failures\/./, 'failures'],
]

export const pagePath = (to: string): string => to.split(/[?#]/, 1)[0] ?? ''

/** The last places other than the one that is shown. */
export function placeEntries(
  places: readonly RecentPlace[],
  shownPath: string,
  appNames: ReadonlyMap<string, string>,
): PaletteEntry[] {
  return places
    .filter(({ to }) => pagePath(to) !== shownPath)
    .slice(0, PLACES)
    .map(({ to, name }) => placeEntry(to, name, appNames))
}

function placeEntry(to: string, name: string, appNames: ReadonlyMap<string, string>): PaletteEntry {
  const path = pagePath(to)
  const appId = /^\/apps\/([^/]+)/.exec(path)?.[1]
  const app = appNames.get(appId ?? '') ?? ''
  const screen = screensOf(appId, () => true).find((each) => pagePath(each.to) === path)
  return {
    id: `place ${path}`,
    group: 'recent',
    kind: kinds.find(([pattern]) => pattern.test(path))?.[1] ?? 'screens',
    name: screen?.label ?? name,
    sentence: screen && app === '' && name !== screen.label ? name : app,
    to,
  }
}

/** The first items that need attention, worst first: one for those of the same cause. */
export const attentionEntries = (items: PaletteItems): PaletteEntry[] =>
  withoutSameCause(items.filter(({ mutedUntil }) => mutedUntil === null))
    .flatMap((item): PaletteEntry[] => {
      const to = addressOf(item)
      if (to === null) return []
      const kind = item.links.groupId ? 'failures' : item.links.workqueueId ? 'runs' : 'screens'
      return [{ id: `item ${item.id}`, group: 'attention', kind, name: item.sentence, sentence: '', to }]
    })
    .slice(0, ITEMS)
