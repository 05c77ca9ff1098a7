import type { Slot } from './layers.ts'

/** Room across the layers, in pixels. A passing arrow needs less than a node. */
export interface Spacing {
  node: number
  bend: number
  gap: number
}

const SWEEPS = 4

/**
 * Gives each slot its centre across the layers, in the order it has: as near as the room allows to the mean of
 * what it is linked with, so that a node stands in the middle of its branches.
 */
export function assignCentres(layers: readonly Slot[][], spacing: Spacing): void {
  for (const layer of layers) place(layer, spacing, () => 0)
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const side = sweep % 2 === 0 ? 'before' : 'after'
    const walk = side === 'before' ? layers : [...layers].reverse()
    for (const layer of walk) place(layer, spacing, (slot) => meanCentre(slot[side]) ?? slot.centre)
  }
  for (const layer of layers) {
    place(layer, spacing, (slot) => meanCentre([...slot.before, ...slot.after]) ?? slot.centre)
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
 * Least squares under "keep the order and the distances": pool adjacent violators, O(slots). Offsets are taken off
 * first, which turns the distances into a plain ascending order.
 */
function place(layer: readonly Slot[], spacing: Spacing, wish: (slot: Slot) => number): void {
  const size = (slot: Slot) => (slot.node === null ? spacing.bend : spacing.node)
  const offsets: number[] = []
  const blocks: Block[] = []
  layer.forEach((slot, index) => {
    const above = layer[index - 1]
    const offset = above ? offsets[index - 1]! + (size(above) + size(slot)) / 2 + spacing.gap : 0
    offsets.push(offset)
    let block: Block = { sum: wish(slot) - offset, count: 1 }
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
