import { reduceCrossings } from './crossings.ts'
import { buildLayers, type Layers, type Link, type Slot } from './layers.ts'
import { placeInLayers } from './placement.ts'
import type { Size } from '../sizes.ts'

export interface Point {
  x: number
  y: number
}

/** Direction of a workflow. */
export type Direction = 'right' | 'down'

export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** Positions in pixels; `nodes` are upper left corners. */
export interface Layout {
  nodes: Map<string, Point>
  /**
   * The points of an edge: straight from the 1st to the 2nd, curved to the 3rd, straight to the 4th, and so on. It is
   * straight beside the nodes of a layer and curved between layers. Computed when asked for, because only a part of a
   * large workflow is drawn; none for a link to an unknown node.
   */
  routeOf(link: Link): Point[]
  /** The area that an edge passes; null for a link to an unknown node. */
  boxOf(link: Link): Rect | null
  width: number
  height: number
}

/** Pixels between layers (`along`) and between neighbours in a layer (`across`). */
const gaps = { right: { along: 44, across: 12 }, down: { along: 34, across: 12 } } as const
/** Pixels across that an edge needs where it passes a layer. */
const BEND = 8

export interface LayoutOptions {
  direction: Direction
  sizeOf(id: string): Size
  /** Share of the usual gaps. */
  tightness?: number
  /** The layer of each node, when it is known. */
  layerOf?: ReadonlyMap<string, number>
  /** Long edges pass between the nodes of a layer from the start, not beside all of them. */
  spread?: boolean
  /** No layer sticks out beside the broadest one: the layout is no broader, its edges are less straight. */
  contained?: boolean
}

/**
 * Places nodes in layers by longest path, with few crossings and short edges. Fast enough to run before the
 * first paint (some milliseconds at 2,000 nodes) and deterministic. Ignores links to unknown nodes.
 */
export function layoutLayers(ids: readonly string[], links: readonly Link[], options: LayoutOptions): Layout {
  const built = buildLayers(ids, links, options.layerOf)
  const right = options.direction === 'right'
  const tightness = options.tightness ?? 1
  const { along, across } = gaps[options.direction]
  for (const layer of built.layers)
    for (const slot of layer) {
      if (slot.node === null) {
        slot.breadth = BEND
        continue
      }
      const { width, height } = options.sizeOf(slot.node)
      slot.depth = right ? width : height
      slot.breadth = right ? height : width
    }
  if (options.spread) built.layers.forEach(spreadOut)
  reduceCrossings(built.layers)
  placeInLayers(built.layers, across * tightness)
  if (options.contained) contain(built.layers)
  return toPixels(built, right, along * tightness)
}

/** Orders a layer so that the points where edges pass are even among its nodes. */
function spreadOut(layer: Slot[]): void {
  const nodes = layer.filter(({ node }) => node !== null)
  const points = layer.filter(({ node }) => node === null)
  for (const part of [nodes, points])
    part.forEach((slot, index) => {
      slot.target = (index + 0.5) / part.length
    })
  layer.sort((a, b) => a.target - b.target)
  layer.forEach((slot, index) => {
    slot.order = index
  })
}

/** Moves each layer as a whole to where the broadest one is. */
function contain(layers: readonly Slot[][]): void {
  const extents = layers.map((layer) => extent([layer]))
  const [least, most] = extents.reduce((a, b) => (b[1] - b[0] > a[1] - a[0] ? b : a), [0, 0])
  layers.forEach((layer, index) => {
    const [low, high] = extents[index]!
    const by = Math.max(least - low, 0) + Math.min(most - high, 0)
    for (const slot of layer) slot.centre += by
  })
}

function toPixels({ layers, slots, bends }: Layers, right: boolean, gap: number): Layout {
  const bands = bandsOf(layers, gap)
  const [low, high] = extent(layers)
  // Whole pixels keep the borders of the nodes sharp.
  const point = (a: number, c: number): Point => {
    const [start, centre] = [Math.round(a), Math.round(c - low)]
    return right ? { x: start, y: centre } : { x: centre, y: start }
  }
  // A node that is shorter than its layer stands in the middle of it.
  const startOf = ({ layer, depth }: Slot) => {
    const band = bands[layer]!
    return band.start + (band.end - band.start - depth) / 2
  }
  const pass = ({ layer, centre }: Slot) => [
    point(bands[layer]!.start, centre),
    point(bands[layer]!.end, centre),
  ]
  const bendsOf = (link: Link, source: Slot, target: Slot) =>
    target.layer - source.layer > 1 ? (bends.get(link.id) ?? []) : []
  const nodes = new Map<string, Point>()
  for (const [id, slot] of slots) nodes.set(id, point(startOf(slot), slot.centre - slot.breadth / 2))
  const [length, breadth] = [Math.round(bands.at(-1)?.end ?? 0), Math.round(high - low)]
  return {
    nodes,
    routeOf(link) {
      const [source, target] = [slots.get(link.source), slots.get(link.target)]
      if (!source || !target) return []
      return [
        point(startOf(source) + source.depth, source.centre),
        point(bands[source.layer]!.end, source.centre),
        ...bendsOf(link, source, target).flatMap(pass),
        point(bands[target.layer]!.start, target.centre),
        point(startOf(target), target.centre),
      ]
    },
    boxOf(link) {
      const [source, target] = [slots.get(link.source), slots.get(link.target)]
      if (!source || !target) return null
      let [least, most] = [Math.min(source.centre, target.centre), Math.max(source.centre, target.centre)]
      for (const { centre } of bendsOf(link, source, target)) {
        least = Math.min(least, centre)
        most = Math.max(most, centre)
      }
      const [a, b] = [startOf(source) + source.depth, startOf(target)]
      const [from, to] = [point(Math.min(a, b), least), point(Math.max(a, b), most)]
      return { ...from, width: to.x - from.x, height: to.y - from.y }
    },
    width: right ? length : breadth,
    height: right ? breadth : length,
  }
}

/** Where each layer starts and ends along the direction. */
function bandsOf(layers: readonly (readonly Slot[])[], gap: number) {
  let start = 0
  return layers.map((layer) => {
    let length = 0
    for (const { depth } of layer) length = Math.max(length, depth)
    const band = { start, end: start + length }
    start += length + gap
    return band
  })
}

/** The lowest and the highest edge of all slots across the layers. */
function extent(layers: readonly (readonly Slot[])[]): [number, number] {
  let [low, high] = [Infinity, -Infinity]
  for (const layer of layers) {
    for (const { centre, breadth } of layer) {
      low = Math.min(low, centre - breadth / 2)
      high = Math.max(high, centre + breadth / 2)
    }
  }
  return low === Infinity ? [0, 0] : [low, high]
}
