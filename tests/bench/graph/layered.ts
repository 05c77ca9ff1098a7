export interface LayeredTask {
  name: string
  /** Ids, as the fixtures make them of names. */
  depends: string[]
}

/** A workflow in about as many layers as tasks in a layer, with about 1.5 arrows per task; the same at every call. */
export function layered(count: number): LayeredTask[] {
  const random = randomFrom(7)
  const width = Math.ceil(Math.sqrt(count))
  return Array.from({ length: count }, (_, index) => {
    const before = Math.floor(index / width) * width - width
    const arrows = before < 0 ? 0 : random() < 0.5 ? 1 : 2
    const sources = Array.from({ length: arrows }, () => `t-${before + Math.floor(random() * width)}`)
    return { name: String(index), depends: [...new Set(sources)] }
  })
}

/** A linear congruential generator of numbers from 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_664_525 + 1_013_904_223) >>> 0) / 2 ** 32
}
