import { taskEdges, type LinkedTask } from './order.ts'

/** Fewer tasks that depend on the same ones are read as steps, not as branches. */
const BRANCHES_FROM = 3

/**
 * In how many parallel branches each task is, by its id. A branch begins with one of three and more tasks that depend on
 * the same ones, and has every task that can only be reached through it: the task in which branches join is in none of
 * them. `tasks` are in an order in which each follows its dependencies; others are in no branch.
 */
export function branchDepths(tasks: readonly LinkedTask[]): Map<string, number> {
  const sources = new Map<string, string[]>(tasks.map(({ id }) => [id, []]))
  for (const { source, target } of taskEdges(tasks)) sources.get(target)!.push(source)
  const alike = new Map<string, number>()
  const keyOf = (id: string) => sources.get(id)!.toSorted().join(' ')
  const keys = new Map(tasks.map(({ id }) => [id, keyOf(id)]))
  for (const key of keys.values()) alike.set(key, (alike.get(key) ?? 0) + 1)

  // The nearest task that all ways to a task lead through, null for none; `level` is the number of these.
  const through = new Map<string, { up: string | null; level: number }>()
  const nearestOf = (a: string | null, b: string | null): string | null => {
    let [one, other] = [a, b]
    while (one !== other) {
      const [levelOne, levelOther] = [one, other].map((id) => (id === null ? 0 : through.get(id)!.level))
      if (levelOne! >= levelOther!) one = through.get(one!)!.up
      else other = through.get(other!)!.up
    }
    return one
  }
  const depths = new Map<string, number>()
  for (const { id } of tasks) {
    const known = sources.get(id)!.filter((source) => through.has(source))
    const [first = null, ...rest] = known
    const up = rest.reduce<string | null>((nearest, source) => nearestOf(nearest, source), first)
    through.set(id, { up, level: up === null ? 1 : through.get(up)!.level + 1 })
    const begins = known.length > 0 && (alike.get(keys.get(id)!) ?? 0) >= BRANCHES_FROM
    depths.set(id, (up === null ? 0 : depths.get(up)!) + (begins ? 1 : 0))
  }
  return depths
}
