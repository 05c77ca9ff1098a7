/** An edge by node ids. */
export interface Link {
  id: string
  source: string
  target: string
}

/** A position in a layer: a node, or a point where a long edge crosses the layer (then `node` is null). */
export interface Slot {
  node: string | null
  layer: number
  /** Linked slots in the previous and in the next layer. */
  before: Slot[]
  after: Slot[]
  /** Index in the layer, and the centre across the layers in pixels. */
  order: number
  centre: number
}

export interface Layers {
  layers: Slot[][]
  slots: Map<string, Slot>
  /** The points where each long edge crosses a layer, starting at its source, by link id. */
  bends: Map<string, Slot[]>
}

// Edges across many layers may need more points than there are nodes; above this limit they are drawn
// straight.
const MAX_BENDS = 20_000

/**
 * The layer of each node is the length of the longest path that leads to it, so that edges always point
 * forward. O(nodes + links). Nodes on a cycle (possible in a plan that is being edited) are placed after
 * their predecessors outside the cycle.
 */
export function longestPaths(ids: readonly string[], links: readonly Link[]): Map<string, number> {
  const layerOf = new Map(ids.map((id) => [id, 0]))
  const waitsFor = new Map(ids.map((id) => [id, 0]))
  const targets = new Map<string, string[]>(ids.map((id) => [id, []]))
  for (const { source, target } of links) {
    targets.get(source)?.push(target)
    waitsFor.set(target, (waitsFor.get(target) ?? 0) + 1)
  }
  const ready = ids.filter((id) => waitsFor.get(id) === 0)
  for (let next = 0; next < ready.length; next++) {
    const source = ready[next]!
    const behind = layerOf.get(source)! + 1
    for (const target of targets.get(source)!) {
      layerOf.set(target, Math.max(layerOf.get(target)!, behind))
      const left = waitsFor.get(target)! - 1
      waitsFor.set(target, left)
      if (left === 0) ready.push(target)
    }
  }
  return layerOf
}

/** Nodes and crossing points of long edges by layer, in the given order. Links must refer to known nodes. */
export function buildLayers(ids: readonly string[], links: readonly Link[]): Layers {
  const layerOf = longestPaths(ids, links)
  const layers: Slot[][] = []
  const add = (node: string | null, layer: number): Slot => {
    while (layers.length <= layer) layers.push([])
    const slots = layers[layer]!
    const slot: Slot = { node, layer, before: [], after: [], order: slots.length, centre: 0 }
    slots.push(slot)
    return slot
  }
  const slots = new Map(ids.map((id) => [id, add(id, layerOf.get(id)!)]))
  const connect = (from: Slot, to: Slot) => {
    from.after.push(to)
    to.before.push(from)
  }
  const bends = new Map<string, Slot[]>()
  let bendCount = 0
  for (const link of links) {
    const [source, target] = [slots.get(link.source)!, slots.get(link.target)!]
    const passed = target.layer - source.layer - 1
    if (passed < 0 || bendCount + passed > MAX_BENDS) continue
    bendCount += passed
    const points = Array.from({ length: passed }, (_, index) => add(null, source.layer + 1 + index))
    if (passed > 0) bends.set(link.id, points)
    const way = [source, ...points, target]
    for (let index = 1; index < way.length; index++) connect(way[index - 1]!, way[index]!)
  }
  return { layers, slots, bends }
}
