import { paletteMessages as texts } from '#shared/lib/palette-messages.ts'
import type { SearchGroups } from '#web/lib/palette/operations.ts'
import { paths } from '#web/paths.ts'
import { shortId } from '#web/ui/display/short-id.tsx'
import type { PaletteEntry } from './entry.ts'
import { isExactly, wordsIn } from './match.ts'

type Hit = SearchGroups[number]['hits'][number]

interface HitKind {
  address(hit: Hit): string | null
  /** The list that has all of them. */
  list(query: string, appId: string | null): string
  /** What tells hits of the same name apart. */
  mark?(hit: Hit): string | undefined
  /** Its hits and its list are those of an app. */
  ofApp?: true
}

const searchOf = (query: string) => `?search=${encodeURIComponent(query)}`

/** The kinds of hits that this version knows, with the screens that they open. */
const kinds = {
  runs: {
    address: ({ appId, id }) => (appId ? paths.workqueue(appId, id) : null),
    list: (query, appId) => (appId ? paths.workqueues(appId, searchOf(query)) : paths.apps()),
    mark: ({ id }) => shortId(id),
    ofApp: true,
  },
  failures: { address: ({ id }) => paths.failure(id), list: (query) => paths.failures(searchOf(query)) },
  schedules: {
    address: ({ appId, id }) => (appId ? paths.schedule(appId, id) : null),
    list: (query, appId) => (appId ? paths.schedules(appId, searchOf(query)) : paths.apps()),
    ofApp: true,
  },
  queues: {
    address: ({ name, parentId }) => paths.queue(name, parentId ?? ''),
    list: () => paths.backlog(),
    mark: ({ parentId }) => parentId ?? undefined,
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
} as const satisfies Record<string, HitKind>

type KindName = keyof typeof kinds
const kindOf = (kind: KindName): HitKind => kinds[kind]
const isKind = (kind: string): kind is KindName => Object.hasOwn(kinds, kind)

/** An alias has the id of its worker, and the queues of a type differ by their alias. */
const idOf = (kind: KindName, hit: Hit) => {
  const rest = kind === 'aliases' ? hit.name : kind === 'queues' ? hit.parentId : null
  return [kind, hit.id, rest].filter(Boolean).join(' ')
}

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
    const hits = group.hits.flatMap((hit) => hitEntry(kind, hit, around.appNames, group.search))
    return [...bestFirst(hits, around), ...moreEntry(kind, group, around)]
  })
}

function hitEntry(
  kind: KindName,
  hit: Hit,
  appNames: Surroundings['appNames'],
  search: string | null,
): PaletteEntry[] {
  const { address, mark, ofApp } = kindOf(kind)
  const to = address(hit)
  if (to === null) return []
  const app = ofApp && appNames.get(hit.appId ?? '')
  const told = mark?.(hit)
  return [
    {
      id: idOf(kind, hit),
      group: kind,
      kind,
      name: hit.name,
      ...(told !== undefined && { mark: told }),
      sentence: [search, app, hit.sentence].filter(Boolean).join(' · '),
      status: hit.status,
      since: hit.since,
      to,
    },
  ]
}

function moreEntry(
  kind: KindName,
  { more, exact, hits, search }: SearchGroups[number],
  { query, appId, appNames }: Surroundings,
): PaletteEntry[] {
  if (!more || more < 1) return []
  const { list, ofApp } = kindOf(kind)
  const app = ofApp ? (appId ?? hits[0]?.appId ?? null) : null
  const counted = texts.more[kind](more)
  return [
    {
      id: `more ${kind}`,
      group: kind,
      kind,
      name: exact === false ? texts.atLeast(counted) : counted,
      sentence: app === null ? '' : (appId === null ? texts.ofAllApps : texts.ofApp)(appNames.get(app) ?? ''),
      to: list(search ?? query, app),
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
