import type { Slot } from './layers.ts'

/** Sweeps over a workflow, and over one with many slots, of which only a part is seen at once. */
const SWEEPS = { usual: 4, many: 2 }
const MANY_SLOTS = 3000

/**
 * Sets the centre of each slot across the layers without changing the order: as close as possible to the mean
 * of its linked slots, so that a node is in the middle of its branches. `gap` is the least distance between
 * neighbours, in pixels.
 */
export function placeInLayers(layers: readonly Slot[][], gap: number): void {
  const reversed = [...layers].reverse()
  for (const layer of layers) {
    for (const slot of layer) slot.target = 0
    placeLayer(layer, gap)
  }
  const slots = layers.reduce((total, layer) => total + layer.length, 0)
  const sweeps = slots > MANY_SLOTS ? SWEEPS.many : SWEEPS.usual
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const forwards = sweep % 2 === 0
    for (const layer of forwards ? layers : reversed) {
      for (const slot of layer) slot.target = meanCentre(slot, forwards ? slot.before : slot.after)
      placeLayer(layer, gap)
    }
  }
  for (const layer of layers) {
    for (const slot of layer) slot.target = meanCentre(slot, slot.before, slot.after)
    placeLayer(layer, gap)
  }
}

/** The mean centre of linked slots; without any that of the slot itself. */
function meanCentre(slot: Slot, linked: readonly Slot[], others: readonly Slot[] = none): number {
  const count = linked.length + others.length
  if (count === 0) return slot.centre
  let sum = 0
  for (const { centre } of linked) sum += centre
  for (const { centre } of others) sum += centre
  return sum / count
}

const none: readonly Slot[] = []

interface Block {
  sum: number
  count: number
}

/**
 * Places the slots of a layer at their targets. Least squares with fixed order and minimum distances: pool adjacent
 * violators, O(slots). Offsets are subtracted first, which turns the distances into a plain ascending order.
 */
function placeLayer(layer: readonly Slot[], gap: number): void {
  const offsets: number[] = []
  const blocks: Block[] = []
  layer.forEach((slot, index) => {
    const above = layer[index - 1]
    const offset = above ? offsets[index - 1]! + (above.breadth + slot.breadth) / 2 + gap : 0
    offsets.push(offset)
    let block: Block = { sum: slot.target - offset, count: 1 }
    for (let last = blocks.at(-1); last && mean(last) >= mean(block); last = blocks.at(-1)) {
      blocks.pop()
      block = { sum: last.sum + block.sum, count: last.count + block.count }
    }
    blocks.push(block)
  })
  let index = 0
  for (const block of blocks) {
    for (let each = 0; each < block.count; each++, index++) {
      layer[index]!.centre = mean(block) + offsets[index]!
    }
  }
}

const mean = (block: Block) => block.sum / block.count
