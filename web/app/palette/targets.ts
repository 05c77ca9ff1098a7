import { paletteMessages as texts } from '#shared/lib/palette-messages.ts'
import type { PaletteRun, SearchGroups } from '#web/lib/palette/operations.ts'
import { paths } from '#web/paths.ts'
import { shortId } from '#web/ui/display/short-id.tsx'
import { type PaletteEntry, actionEntry } from './entry.ts'
import { matchScore } from './match.ts'
import type { Verb } from './verbs.ts'
import { itemsBehind } from '#web/domains/attention/list/joined-items.ts'
import { type WorkTargets, workTargets } from './work-targets.ts'

/** Targets of a kind that are offered; the others are counted. */
const MOST = 3

/** What a verb can be done to, as far as it is read. */
export interface VerbTargets extends WorkTargets {
  /** The runs in the statuses that the verb ends. */
  runs: SearchGroups
  appNames: ReadonlyMap<string, string>
  /** That of the page. */
  run: PaletteRun | undefined
}

/** The statuses of runs that a verb ends. */
const statusesOf = { rerun: 'failed', cancel: 'notstarted,started' } as const

/** The search for the runs that a verb is meant for; empty for a verb that is not about runs. */
export const runSearchOf = (verb: Verb | null, name: string): string =>
  verb === 'rerun' || verb === 'cancel' ? `status:${statusesOf[verb]} ${name}`.trim() : ''

/** What a verb is most likely meant for, at most three of a kind; `words` name some of them, or all. */
export function targetEntries(
  verb: Verb,
  targets: VerbTargets,
  words: readonly string[],
  score = matchScore,
): PaletteEntry[] {
  if (verb === 'rerun' || verb === 'cancel') return runTargets(verb, targets, words, score)
  return workTargets[verb](targets).flatMap(({ found, more, list, onlyNamed }, place) => {
    const all = onlyNamed ? [] : found
    const named = words.length === 0 ? all : found.filter(({ text }) => score(words, text) > 0)
    const left = named.length - MOST
    return [
      ...named.slice(0, MOST).map(({ entry }) => entry),
      ...(left > 0 ? [actionEntry(`more ${verb} ${place}`, more(left), '', { to: list })] : []),
    ]
  })
}

type FoundRun = Pick<
  SearchGroups[number]['hits'][number],
  'id' | 'name' | 'status' | 'since' | 'sentence' | 'appId'
>

/**
 * To cancel those that are late first, then those that run longest of what the platform has found; to restart the newest
 * first. Their tasks are counted when it is asked about one. That of the page has an entry of its own.
 */
function runTargets(
  verb: 'rerun' | 'cancel',
  targets: VerbTargets,
  words: readonly string[],
  score: typeof matchScore,
): PaletteEntry[] {
  const { runs, appNames, appId, run: shown } = targets
  const group = runs.find(({ kind }) => kind === 'runs')
  const late = verb === 'cancel' ? lateRuns(targets, words, score) : []
  const hits = group?.hits ?? []
  const known = new Set([shown?.id, ...late.map(({ id }) => id)])
  const others = hits.filter(({ id }) => !known.has(id))
  const sorted =
    verb === 'cancel' ? others.toSorted((a, b) => (a.since ?? '').localeCompare(b.since ?? '')) : others
  const found = [...late, ...sorted].map(({ id, name, status, since, sentence, appId: ofApp }) => {
    const run: PaletteRun = { id, name, status: status ?? '', taskCounts: null }
    const what = [appNames.get(ofApp ?? ''), sentence].filter(Boolean).join(' · ')
    const [title, deed] =
      verb === 'cancel'
        ? [texts.cancelOne(name), { do: 'cancel', run } as const]
        : [texts.rerunRun(name), { do: 'restart', runs: [run], total: 1 } as const]
    return actionEntry(`${verb} ${id}`, title, texts.asksFirst(what), {
      deed,
      mark: shortId(id),
      status,
      since,
    })
  })
  if (!group) return found
  const app = appId ?? group.hits[0]?.appId
  if (!group.more || group.more < 1 || !app) return found
  const more = verb === 'cancel' ? texts.moreRunning(group.more) : texts.moreFailed(group.more)
  const list = paths.workqueues(app, `?status=${statusesOf[verb]}&children=all`)
  const name = appNames.get(app) ?? ''
  const where = appId ? texts.ofApp(name) : texts.ofAllApps(name)
  return [...found, actionEntry(`more ${verb}`, more, where, { to: list })]
}

/** The late runs of Attention, the longest first. */
const lateRuns = (
  { items, run: shown }: VerbTargets,
  words: readonly string[],
  score: typeof matchScore,
): FoundRun[] =>
  items
    .flatMap((item) => itemsBehind(item))
    .flatMap(({ sentence, mutedUntil, late, links: { workqueueId: id, appId }, actions }) => {
      const isOffered = late && id && id !== shown?.id && mutedUntil === null
      if (!isOffered || !actions.some(({ kind }) => kind === 'cancelRun')) return []
      if (words.length > 0 && score(words, `${late.name} ${late.task ?? ''}`) === 0) return []
      const run = { id, name: late.name, status: 'started', since: null, sentence, appId }
      return [{ run, ms: late.ms ?? 0 }]
    })
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, MOST)
    .map(({ run }) => run)
