export interface LayeredTask {
  name: string
  /** Ids, derived from names like those of the fixtures. */
  depends: string[]
}

/** A workflow with about as many layers as tasks per layer and about 1.5 arrows per task; deterministic. */
export function layered(count: number): LayeredTask[] {
  const random = randomFrom(7)
  const width = Math.ceil(Math.sqrt(count))
  return Array.from({ length: count }, (_, index) => {
    const before = Math.floor(index / width) * width - width
    const arrows = before < 0 ? 0 : random() < 0.5 ? 1 : 2
    const sources = Array.from({ length: arrows }, () => `t-${wordOf(before + Math.floor(random() * width))}`)
    return { name: wordOf(index), depends: [...new Set(sources)] }
  })
}

/** A name that begins unlike its neighbours, so that no tasks are equal. */
const wordOf = (index: number) => `${String.fromCodePoint(97 + (index % 26))}${index} step`

/** One task, equal tasks that depend on it, and one that depends on all of them. */
export function fanOut(count: number): LayeredTask[] {
  const shards = Array.from({ length: count - 2 }, (_, index) => `shard ${index}`)
  return [
    { name: 'plan', depends: [] },
    ...shards.map((name) => ({ name, depends: ['t-plan'] })),
    { name: 'merge', depends: shards.map((name) => `t-${name}`) },
  ]
}

/** A linear congruential generator of numbers from 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_664_525 + 1_013_904_223) >>> 0) / 2 ** 32
}
