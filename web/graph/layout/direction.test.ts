import { describe, expect, it } from 'vitest'
import type { LinkedTask } from '#shared/domains/tasks/order.ts'
import { arrange } from './arrange.ts'
import { choosePlan, type Wrap } from './direction.ts'
import { longestPaths } from './layers.ts'
import { wrapLayers } from './wrap.ts'
import { foldGraph, type Fold } from '../fold.ts'
import { neighbourOf } from '../graph-keys.ts'
import { isInView, openingView, rectOf } from '../opening.ts'
import { groupSize, MIN_ZOOM, NODE_WIDTHS, type Size } from '../sizes.ts'

const task = (id: string, ...depends: string[]): LinkedTask => ({ id, name: id, depends })
/** A chain of `length` tasks whose third has four siblings. */
const chain = (length: number) => [
  ...Array.from({ length }, (_, index) => task(`c${index}`, ...(index > 0 ? [`c${index - 1}`] : []))),
  ...['x', 'y', 'z', 'w'].map((id) => task(id, 'c1')),
]
const desk: Size = { width: 1180, height: 640 }
const phone: Size = { width: 358, height: 560 }

function arranged(
  tasks: readonly LinkedTask[],
  space: Size,
  folds: readonly Fold[] = [],
  errors: string[] = [],
) {
  const graph = foldGraph(tasks, errors, folds)
  const groups = new Map(folds.map((fold) => [fold.id, groupSize(fold.taskIds.length, 50)]))
  const regular = graph.ids.filter((id) => !graph.onError.has(id))
  const plan = choosePlan(regular, graph.edges, groups, space)
  return arrange(graph.ids, graph.edges, graph.onError, plan)
}

describe('a workflow with error tasks', () => {
  const chained = [task('a'), task('b', 'a'), task('c', 'b'), task('d', 'c')]

  it.each([[['b']], [['c', 'd']], [['a', 'b', 'c', 'd']]])('is arranged with %j on failure', (errors) => {
    const { nodes } = arranged(chained, desk, [], errors)
    expect([...nodes.keys()].sort()).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('the direction', () => {
  it.each([
    ['to the right where that fits', 4, desk, 'right'],
    ['down where the chain is too long', 8, desk, 'down'],
    ['down on a phone', 3, phone, 'down'],
  ])('is %s', (_, length, space, direction) =>
    expect(arranged(chain(length), space).direction).toBe(direction),
  )

  it('goes down in rows that the space holds, where that is asked for and nothing fits', () => {
    const beside: Size = { width: 576, height: 416 }
    const tasks = chain(9)
    const { edges, ids } = foldGraph(tasks, [], [])
    const placed = (wrap?: Wrap) =>
      arrange(ids, edges, new Set(), choosePlan(ids, edges, new Map(), beside, wrap))
    expect(placed().width).toBeGreaterThan(beside.width)
    const { direction, width, nodes } = placed(wrapLayers)
    expect([direction, width <= beside.width]).toEqual(['down', true])
    // Every task stays below those that it waits for.
    for (const { source, target } of edges) expect(nodes.get(target)!.y).toBeGreaterThan(nodes.get(source)!.y)
    // What would take too many rows is not wrapped,
    const wide = [task('a'), ...Array.from({ length: 20 }, (_, index) => task(`s${index}`, 'a'))]
    const many = foldGraph(wide, [], [])
    expect(wrapLayers(longestPaths(many.ids, many.edges), new Map(), beside.width)).toBeNull()
    // nor is what fits.
    const plain = foldGraph(chain(3), [], [])
    expect(choosePlan(plain.ids, plain.edges, new Map(), desk, wrapLayers).direction).toBe('right')
  })

  it('is to the right for a fan-out in one node', () => {
    const shards = Array.from({ length: 300 }, (_, index) => task(`s${index}`, 'a'))
    const fold = { id: 'fold', name: 'shards', taskIds: shards.map(({ id }) => id) }
    const tasks = [task('a'), ...shards, task('z', ...fold.taskIds)]
    const arrangement = arranged(tasks, desk, [fold])
    expect([arrangement.direction, arrangement.ids]).toEqual(['right', ['a', 'fold', 'z']])
    expect(arrangement.width).toBeLessThan(desk.width)
  })

  it('makes nodes narrower, never below their least width, before it shrinks text', () => {
    const { sizeOf, width } = arranged(chain(8), { width: 900, height: 640 })
    expect(sizeOf('c0').width).toBe(NODE_WIDTHS.wide)
    expect(sizeOf('x').width).toBeGreaterThanOrEqual(NODE_WIDTHS.narrow)
    expect(sizeOf('x').width).toBeLessThan(NODE_WIDTHS.wide)
    expect(width).toBeLessThan(900)
  })
})

describe('the first view', () => {
  it('shows everything that fits, never with text below 11 px', () => {
    const arrangement = arranged(chain(8), { width: 900, height: 740 })
    const view = openingView(arrangement, { width: 900, height: 800 }, null)
    expect(view.zoom).toBe(1)
    for (const id of arrangement.ids)
      expect(isInView(rectOf(arrangement, id)!, { width: 900, height: 800 }, view)).toBe(true)
    for (const height of [100, 300, 500])
      expect(openingView(arrangement, { width: 900, height }, null).zoom).toBeGreaterThanOrEqual(MIN_ZOOM)
  })

  // Fails when the graph is panned to both sides although all of its width can be seen at the smallest zoom.
  it('shows the whole width where only the margins do not fit', () => {
    const arrangement = arranged(chain(40), desk)
    const space = { width: Math.ceil(arrangement.width * MIN_ZOOM) + 2, height: 100 }
    expect(openingView(arrangement, space, null).zoom).toBe(MIN_ZOOM)
    expect(openingView(arrangement, { ...space, width: space.width - 6 }, null).zoom).toBe(1)
  })

  it('has the focus in view, on a phone above the sheet of its task', () => {
    const arrangement = arranged(chain(40), phone)
    const view = (id: string) => openingView(arrangement, phone, rectOf(arrangement, id))
    const middle = rectOf(arrangement, 'c20')!
    // In the middle of the canvas the sheet would cover it.
    expect(Math.abs(view('c20').y + middle.y + middle.height / 2 - phone.height * 0.14)).toBeLessThan(2)
    for (const id of ['c0', 'c20', 'c39'])
      expect(isInView(rectOf(arrangement, id)!, phone, view(id))).toBe(true)
  })

  it('shows the start of a focus that is larger than the space', () => {
    const arrangement = arranged(chain(40), phone)
    const large = { x: 40, y: 900, width: phone.width * 2, height: phone.height * 2 }
    const { x, y } = openingView({ ...arrangement, width: phone.width * 4 }, phone, large)
    expect(y + large.y).toBeGreaterThan(0)
    expect(y + large.y).toBeLessThan(phone.height / 4)
    expect(x + large.x).toBeGreaterThan(0)
    expect(x + large.x).toBeLessThan(phone.width / 4)
  })
})

describe('the frame of tasks that run on failure', () => {
  it('is in a free corner and touches no other task', () => {
    const arrangement = arranged([...chain(8), task('alarm')], desk, [], ['alarm'])
    const frame = arrangement.errorFrame!
    expect(frame.y).toBe(0)
    for (const { id } of chain(8)) {
      const rect = rectOf(arrangement, id)!
      const apart =
        rect.x >= frame.x + frame.width || rect.x + rect.width <= frame.x || rect.y >= frame.y + frame.height
      expect(apart).toBe(true)
    }
    expect(isInside(rectOf(arrangement, 'alarm')!, frame)).toBe(true)
  })

  it('is below where no corner is free', () => {
    const arrangement = arranged([task('a'), task('alarm')], desk, [], ['alarm'])
    expect(arrangement.errorFrame?.y).toBeGreaterThanOrEqual(60)
  })
})

function isInside(rect: { x: number; y: number }, frame: { x: number; y: number }) {
  return rect.x > frame.x && rect.y > frame.y
}

it('folds tasks into one node with each edge once', () => {
  const tasks = [task('a'), task('s1', 'a'), task('s2', 'a'), task('z', 's1', 's2'), task('s3', 's1')]
  const graph = foldGraph(tasks, ['s3'], [{ id: 'fold', name: 's', taskIds: ['s1', 's2'] }])
  expect(graph.ids).toEqual(['a', 'fold', 'z', 's3'])
  expect(graph.edges.map(({ id }) => id)).toEqual(['a>fold', 'fold>z', 'fold>s3'])
  expect([...graph.onError]).toEqual(['s3'])
  expect(graph.nodeOf.get('s2')).toBe('fold')
})

describe('arrow keys', () => {
  it('lead along the edges, and to neighbours', () => {
    const right = arranged(chain(4), desk)
    expect(neighbourOf(right, 'c0', 'ArrowRight')).toBe('c1')
    expect(neighbourOf(right, 'c1', 'ArrowLeft')).toBe('c0')
    const below = neighbourOf(right, 'c2', 'ArrowDown') ?? neighbourOf(right, 'c2', 'ArrowUp')
    expect(['x', 'y', 'z', 'w']).toContain(below)
    expect(neighbourOf(right, 'c0', 'ArrowLeft')).toBeNull()
    expect(neighbourOf(right, 'c0', 'Enter')).toBeNull()
  })

  it('follow the direction of the workflow', () => {
    const down = arranged(chain(4), phone)
    expect(neighbourOf(down, 'c0', 'ArrowDown')).toBe('c1')
    expect(neighbourOf(down, 'c0', 'ArrowRight')).toBeNull()
  })
})
