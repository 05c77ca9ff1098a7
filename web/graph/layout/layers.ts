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
  /** Index in the layer, and where it would stand best, while the layer is sorted. */
  order: number
  target: number
  /** Pixels along and across the layers; the centre is across. */
  depth: number
  breadth: number
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
 * their predecessors outside the cycle. Links to other nodes do not count.
 */
export function longestPaths(ids: readonly string[], links: readonly Link[]): Map<string, number> {
  const indexOf = new Map<string, number>()
  for (const id of ids) indexOf.set(id, indexOf.size)
  const layers = new Int32Array(ids.length)
  const waitsFor = new Int32Array(ids.length)
  // The links of each source as a list: its first one, and the one after each.
  const first = new Int32Array(ids.length).fill(-1)
  const after = new Int32Array(links.length)
  const targets = new Int32Array(links.length)
  links.forEach(({ source, target }, link) => {
    const [from, to] = [indexOf.get(source), indexOf.get(target)]
    if (from === undefined || to === undefined) return
    targets[link] = to
    after[link] = first[from]!
    first[from] = link
    waitsFor[to]! += 1
  })
  const ready: number[] = []
  for (let index = 0; index < ids.length; index++) if (waitsFor[index] === 0) ready.push(index)
  for (let next = 0; next < ready.length; next++) {
    const source = ready[next]!
    const behind = layers[source]! + 1
    for (let link = first[source]!; link >= 0; link = after[link]!) {
      const target = targets[link]!
      if (layers[target]! < behind) layers[target] = behind
      waitsFor[target]! -= 1
      if (waitsFor[target] === 0) ready.push(target)
    }
  }
  for (const [id, index] of indexOf) indexOf.set(id, layers[index]!)
  return indexOf
}

/** Nodes and crossing points of long edges by layer, in the given order. Links to other nodes do not count. */
export function buildLayers(
  ids: readonly string[],
  links: readonly Link[],
  layerOf: ReadonlyMap<string, number> = longestPaths(ids, links),
): Layers {
  const layers: Slot[][] = []
  const add = (node: string | null, layer: number): Slot => {
    while (layers.length <= layer) layers.push([])
    const slots = layers[layer]!
    const order = slots.length
    const slot = { node, layer, before: [], after: [], order, target: 0, depth: 0, breadth: 0, centre: 0 }
    slots.push(slot)
    return slot
  }
  const slots = new Map<string, Slot>()
  for (const id of ids) slots.set(id, add(id, layerOf.get(id) ?? 0))
  const connect = (from: Slot, to: Slot) => {
    from.after.push(to)
    to.before.push(from)
  }
  const bends = new Map<string, Slot[]>()
  let bendCount = 0
  for (const link of links) {
    const [source, target] = [slots.get(link.source), slots.get(link.target)]
    if (!source || !target) continue
    const passed = target.layer - source.layer - 1
    if (passed < 0 || bendCount + passed > MAX_BENDS) continue
    if (passed === 0) {
      connect(source, target)
      continue
    }
    bendCount += passed
    const points = Array.from({ length: passed }, (_, index) => add(null, source.layer + 1 + index))
    bends.set(link.id, points)
    const way = [source, ...points, target]
    for (let index = 1; index < way.length; index++) connect(way[index - 1]!, way[index]!)
  }
  return { layers, slots, bends }
}
