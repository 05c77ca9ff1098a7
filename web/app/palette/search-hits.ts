import { paletteMessages as texts } from '#shared/lib/palette-messages.ts'
import type { PaletteNames, SearchGroups } from '#web/lib/palette/operations.ts'
import { paths } from '#web/paths.ts'
import { shortId } from '#web/ui/display/short-id.tsx'
import type { PaletteEntry } from './entry.ts'
import { isExactly, matchScore, wordsIn } from './match.ts'

type Hit = SearchGroups[number]['hits'][number]

/** Hits of a kind that are shown; the others are counted. */
const MOST = 3

interface HitKind {
  address(hit: Hit): string | null
  /** The list that has all of them. */
  list(query: string, appId: string | null): string
  moreIn?(app: string): string
}

const searchOf = (query: string) => `?search=${encodeURIComponent(query)}`

/** The kinds of hits that this version knows, with the screens that they open. */
const kinds = {
  runs: {
    address: ({ appId, id }) => (appId ? paths.workqueue(appId, id) : null),
    list: (query, appId) => (appId ? paths.workqueues(appId, searchOf(query)) : paths.apps()),
  },
  plans: { address: ({ id }) => paths.plan(id), list: () => paths.plans() },
  workers: { address: ({ id }) => paths.worker(id), list: () => paths.workers() },
  aliases: {
    address: ({ parentId }) => (parentId ? paths.worker(parentId) : null),
    list: () => paths.workers(),
  },
  apps: { address: ({ id }) => paths.workqueues(id), list: () => paths.apps() },
  teams: { address: ({ id }) => paths.team(id), list: () => paths.teams() },
  clusters: { address: ({ id }) => paths.cluster(id), list: () => paths.clusters() },
  scripts: { address: ({ id }) => paths.script(id), list: () => paths.scripts() },
} satisfies Record<string, HitKind>

type KindName = keyof typeof kinds
const isKind = (kind: string): kind is KindName => Object.hasOwn(kinds, kind)

const idOf = (kind: KindName, hit: Hit) => `${kind} ${hit.id} ${kind === 'aliases' ? hit.name : ''}`.trim()

interface Surroundings {
  query: string
  /** The app of the page. */
  appId: string | null
  appNames: ReadonlyMap<string, string>
  /** The paths of the pages that were open before, the latest first. */
  recent: readonly string[]
}

/** The hits of an answer, and for each kind how many more there are. What a newer platform has added is left out. */
export function searchEntries(groups: SearchGroups, around: Surroundings): PaletteEntry[] {
  return groups.flatMap((group) => {
    const { kind } = group
    if (!isKind(kind)) return []
    const hits = group.hits.flatMap((hit) => hitEntry(kind, hit, around.appNames))
    return [...bestFirst(hits, around), ...moreEntry(kind, group, around)]
  })
}

function hitEntry(kind: KindName, hit: Hit, appNames: Surroundings['appNames']): PaletteEntry[] {
  const to = kinds[kind].address(hit)
  if (to === null) return []
  const app = kind === 'runs' ? appNames.get(hit.appId ?? '') : undefined
  return [
    {
      id: idOf(kind, hit),
      group: kind,
      kind,
      name: hit.name,
      ...(kind === 'runs' && { mark: shortId(hit.id) }),
      sentence: [app, hit.sentence].filter(Boolean).join(' · '),
      status: hit.status,
      since: hit.since,
      to,
    },
  ]
}

function moreEntry(
  kind: KindName,
  { more, exact, hits }: SearchGroups[number],
  { query, appId, appNames }: Surroundings,
): PaletteEntry[] {
  if (!more || more < 1) return []
  const app = kind === 'runs' ? (appId ?? hits[0]?.appId ?? null) : null
  const counted = texts.more[kind](more)
  return [
    {
      id: `more ${kind}`,
      group: kind,
      kind,
      name: exact === false ? texts.atLeast(counted) : counted,
      sentence: app === null ? '' : texts.ofApp(appNames.get(app) ?? ''),
      to: kinds[kind].list(query, app),
    },
  ]
}

/** Entries of one kind: what the words name exactly, then what was open before. */
function bestFirst(entries: readonly PaletteEntry[], { query, recent }: Surroundings): PaletteEntry[] {
  const words = wordsIn(query)
  const place = ({ name, to = '' }: PaletteEntry) => {
    const at = recent.indexOf(to.split('?', 1)[0] ?? '')
    return (at < 0 ? recent.length : at) - (isExactly(words, name) ? recent.length + 1 : 0)
  }
  return entries.toSorted((a, b) => place(a) - place(b))
}

/** Names that match, by kind, in the form of an answer. */
export function namedGroups(names: PaletteNames | undefined, words: readonly string[]): SearchGroups {
  const lists = {
    plans: names?.plans,
    workers: names?.workers,
    teams: names?.teams,
    clusters: names?.clusters,
    scripts: names?.scripts,
  }
  return Object.entries(lists).flatMap(([kind, list]) => groupOf(kind, list?.rows ?? [], words))
}

/** The rows whose names match, best first, as a group of an answer. */
export function groupOf(
  kind: string,
  rows: readonly { id: string; name: string }[],
  words: readonly string[],
): SearchGroups {
  const found = rows
    .map((row) => ({ row, score: matchScore(words, row.name) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
  if (found.length === 0) return []
  const hits = found.slice(0, MOST).map(({ row: { id, name } }) => ({
    kind,
    id,
    name,
    appId: null,
    sentence: null,
    status: null,
    since: null,
    parentId: null,
  }))
  return [{ kind, more: found.length - hits.length, exact: true, hits }]
}
