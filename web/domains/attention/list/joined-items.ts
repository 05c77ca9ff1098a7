import { describeLateRuns, lateRunsSentence } from '#shared/domains/attention/late-text.ts'
import { joinedSentence, lateCause, withoutSameCause } from '#shared/domains/attention/same-cause.ts'
import { attentionScreenMessages as texts } from '#shared/domains/attention/screen-messages.ts'
import type { AttentionRow } from '../operations.ts'

/** What a late run is named by where one item stands for several. */
type NamedItem = Pick<AttentionRow, 'id' | 'kind' | 'sentence' | 'mutedUntil' | 'links' | 'actions'> & {
  late: Pick<NonNullable<AttentionRow['late']>, 'name' | 'task' | 'ms' | 'usualMs'> | null
}

/** An item of the platform, or one for all late runs of the same cause. */
export type JoinedItem<Item> = Item & {
  /** The items that it stands for, the longest run first; absent: it is one of the platform. */
  runs?: readonly Item[]
}

export type ListedItem = JoinedItem<AttentionRow>

/** The items of the platform that an item of the list stands for. */
export const itemsBehind = <Item>(item: JoinedItem<Item>): readonly Item[] => item.runs ?? [item]

/** One item for those of the same cause, in the same order. Items that are not changed by that stay the same objects. */
export const withJoinedRuns = <Item extends NamedItem>(items: readonly Item[]): JoinedItem<Item>[] =>
  withoutSameCause(items).map((item): JoinedItem<Item> => {
    const cause = lateCause(item)
    if (cause === null) return item
    return joinedRuns(
      cause,
      items.filter((each) => lateCause(each) === cause),
    )
  })

/** Known by its cause also while it stands for one run, so that its place stays when another one comes. */
function joinedRuns<Item extends NamedItem>(cause: string, items: readonly Item[]): JoinedItem<Item> {
  const runs = items.toSorted((one, other) => (other.late?.ms ?? 0) - (one.late?.ms ?? 0))
  const longest = runs[0]!
  if (runs.length === 1) return { ...longest, id: cause, runs }
  const isOneApp = runs.every(({ links }) => links.appId === longest.links.appId)
  return {
    ...longest,
    id: cause,
    runs,
    sentence: lateRunsSentence(timesOf(runs)),
    actions: [
      { kind: 'openTask', label: texts.openLongest },
      ...(isOneApp ? [{ kind: 'listRuns', label: texts.listRuns }] : []),
    ],
  }
}

const timesOf = <Late extends { ms: number | null }>(runs: readonly { late: Late | null }[]) =>
  runs.flatMap(({ late }) => (late ? [{ ...late, ms: late.ms ?? 0 }] : []))

/**
 * The items to show: one for those of the same cause. Below the sentence of a queue is that of its deployment; late runs of a
 * plan that hang in the same task are counted.
 */
export function joinedItems(items: readonly AttentionRow[]): ListedItem[] {
  return withJoinedRuns(items).map((item) => {
    if (item.runs && item.runs.length > 1) return withSums(item, item.runs)
    const other = joinedSentence(item, items)
    if (other === null) return item
    const line = { __typename: 'AttentionLine' as const, parts: [partOf({ kind: 'text', text: other })] }
    return { ...item, details: [...item.details, line] }
  })
}

/** The lines and the sums of several late runs. */
function withSums(item: ListedItem, runs: readonly AttentionRow[]): ListedItem {
  const since = runs.map((run) => run.since ?? '').toSorted()[0] || null
  const { details } = describeLateRuns(timesOf(runs), since)
  return {
    ...item,
    since,
    details: details.map(({ parts }) => ({ __typename: 'AttentionLine', parts: parts.map(partOf) })),
    hurt: {
      ...item.hurt,
      runs: sumOf(runs, 'runs'),
      tasks: sumOf(runs, 'tasks'),
      minutes: Math.max(...runs.map(({ hurt }) => hurt.minutes ?? 0)),
    },
    owner: commonOwner(runs),
    // That another item had one of them for a while says nothing of all.
    closedBefore: null,
  }
}

const sumOf = (runs: readonly AttentionRow[], name: 'runs' | 'tasks') =>
  runs.reduce((sum, { hurt }) => sum + (hurt[name] ?? 0), 0)

/** The one person who has taken any of them: a run that becomes late afterwards has the same cause. */
function commonOwner(runs: readonly AttentionRow[]): AttentionRow['owner'] {
  const owners = runs.flatMap(({ owner }) => owner ?? [])
  return owners.every(({ userId }) => userId === owners[0]?.userId) ? (owners[0] ?? null) : null
}

const partOf = (part: { kind: string; text: string }) => ({ __typename: 'AttentionPart' as const, ...part })
