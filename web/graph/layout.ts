import { reduceCrossings } from './crossings.ts'
import { buildLayers, type Layers, type Link, type Slot } from './layers.ts'

export interface Point {
  x: number
  y: number
}

/** Direction of a workflow: to the right on a wide screen, down on a phone. */
export type Direction = 'right' | 'down'

/** Positions in pixels; `nodes` are upper left corners. */
export interface Layout {
  nodes: Map<string, Point>
  /** Points that a long edge passes between its ends, by link id. */
  bends: Map<string, Point[]>
  width: number
  height: number
}

export const NODE_WIDTH = 170
export const NODE_HEIGHT = 48

/** Pixels between layers (`along`) and between neighbours in a layer (`across`). */
const gaps = { right: { along: 52, across: 10 }, down: { along: 36, across: 16 } } as const
const BEND = 8

/**
 * Places nodes in layers by longest path, with few crossings and short edges. Fast enough to run before the
 * first paint (some milliseconds at 2,000 nodes) and deterministic. Ignores links to unknown nodes.
 */
export function layoutLayers(
  ids: readonly string[],
  links: readonly Link[],
  direction: Direction = 'right',
): Layout {
  const known = new Set(ids)
  const built = buildLayers(
    ids,
    links.filter(({ source, target }) => known.has(source) && known.has(target)),
  )
  const across = direction === 'right' ? NODE_HEIGHT : NODE_WIDTH
  reduceCrossings(built.layers)
  assignCentres(built.layers, { node: across, bend: BEND, gap: gaps[direction].across })
  return toPixels(built, direction)
}

function toPixels({ layers, slots, bends }: Layers, direction: Direction): Layout {
  const right = direction === 'right'
  const [along, across] = right ? [NODE_WIDTH, NODE_HEIGHT] : [NODE_HEIGHT, NODE_WIDTH]
  const step = along + gaps[direction].along
  const [low, high] = extent(layers)
  // Whole pixels keep the borders of the nodes sharp.
  const place = (start: number, centre: number): Point => {
    const [a, c] = [Math.round(start), Math.round(centre - low + across / 2)]
    return right ? { x: a, y: c } : { x: c, y: a }
  }
  const corner = (slot: Slot) => place(slot.layer * step, slot.centre - across / 2)
  const pass = (slot: Slot) => [
    place(slot.layer * step, slot.centre),
    place(slot.layer * step + along, slot.centre),
  ]
  const length = Math.max(0, layers.length * step - gaps[direction].along)
  const breadth = layers.length > 0 ? Math.round(high - low + across) : 0
  return {
    nodes: new Map([...slots].map(([id, slot]) => [id, corner(slot)])),
    bends: new Map([...bends].map(([id, points]) => [id, points.flatMap(pass)])),
    width: right ? length : breadth,
    height: right ? breadth : length,
  }
}

/** The smallest and the largest centre of all slots. */
function extent(layers: readonly (readonly Slot[])[]): [number, number] {
  let [low, high] = [Infinity, -Infinity]
  for (const layer of layers) {
    for (const { centre } of layer) {
      low = Math.min(low, centre)
      high = Math.max(high, centre)
    }
  }
  return low === Infinity ? [0, 0] : [low, high]
}

/** Sizes across the layers, in pixels. An edge that crosses a layer needs less than a node. */
interface Spacing {
  node: number
  bend: number
  gap: number
}

const SWEEPS = 4

/**
 * Sets the centre of each slot across the layers without changing the order: as close as possible to the mean
 * of its linked slots, so that a node is in the middle of its branches.
 */
function assignCentres(layers: readonly Slot[][], spacing: Spacing): void {
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
 * Least squares with fixed order and minimum distances: pool adjacent violators, O(slots). Offsets are
 * subtracted first, which turns the distances into a plain ascending order.
 */
function place(layer: readonly Slot[], spacing: Spacing, target: (slot: Slot) => number): void {
  const size = (slot: Slot) => (slot.node === null ? spacing.bend : spacing.node)
  const offsets: number[] = []
  const blocks: Block[] = []
  layer.forEach((slot, index) => {
    const above = layer[index - 1]
    const offset = above ? offsets[index - 1]! + (size(above) + size(slot)) / 2 + spacing.gap : 0
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
