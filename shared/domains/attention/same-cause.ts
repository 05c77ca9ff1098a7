/** What tells which cause an item has. */
interface AboutCause {
  kind: string
  links: { type?: string | null; alias?: string | null; deploymentId?: string | null; planId?: string | null }
  mutedUntil?: string | null
  late?: { task?: string | null } | null
}

type QueueLinks = Pick<AboutCause, 'links'>

const queueOf = ({ links: { type, alias } }: QueueLinks) => (type && alias ? `${type}/${alias}` : null)

/** The queues for which no worker polls. */
const unpolled = (items: readonly AboutCause[]) =>
  new Set(items.filter(({ kind }) => kind === 'queueNobody').map(queueOf))

/**
 * What late runs of one cause have in common: their plan and the task that takes the time, and whether they are muted; null
 * for an item without a known cause of this kind.
 */
export function lateCause({ mutedUntil = null, late, links: { planId } }: Omit<AboutCause, 'kind'>) {
  return late?.task && planId ? `late ${planId} ${late.task}${mutedUntil === null ? '' : ' muted'}` : null
}

/**
 * The items without those that another one has the cause of: while no worker polls a queue in which tasks wait, its deployment
 * does not poll either, and one item of both is enough. Of late runs of one cause the first one stays.
 */
export function withoutSameCause<Item extends AboutCause>(items: readonly Item[]): Item[] {
  const queues = unpolled(items)
  const late = new Set<string>()
  const isJoined = (item: Item) => {
    const cause = lateCause(item)
    if (cause !== null && late.size === late.add(cause).size) return true
    const queue = item.kind === 'deploymentIdle' ? queueOf(item) : null
    return queue !== null && queues.has(queue)
  }
  return items.filter((item) => !isJoined(item))
}

/** How many of the items are left out by that. */
export const sameCauseCount = (items: readonly AboutCause[]): number =>
  items.length - withoutSameCause(items).length

/** How many items the screen shows of those that are not muted: one for those of the same cause. */
export const itemCount = ({ total, items }: { total: number | null; items: readonly AboutCause[] }): number =>
  Math.max(0, (total ?? 0) - sameCauseCount(items.filter(({ mutedUntil }) => mutedUntil === null)))

/**
 * The sentence of the item that was left out for one that stays; null for none, and where the one that stays names the
 * deployment itself.
 */
export function joinedSentence<Item extends AboutCause & { sentence: string }>(
  item: AboutCause,
  all: readonly Item[],
): string | null {
  const queue = item.kind === 'queueNobody' ? queueOf(item) : null
  if (queue === null || item.links.deploymentId) return null
  return all.find((each) => each.kind === 'deploymentIdle' && queueOf(each) === queue)?.sentence ?? null
}
