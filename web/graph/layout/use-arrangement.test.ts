import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { joinNeighbours } from '../join.ts'
import { wrapLayers } from './wrap.ts'
import type { NodeTask } from '../node-store.ts'
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

it('wraps the layers of a plan only where joining does not help', () => {
  const plan = charges('').map((each) => ({ ...each, status: '' }))
  expect(drawn(plan, 480, wrapLayers).graph.ids).toEqual(['plan', 'join charge EU', 'sum', 'send', 'close'])
  const apart = plan.map((each, index) => ({ ...each, type: `task.pay.charge${index}` }))
  const wrapped = drawn(apart, 480, wrapLayers)
  expect(wrapped.graph.ids).toHaveLength(9)
  const rows = new Set(regions.map((each) => wrapped.arrangement.nodes.get(`charge ${each}`)!.y))
  expect(rows.size).toBeGreaterThan(1)
})
