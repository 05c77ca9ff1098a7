import { paletteMessages as texts } from '#shared/lib/palette-messages.ts'
import type { PaletteNames, PaletteWork, SearchGroups } from '#web/lib/palette/operations.ts'
import { matchScore } from './match.ts'

type Hit = SearchGroups[number]['hits'][number]

/** Hits of a kind that are shown; the others are counted. */
const MOST = 3

/** A row that is searched here. `also`: what it is found by besides its name, such as what kind of thing it is. */
export type NamedRow = Pick<Hit, 'id' | 'name'> & Partial<Hit> & { also?: string }

/** Names that match, by kind, in the form of an answer. */
export function namedGroups(
  names: PaletteNames | undefined,
  words: readonly string[],
  score = matchScore,
): SearchGroups {
  const lists = {
    plans: names?.plans,
    workers: names?.workers,
    teams: names?.teams,
    clusters: names?.clusters,
    scripts: names?.scripts,
  }
  return Object.entries(lists).flatMap(([kind, list]) => groupOf(kind, list?.rows ?? [], words, score))
}

/** The rows whose names match, best first, as a group of an answer. */
export function groupOf(
  kind: string,
  rows: readonly NamedRow[],
  words: readonly string[],
  score = matchScore,
): SearchGroups {
  const found = rows
    .map((row) => ({ row, score: score(words, row.also ? `${row.name} ${row.also}` : row.name) }))
    .filter((each) => each.score > 0)
    .toSorted((a, b) => b.score - a.score)
  if (found.length === 0) return []
  const hits = found.slice(0, MOST).map(({ row: { also: _also, ...hit } }) => ({
    kind,
    appId: null,
    sentence: null,
    status: null,
    since: null,
    parentId: null,
    ...hit,
  }))
  return [{ kind, more: found.length - hits.length, exact: true, search: null, hits }]
}

/** Titles of failures have `#` in place of numbers, which a copied reason still has. */
const titleScore = (words: readonly string[], text: string): number =>
  matchScore(words, text) ||
  matchScore(
    words.map((word) => word.replaceAll(/\d+/g, '#')),
    text,
  )

/** What works or fails now, by its words: failures that are not repaired, schedules and queues. */
export function workGroups(work: PaletteWork, words: readonly string[], score = titleScore): SearchGroups {
  return [
    ...groupOf('failures', work.failures.map(failureRow), words, score),
    ...groupOf('schedules', work.schedules.map(scheduleRow), words, score),
    ...groupOf('queues', work.queues.map(queueRow), words, score),
  ]
}

const failureRow = ({
  id,
  title,
  type,
  fingerprint,
  runs,
  tasks,
  sample,
}: PaletteWork['failures'][number]) => ({
  id,
  name: title,
  sentence: [sample?.taskName, texts.failedWork(runs ?? 0, tasks)].filter(Boolean).join(' · '),
  also: [sample?.taskName, type, fingerprint, id, 'failures failed'].join(' '),
})

const scheduleRow = ({ id, appId, name, planName, words, paused }: PaletteWork['schedules'][number]) => ({
  id,
  name,
  appId,
  sentence: [planName, paused ? texts.pausedFor(paused.reason) : words].filter(Boolean).join(' · '),
  also: `${planName ?? ''} schedules`,
})

const queueRow = ({ type, alias, queued, verdict }: PaletteWork['queues'][number]) => ({
  id: type,
  name: type,
  parentId: alias,
  sentence: texts.queueText(verdict.text, queued ?? 0),
  also: `${alias} queues`,
})
