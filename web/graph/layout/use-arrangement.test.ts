import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { joinNeighbours } from '../join.ts'
import { wrapLayers } from './wrap.ts'
import type { NodeTask } from '../node-store.ts'
import { isSlim, MIN_ZOOM, NODE_HEIGHTS } from '../sizes.ts'
import { nodeTask } from '../test-bed.ts'
import { useArrangement } from './use-arrangement.ts'

const task = (name: string, status: string, ...depends: string[]) => nodeTask(name, status, depends)

const regions = ['EU', 'UK', 'US', 'AP', 'CA']
const charges = (failed: string) => [
  task('plan', 'ended'),
  ...regions.map((each) => task(`charge ${each}`, each === failed ? 'failed' : 'ended', 'plan')),
  task('sum', 'notstarted', ...regions.map((each) => `charge ${each}`)),
  task('send', 'notstarted', 'sum'),
  task('close', 'notstarted', 'send'),
]
const children = new Map()

function drawn(tasks: NodeTask[], width: number, wrap?: typeof wrapLayers) {
  const workflow = { tasks, errorTasks: [], folds: [], joined: joinNeighbours(tasks), children, wrap }
  const { result } = renderHook(() => useArrangement(workflow, { width, height: 420 }))
  return result.current!
}

it('joins neighbours of one state only where the workflow is wider than the canvas', () => {
  expect(drawn(charges('US'), 1180).graph.ids).toHaveLength(9)
  const narrow = drawn(charges('US'), 624)
  expect(narrow.graph.ids).toEqual(['plan', 'join charge EU', 'charge US', 'sum', 'send', 'close'])
  expect(narrow.arrangement.width).toBeLessThanOrEqual(624)
})

it('has slim nodes, and no layer beside the broadest one, where a phone would cut the neighbours of a task', () => {
  const tasks = [
    task('plan', 'ended'),
    task('charge EU', 'ended', 'plan'),
    task('charge US', 'failed', 'plan'),
    task('charge AP', 'skipped', 'plan'),
    task('sum', 'notstarted', 'charge EU', 'charge US', 'charge AP'),
    { ...task('export', 'notstarted', 'sum'), type: 'task.pay.export' },
    task('render', 'notstarted', 'sum'),
    ...['archive', 'send', 'mail'].map((name) => ({
      ...task(name, 'notstarted', 'render'),
      type: `task.pay.${name}`,
    })),
    // Its edge from the export passes the three.
    task('close', 'notstarted', 'export', 'archive', 'send', 'mail'),
  ]
  const { graph, arrangement } = drawn(tasks, 352)
  expect(graph.ids).toHaveLength(11)
  expect(arrangement.direction).toBe('down')
  expect(arrangement.width * MIN_ZOOM).toBeLessThanOrEqual(352)
  const size = arrangement.sizeOf('charge US')
  expect([isSlim(size.width), size.height]).toEqual([true, NODE_HEIGHTS.slim])
  expect(isSlim(arrangement.sizeOf('sum').width)).toBe(false)
})

it('wraps the layers of a plan only where joining does not help', () => {
  const plan = charges('').map((each) => ({ ...each, status: '' }))
  expect(drawn(plan, 480, wrapLayers).graph.ids).toEqual(['plan', 'join charge EU', 'sum', 'send', 'close'])
  const apart = plan.map((each, index) => ({ ...each, type: `task.pay.charge${index}` }))
  const wrapped = drawn(apart, 480, wrapLayers)
  expect(wrapped.graph.ids).toHaveLength(9)
  const rows = new Set(regions.map((each) => wrapped.arrangement.nodes.get(`charge ${each}`)!.y))
  expect(rows.size).toBeGreaterThan(1)
})
