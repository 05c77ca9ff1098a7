import type { Slot } from './layers.ts'

// A small workflow is seen as a whole and gets the best order; for a large one less effort keeps the first
// paint within one short task.
function effortFor(slots: number): { starts: number; sweeps: number; swaps: boolean } {
  if (slots > 200) return { starts: 1, sweeps: 6, swaps: false }
  return { starts: slots > 80 ? 2 : 12, sweeps: 12, swaps: true }
}

/** With more slots a fixed number of sweeps is made. */
const MANY_SLOTS = 3000

/** Sweeps without an improvement after which another initial order is tried. */
const PATIENCE = 3

/**
 * Sorts the slots of each layer so that fewer edges cross: each layer by the mean order of its linked slots,
 * alternately forwards and backwards, then by swapping neighbours; small workflows from several initial
 * orders. Keeps the first of the best orders found. O(sweeps * links * log links).
 */
export function reduceCrossings(layers: Slot[][]): void {
  const slots = layers.reduce((total, layer) => total + layer.length, 0)
  if (slots > MANY_SLOTS) {
    // Two sweeps remove most crossings; counting them would take as long again.
    sortLayers(layers, true)
    sortLayers(layers, false)
    return
  }
  const { starts, sweeps, swaps } = effortFor(slots)
  let best = countCrossings(layers)
  let kept = layers.map((layer) => [...layer])
  for (let start = 0; start < starts && best > 0; start++) {
    if (start > 0) shuffle(layers, start)
    let [least, since] = [Infinity, 0]
    for (let sweep = 0; sweep < sweeps && best > 0 && since < PATIENCE; sweep++) {
      sortLayers(layers, sweep % 2 === 0)
      if (swaps) swapNeighbours(layers)
      const crossings = countCrossings(layers)
      since = crossings < least ? 0 : since + 1
      least = Math.min(least, crossings)
      if (crossings >= best) continue
      best = crossings
      kept = layers.map((layer) => [...layer])
    }
  }
  kept.forEach((layer, index) => {
    layers[index] = layer
    number(layer)
  })
}

function sortLayers(layers: readonly Slot[][], forwards: boolean): void {
  for (let step = 1; step < layers.length; step++) {
    const layer = layers[forwards ? step : layers.length - 1 - step]!
    sortByNeighbours(layer, forwards ? 'before' : 'after')
  }
}

/** Sets another initial order; the same seed gives the same order, and so the same layout. */
function shuffle(layers: readonly Slot[][], seed: number): void {
  let state = seed
  for (const layer of layers) {
    for (let last = layer.length - 1; last > 0; last--) {
      state = (state * 1_664_525 + 1_013_904_223) >>> 0
      const other = Math.floor((state / 2 ** 32) * (last + 1))
      ;[layer[last], layer[other]] = [layer[other]!, layer[last]!]
    }
    number(layer)
  }
}

/** Swaps neighbours in a layer while that removes crossings; a few rounds find nearly all. */
function swapNeighbours(layers: readonly Slot[][]): void {
  let swapped = true
  for (let round = 0; round < 6 && swapped; round++) {
    swapped = false
    for (const layer of layers) {
      for (let index = 1; index < layer.length; index++) {
        const [upper, lower] = [layer[index - 1]!, layer[index]!]
        if (crossingsOf(upper, lower) <= crossingsOf(lower, upper)) continue
        ;[layer[index - 1], layer[index]] = [lower, upper]
        ;[lower.order, upper.order] = [index - 1, index]
        swapped = true
      }
    }
  }
}

/** Number of crossings between the edges of two slots if `upper` is above `lower`. */
function crossingsOf(upper: Slot, lower: Slot): number {
  let crossings = 0
  for (const side of ['before', 'after'] as const) {
    for (const { order } of upper[side])
      for (const other of lower[side]) if (other.order < order) crossings += 1
  }
  return crossings
}

/** Number of pairs of edges between neighbouring layers that cross. */
export function countCrossings(layers: readonly (readonly Slot[])[]): number {
  let crossings = 0
  for (const layer of layers.slice(1)) crossings += crossingsInto(layer)
  return crossings
}

function sortByNeighbours(layer: Slot[], side: 'before' | 'after'): void {
  for (const slot of layer) {
    const linked = slot[side]
    let sum = 0
    for (const each of linked) sum += each.order
    slot.target = linked.length > 0 ? sum / linked.length : slot.order
  }
  layer.sort((a, b) => a.target - b.target || a.order - b.order)
  number(layer)
}

function number(layer: Slot[]): void {
  layer.forEach((slot, index) => (slot.order = index))
}

/**
 * Two edges into a layer cross when one starts above the other and ends below it. In the order of their ends,
 * each edge crosses the previous ones that start below its own start; a binary indexed tree counts them.
 */
function crossingsInto(layer: readonly Slot[]): number {
  const starts: number[] = []
  let size = 1
  for (const { before } of layer) {
    const own = before.map((each) => each.order)
    if (own.length > 1) own.sort((a, b) => a - b)
    for (const start of own) starts.push(start)
    size = Math.max(size, (own.at(-1) ?? 0) + 1)
  }
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
