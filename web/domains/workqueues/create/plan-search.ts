import { parseSort } from '#web/lib/paging.ts'

interface FindablePlan {
  id: string
  name: string
  description: string
  updated: string | null
}

/**
 * The plans that have each word of `text` in their name or description, by upper or lower case. Those whose name has the words
 * as they stand come first, then those with words that begin so, then with parts of words, then those of the description; of
 * these the one that ran last (`ranAt`, by id), then by name. `sort` is an order that the user has chosen.
 */
export function foundPlans<Plan extends FindablePlan>(
  plans: readonly Plan[],
  text: string,
  { ranAt, sort }: { ranAt: ReadonlyMap<string, string>; sort?: string | undefined },
): Plan[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const ranked = plans
    .filter(({ name, description }) => hasAll(`${name} ${description}`, words))
    .map((plan) => ({ plan, rank: rankOf(plan.name, words), ran: ranAt.get(plan.id) ?? '' }))
  const order = parseSort(sort, ['name', 'updated'])
  const turn = order?.descending ? -1 : 1
  return ranked
    .toSorted((one, other) => {
      if (order) return turn * compared(valueOf(one.plan, order.key), valueOf(other.plan, order.key))
      return one.rank - other.rank || compared(other.ran, one.ran) || compared(one.plan.name, other.plan.name)
    })
    .map(({ plan }) => plan)
}

const hasAll = (place: string, words: readonly string[]) =>
  words.every((word) => place.toLowerCase().includes(word))

/** How well a name has the words, from 0 on. */
function rankOf(name: string, words: readonly string[]): number {
  const parts = name.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  if (words.every((word) => parts.includes(word))) return 0
  if (words.every((word) => parts.some((part) => part.startsWith(word)))) return 1
  return hasAll(name, words) ? 2 : 3
}

const valueOf = ({ name, updated }: FindablePlan, key: string) => (key === 'name' ? name : (updated ?? ''))
const compared = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true })
