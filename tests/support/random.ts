/** Numbers in [0, 1) that are the same in every run with one seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The same values in another order (Fisher-Yates); `below(n)` returns a whole number from 0 to n - 1. */
export function shuffled<Value>(values: readonly Value[], below: (bound: number) => number): Value[] {
  const order = [...values]
  for (let index = order.length - 1; index > 0; index--) {
    const other = below(index + 1)
    ;[order[index], order[other]] = [order[other]!, order[index]!]
  }
  return order
}
