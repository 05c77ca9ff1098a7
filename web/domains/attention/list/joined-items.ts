import { describeLateRuns } from '#shared/domains/attention/late-text.ts'
import { joinedSentence, lateCause, withoutSameCause } from '#shared/domains/attention/same-cause.ts'
import { attentionScreenMessages as texts } from '#shared/domains/attention/screen-messages.ts'
import type { AttentionRow } from '../operations.ts'

/** An item of the list: one of the platform, or one for all late runs of the same cause. */
export interface ListedItem extends AttentionRow {
  /** The items that it stands for, the longest run first; absent: it is one of the platform. */
  runs?: readonly AttentionRow[]
}

/** The items of the platform that an item of the list stands for. */
export const itemsBehind = (item: ListedItem): readonly AttentionRow[] => item.runs ?? [item]

/**
 * The items to show: one for those of the same cause. Below the sentence of a queue is that of its deployment; late runs of a
 * plan that hang in the same task are counted. Items that are not changed by that stay the same objects.
 */
export function joinedItems(items: readonly AttentionRow[]): ListedItem[] {
  return withoutSameCause(items).map((item) => {
    const cause = lateCause(item)
    if (cause !== null)
      return lateItem(
        cause,
        items.filter((each) => lateCause(each) === cause),
      )
    const other = joinedSentence(item, items)
    if (other === null) return item
    const line = { __typename: 'AttentionLine' as const, parts: [partOf({ kind: 'text', text: other })] }
    return { ...item, details: [...item.details, line] }
  })
}

/** Known by its cause also while it stands for one run, so that its place stays when another one comes. */
function lateItem(cause: string, items: readonly AttentionRow[]): ListedItem {
  const runs = items.toSorted((one, other) => (other.late?.ms ?? 0) - (one.late?.ms ?? 0))
  const longest = runs[0]!
  if (runs.length === 1) return { ...longest, id: cause, runs }
  const since = runs.map((run) => run.since ?? '').toSorted()[0] || null
  const { sentence, details } = describeLateRuns(
    runs.flatMap(({ late }) => (late ? [{ ...late, ms: late.ms ?? 0 }] : [])),
    since,
  )
  const isOneApp = runs.every(({ links }) => links.appId === longest.links.appId)
  return {
    ...longest,
    id: cause,
    runs,
    sentence,
    since,
    details: details.map(({ parts }) => ({ __typename: 'AttentionLine', parts: parts.map(partOf) })),
    hurt: {
      ...longest.hurt,
      runs: sumOf(runs, 'runs'),
      tasks: sumOf(runs, 'tasks'),
      minutes: Math.max(...runs.map(({ hurt }) => hurt.minutes ?? 0)),
    },
    owner: commonOwner(runs),
    // That another item had one of them for a while says nothing of all.
    closedBefore: null,
    actions: [
      { kind: 'openTask', label: texts.openLongest },
      ...(isOneApp ? [{ kind: 'listRuns', label: texts.listRuns }] : []),
    ],
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
