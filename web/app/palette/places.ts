import { attentionKindNames } from '#shared/domains/attention/screen-messages.ts'
import { type PaletteKind, paletteMessages as texts } from '#shared/lib/palette-messages.ts'
import { addressOf } from '#web/domains/attention/item-actions.ts'
import { paths } from '#web/paths.ts'
import type { RecentPlace } from '#web/lib/palette/shown-place.ts'
import { shortId } from '#web/ui/display/short-id.tsx'
import { screensOf } from '../screens.ts'
import type { PaletteEntry } from './entry.ts'
import { namesIt } from './match.ts'
import type { PaletteItem } from './work-targets.ts'

/** Places and items that are shown while nothing is typed. */
const [PLACES, ITEMS] = [5, 3]

/** What a page below an address shows; of a run also its id. */
const kinds: readonly (readonly [RegExp, PaletteKind])[] = [
  [/^\/apps\/[^/]+\/workqueues\/(?!create)([^/]+)/, 'runs'],
  [/^\/plans\/./, 'plans'],
  [/^\/workers\/./, 'workers'],
  [/^\/scripts\/./, 'scripts'],
  [/^\/teams\/./, 'teams'],
  [/^\/clusters\/[^/]+\/deployment\/./, 'deployments'],
  [/^\/clusters\/./, 'clusters'],
  [/^\/dashboard\/failures\/./, 'failures'],
]

export const pagePath = (to: string): string => to.split(/[?#]/, 1)[0] ?? ''

/** The last places other than the one that is shown, each once: two addresses may be named alike. */
export function placeEntries(
  places: readonly RecentPlace[],
  shownPath: string,
  appNames: ReadonlyMap<string, string>,
): PaletteEntry[] {
  const seen = new Set<string>()
  return (
    places
      // The sign-in page is shown before the console and is no place to return to.
      .filter(({ to }) => pagePath(to) !== shownPath && pagePath(to) !== paths.login())
      .map(({ to, name }) => placeEntry(to, name, appNames))
      .filter(({ kind, name, mark, sentence }) => {
        const shown = [kind, name, mark, sentence].join('\n')
        return !seen.has(shown) && seen.add(shown)
      })
      .slice(0, PLACES)
  )
}

function placeEntry(to: string, name: string, appNames: ReadonlyMap<string, string>): PaletteEntry {
  const path = pagePath(to)
  const appId = /^\/apps\/([^/]+)/.exec(path)?.[1]
  const app = appNames.get(appId ?? '') ?? ''
  const screen = screensOf(appId, () => true).find((each) => pagePath(each.to) === path)
  const [pattern, kind = 'screens'] = kinds.find(([each]) => each.test(path)) ?? []
  const runId = pattern?.exec(path)?.[1]
  const otherId = /\/compare\/([^/]+)/.exec(path)?.[1]
  const comparison = otherId && texts.comparedWith(shortId(otherId))
  return {
    id: `place ${path}`,
    group: 'recent',
    kind,
    name: screen?.label ?? name,
    ...(runId !== undefined && { mark: shortId(runId) }),
    sentence:
      screen && app === '' && name !== screen.label ? name : [comparison, app].filter(Boolean).join(' · '),
    to,
  }
}

/** The first items that need attention, worst first, and how many more there are. */
export function attentionEntries(items: readonly PaletteItem[]): PaletteEntry[] {
  const entries = openItems(items)
  const left = entries.length - ITEMS
  if (left <= 0) return entries
  const more = { name: texts.leftItems(left), sentence: '', to: paths.attention() }
  return [...entries.slice(0, ITEMS), { id: 'more items', group: 'attention', kind: 'screens', ...more }]
}

const openItems = (items: readonly PaletteItem[]): PaletteEntry[] =>
  items
    .filter(({ mutedUntil }) => mutedUntil === null)
    .flatMap((item): PaletteEntry[] => {
      const to = addressOf(item)
      if (to === null) return []
      const { groupId, workqueueId, type } = item.links
      const kind = groupId ? 'failures' : workqueueId ? 'runs' : type ? 'queues' : 'screens'
      return [{ id: `item ${item.id}`, group: 'attention', kind, name: item.sentence, sentence: '', to }]
    })

/** Those that words name; failures have a list of their own. */
export const namedAttention = (items: readonly PaletteItem[], words: readonly string[]): PaletteEntry[] =>
  openItems(items.filter((item) => item.links.groupId === null && namesIt(words, textOf(item)))).slice(
    0,
    ITEMS,
  )

const textOf = ({ kind, sentence, late, links: { type, alias } }: PaletteItem) =>
  [sentence, kindNames[kind], late?.task, type, alias].join(' ')

const kindNames: Partial<Record<string, string>> = attentionKindNames
