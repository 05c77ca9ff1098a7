/** What tells which queue an item is about. */
interface AboutQueue {
  kind: string
  links: { type?: string | null; alias?: string | null; deploymentId?: string | null }
}

const queueOf = ({ links: { type, alias } }: AboutQueue) => (type && alias ? `${type}/${alias}` : null)

/** The queues for which no worker polls. */
const unpolled = (items: readonly AboutQueue[]) =>
  new Set(items.filter(({ kind }) => kind === 'queueNobody').map(queueOf))

/**
 * The items without those that another one has the cause of: while no worker polls a queue in which tasks wait, its deployment
 * does not poll either, and one item of both is enough.
 */
export function withoutSameCause<Item extends AboutQueue>(items: readonly Item[]): Item[] {
  const queues = unpolled(items)
  const isJoined = (item: Item) => {
    const queue = item.kind === 'deploymentIdle' ? queueOf(item) : null
    return queue !== null && queues.has(queue)
  }
  return items.filter((item) => !isJoined(item))
}

/** How many of the items are left out by that. */
export const sameCauseCount = (items: readonly AboutQueue[]): number =>
  items.length - withoutSameCause(items).length

/**
 * The sentence of the item that was left out for one that stays; null for none, and where the one that stays names the
 * deployment itself.
 */
export function joinedSentence<Item extends AboutQueue & { sentence: string }>(
  item: AboutQueue,
  all: readonly Item[],
): string | null {
  const queue = item.kind === 'queueNobody' ? queueOf(item) : null
  if (queue === null || item.links.deploymentId) return null
  return all.find((each) => each.kind === 'deploymentIdle' && queueOf(each) === queue)?.sentence ?? null
}
