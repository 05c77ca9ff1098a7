import { parseSort } from '#web/lib/paging.ts'

interface FindablePlan {
  id: string
  name: string
  description: string
  updated: string | null
}

/**
 * The plans that have each word of `text` in their name or description, by upper or lower case. Those with all words in the
 * name come first, of these the one that ran last (`ranAt`, by id), then by name; `sort` is an order that the user has chosen.
 */
export function foundPlans<Plan extends FindablePlan>(
  plans: readonly Plan[],
  text: string,
  { ranAt, sort }: { ranAt: ReadonlyMap<string, string>; sort?: string | undefined },
): Plan[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const hasAll = (place: string) => words.every((word) => place.toLowerCase().includes(word))
  const ranked = plans
    .filter(({ name, description }) => hasAll(`${name} ${description}`))
    .map((plan) => ({ plan, isNamed: hasAll(plan.name), ran: ranAt.get(plan.id) ?? '' }))
  const order = parseSort(sort, ['name', 'updated'])
  const turn = order?.descending ? -1 : 1
  return ranked
    .toSorted((one, other) => {
      if (order) return turn * compared(valueOf(one.plan, order.key), valueOf(other.plan, order.key))
      if (one.isNamed !== other.isNamed) return one.isNamed ? -1 : 1
      return compared(other.ran, one.ran) || compared(one.plan.name, other.plan.name)
    })
    .map(({ plan }) => plan)
}

const valueOf = ({ name, updated }: FindablePlan, key: string) => (key === 'name' ? name : (updated ?? ''))
const compared = (one: string, other: string) => one.localeCompare(other)
