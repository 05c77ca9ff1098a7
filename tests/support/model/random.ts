/** Repeatable random numbers (mulberry32): one seed, one sequence. */
export interface Random {
  /** 0 <= n < bound. */
  below(bound: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
}

export function createRandom(seed: number): Random {
  let state = (seed * 2654435761) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (bound: number) => Math.floor(next() * bound)
  return { below, chance: (probability) => next() < probability, pick: (from) => from[below(from.length)]! }
}
