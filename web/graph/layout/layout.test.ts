import { describe, expect, it } from 'vitest'
import { countCrossings, reduceCrossings } from './crossings.ts'
import { buildLayers, longestPaths, type Link } from './layers.ts'
import { layoutLayers, type Layout } from './layout.ts'

const size = { width: 100, height: 40 }
const right = { direction: 'right', sizeOf: () => size } as const
const down = { ...right, direction: 'down' } as const

const links = (...pairs: string[]): Link[] =>
  pairs.map((pair) => ({ id: pair, source: pair[0]!, target: pair[1]! }))

/** A layered graph that is the same in every run. */
function layered(count: number): { ids: string[]; links: Link[] } {
  let seed = 7
  const random = () => (seed = (seed * 1_664_525 + 1_013_904_223) >>> 0) / 2 ** 32
  const width = Math.ceil(Math.sqrt(count))
  const ids = Array.from({ length: count }, (_, index) => `t${index}`)
  const made = ids.slice(width).flatMap((target, index) => {
    const sources = random() < 0.5 ? 1 : 2
    const first = Math.floor(index / width) * width
    return Array.from({ length: sources }, (_, number) => {
      const source = `t${first + Math.floor(random() * Math.min(width, index + 1))}`
      return { id: `${target}-${number}`, source, target }
    })
  })
  return { ids, links: made }
}

function overlaps(layout: Layout): number {
  const boxes = [...layout.nodes.values()]
  const apart = (a: number, b: number, size: number) => Math.abs(a - b) >= size
  return boxes.flatMap((a, index) =>
    boxes.slice(index + 1).filter((b) => !apart(a.x, b.x, size.width) && !apart(a.y, b.y, size.height)),
  ).length
}

describe('longestPaths', () => {
  it('puts every node behind all its dependencies', () => {
    const layers = longestPaths([...'abcd'], links('ab', 'bc', 'ac', 'cd'))
    expect([...'abcd'].map((id) => layers.get(id))).toEqual([0, 1, 2, 3])
  })
  it('terminates on a cycle', () => {
    expect(longestPaths([...'abc'], links('ab', 'bc', 'cb')).get('b')).toBe(1)
  })
})

describe('layoutLayers', () => {
  it('is laid out to the right with a root in the middle of its branches', () => {
    const { nodes, width, height } = layoutLayers([...'abcd'], links('ab', 'ac', 'ad'), right)
    expect(nodes.get('b')!.x).toBe(144)
    expect(nodes.get('a')!.y).toBe(nodes.get('c')!.y)
    expect([width, height]).toEqual([244, 144])
  })

  it('is laid out downwards on request', () => {
    const { nodes } = layoutLayers([...'ab'], links('ab'), down)
    expect(nodes.get('b')).toEqual({ x: nodes.get('a')!.x, y: 74 })
  })

  it('leads long edges around the nodes between', () => {
    const { nodes, routeOf, boxOf } = layoutLayers([...'abc'], links('ab', 'bc', 'ac'), right)
    const [long] = links('ac')
    const route = routeOf(long!)
    const between = nodes.get('b')!
    expect(route.map((point) => point.x)).toEqual([100, 100, 144, 244, 288, 288])
    const { y } = route[2]!
    expect(y < between.y || y > between.y + size.height).toBe(true)
    const box = boxOf(long!)!
    expect([box.x, box.x + box.width]).toEqual([100, 288])
    const ys = route.map((point) => point.y)
    expect([box.y, box.y + box.height]).toEqual([Math.min(...ys), Math.max(...ys)])
    expect(boxOf(links('ax')[0]!)).toBeNull()
  })

  it('has nodes of several sizes in the middle of their layers, without overlaps', () => {
    const sizes = { a: size, b: { width: 300, height: 200 }, c: size, d: size }
    const { nodes, routeOf } = layoutLayers([...'abcd'], links('ab', 'ac', 'bd', 'cd'), {
      direction: 'right',
      sizeOf: (id) => sizes[id as keyof typeof sizes],
    })
    expect(nodes.get('b')).toMatchObject({ x: 144 })
    expect(nodes.get('c')).toMatchObject({ x: 244 })
    expect(Math.abs(nodes.get('b')!.y + 100 - (nodes.get('c')!.y + 20))).toBeGreaterThanOrEqual(132)
    // It leaves straight until the end of the layer, so that it does not cross the larger node beside it.
    expect(
      routeOf(links('cd')[0]!)
        .slice(0, 2)
        .map(({ x }) => x),
    ).toEqual([344, 444])
  })

  it.each([40, 300])('has no overlaps at %i nodes and is deterministic', (count) => {
    const graph = layered(count)
    const layout = layoutLayers(graph.ids, graph.links, right)
    expect(overlaps(layout)).toBe(0)
    expect(layoutLayers(graph.ids, graph.links, right).nodes).toEqual(layout.nodes)
  })

  it('accepts no nodes, a cycle and links to unknown nodes', () => {
    expect(layoutLayers([], [], right)).toMatchObject({ width: 0, height: 0 })
    expect(overlaps(layoutLayers([...'abc'], links('ab', 'bc', 'ca', 'ax'), right))).toBe(0)
  })

  it('takes less than the limit at 5,000 nodes', () => {
    const graph = layered(5000)
    const start = performance.now()
    expect(layoutLayers(graph.ids, graph.links, right).nodes.size).toBe(5000)
    expect(performance.now() - start).toBeLessThan(1500)
  })
})

describe('reduceCrossings', () => {
  it('removes a crossing', () => {
    const { layers } = buildLayers([...'abcd'], links('ad', 'bc'))
    expect(countCrossings(layers)).toBe(1)
    reduceCrossings(layers)
    expect(countCrossings(layers)).toBe(0)
  })
  it('never adds crossings', () => {
    const graph = layered(200)
    const { layers } = buildLayers(graph.ids, graph.links)
    const before = countCrossings(layers)
    reduceCrossings(layers)
    expect(countCrossings(layers)).toBeLessThan(before / 2)
  })
})
