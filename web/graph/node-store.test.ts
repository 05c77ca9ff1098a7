import { describe, expect, it, vi } from 'vitest'
import { createNodeStore, type NodeTask } from './node-store.ts'

const task = (id: string, status = 'started'): NodeTask => ({
  id,
  name: id,
  type: 'task.rail.loader',
  alias: 'default',
  status,
  depends: [],
  started: null,
  ended: null,
  attempt: 1,
})

describe('createNodeStore', () => {
  it('notifies only the listeners that a change affects', () => {
    const [a, b] = [task('a'), task('b')]
    const store = createNodeStore([a, b], null)
    const [onA, onB] = [vi.fn(), vi.fn()]
    store.subscribe('a', onA)
    const stop = store.subscribe('b', onB)
    store.update([a, task('b', 'ended')], null)
    expect([onA.mock.calls.length, onB.mock.calls.length]).toEqual([0, 1])
    expect(store.task('b')?.status).toBe('ended')
    stop()
    store.update([a, task('b', 'failed')], 'a')
    expect([onA.mock.calls.length, onB.mock.calls.length]).toEqual([1, 1])
    expect(store.isSelected('a')).toBe(true)
  })
})
