import type { Slot } from './layers.ts'

// Large workflows are read piece by piece: fewer sweeps keep their first paint within one short task.
const sweepsFor = (slots: number) => (slots > 3000 ? 2 : 6)

/**
 * Sorts the slots within each layer so that fewer arrows cross: each layer by the mean place of what it is linked
 * with, forwards and backwards in turn, keeping the best order seen. Takes O(sweeps * links * log links).
 */
export function reduceCrossings(layers: Slot[][]): void {
  let best = countCrossings(layers)
  let kept = layers.map((layer) => [...layer])
  const sweeps = sweepsFor(layers.reduce((total, layer) => total + layer.length, 0))
  for (let sweep = 0; sweep < sweeps && best > 0; sweep++) {
    const forwards = sweep % 2 === 0
    for (let step = 1; step < layers.length; step++) {
      const layer = layers[forwards ? step : layers.length - 1 - step]!
      sortByNeighbours(layer, forwards ? 'before' : 'after')
    }
    const crossings = countCrossings(layers)
    if (crossings >= best) continue
    best = crossings
    kept = layers.map((layer) => [...layer])
  }
  kept.forEach((layer, index) => {
    layers[index] = layer
    number(layer)
  })
}

/** How many pairs of arrows between neighbouring layers cross. */
export function countCrossings(layers: readonly (readonly Slot[])[]): number {
  let crossings = 0
  for (const layer of layers.slice(1)) crossings += crossingsInto(layer)
  return crossings
}

function sortByNeighbours(layer: Slot[], side: 'before' | 'after'): void {
  const wish = new Map(
    layer.map((slot) => {
      const linked = slot[side]
      const sum = linked.reduce((total, each) => total + each.order, 0)
      return [slot, linked.length > 0 ? sum / linked.length : slot.order] as const
    }),
  )
  layer.sort((a, b) => wish.get(a)! - wish.get(b)! || a.order - b.order)
  number(layer)
}

function number(layer: Slot[]): void {
  layer.forEach((slot, index) => (slot.order = index))
}

/**
 * Two arrows into a layer cross when one starts above the other and ends below it. Walking the ends from top to
 * bottom, each arrow crosses those already seen that start below its own start; a binary indexed tree counts them.
 */
function crossingsInto(layer: readonly Slot[]): number {
  const starts = layer.flatMap((slot) => slot.before.map((each) => each.order).sort((a, b) => a - b))
  const size = starts.reduce((most, start) => Math.max(most, start), 0) + 1
  const tree = new Uint32Array(size + 1)
  let crossings = 0
  starts.forEach((start, seen) => {
    let notBelow = 0
    for (let at = start + 1; at > 0; at -= at & -at) notBelow += tree[at]!
    crossings += seen - notBelow
    for (let at = start + 1; at <= size; at += at & -at) tree[at]! += 1
  })
  return crossings
}
