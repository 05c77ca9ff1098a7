import type { Slot } from './layers.ts'

const SWEEPS = 4

/**
 * Sets the centre of each slot across the layers without changing the order: as close as possible to the mean
 * of its linked slots, so that a node is in the middle of its branches. `gap` is the least distance between
 * neighbours, in pixels.
 */
export function placeInLayers(layers: readonly Slot[][], sizeOf: (slot: Slot) => number, gap: number): void {
  const place = (layer: readonly Slot[], target: (slot: Slot) => number) =>
    placeLayer(layer, sizeOf, gap, target)
  for (const layer of layers) place(layer, () => 0)
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const side = sweep % 2 === 0 ? 'before' : 'after'
    const walk = side === 'before' ? layers : [...layers].reverse()
    for (const layer of walk) place(layer, (slot) => meanCentre(slot[side]) ?? slot.centre)
  }
  for (const layer of layers) {
    place(layer, (slot) => meanCentre([...slot.before, ...slot.after]) ?? slot.centre)
  }
}

function meanCentre(slots: readonly Slot[]): number | null {
  if (slots.length === 0) return null
  return slots.reduce((total, slot) => total + slot.centre, 0) / slots.length
}

interface Block {
  sum: number
  count: number
}

/**
 * Least squares with fixed order and minimum distances: pool adjacent violators, O(slots). Offsets are
 * subtracted first, which turns the distances into a plain ascending order.
 */
function placeLayer(
  layer: readonly Slot[],
  sizeOf: (slot: Slot) => number,
  gap: number,
  target: (slot: Slot) => number,
): void {
  const offsets: number[] = []
  const blocks: Block[] = []
  layer.forEach((slot, index) => {
    const above = layer[index - 1]
    const offset = above ? offsets[index - 1]! + (sizeOf(above) + sizeOf(slot)) / 2 + gap : 0
    offsets.push(offset)
    let block: Block = { sum: target(slot) - offset, count: 1 }
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
