import { describe, expect, it, vi } from 'vitest'
import { createNodeStore, type GraphState, type NodeTask } from './node-store.ts'

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

const state = (tasks: readonly NodeTask[], over: Partial<GraphState> = {}): GraphState => ({
  tasks,
  selected: null,
  status: null,
  causes: new Map(),
  children: new Map(),
  ...over,
})

describe('createNodeStore', () => {
  it('notifies only the listeners that a change affects', () => {
    const [a, b] = [task('a'), task('b')]
    const store = createNodeStore(state([a, b]))
    const [onA, onB, onAny] = [vi.fn(), vi.fn(), vi.fn()]
    const calls = () => [onA, onB, onAny].map(({ mock }) => mock.calls.length)
    store.subscribe('a', onA)
    const stop = store.subscribe('b', onB)
    store.subscribeAll(onAny)
    store.update(state([a, task('b', 'ended')]))
    expect(calls()).toEqual([0, 1, 1])
    expect(store.task('b')?.status).toBe('ended')
    stop()
    store.update(state([a, task('b', 'failed')], { selected: 'a' }))
    expect(calls()).toEqual([1, 1, 2])
    expect(store.selected()).toBe('a')
  })

  it('notifies of a cause only when its words change', () => {
    const tasks = [task('a')]
    const cause = (short: string) => new Map([['a', { code: 'running', short }]])
    const store = createNodeStore(state(tasks, { causes: cause('runs 8 s') }))
    const onA = vi.fn()
    store.subscribe('a', onA)
    store.update(state(tasks, { causes: cause('runs 8 s') }))
    expect(onA).not.toHaveBeenCalled()
    store.update(state(tasks, { causes: cause('runs 9 s') }))
    expect(onA).toHaveBeenCalledOnce()
    expect(store.cause('a')?.short).toBe('runs 9 s')
  })

  it('answers the same list of members until one of them changes', () => {
    const [a, b, c] = [task('a'), task('b'), task('c')]
    const store = createNodeStore(state([a, b, c]))
    const ids = ['a', 'b']
    const members = store.members(ids)
    store.update(state([a, b, task('c', 'ended')]))
    expect(store.members(ids)).toBe(members)
    store.update(state([a, task('b', 'ended'), c]))
    expect(store.members(ids).map(({ status }) => status)).toEqual(['started', 'ended'])
  })

  it('makes tasks of other statuses quieter', () => {
    const store = createNodeStore(state([task('a', 'failed'), task('b', 'ended')]))
    expect([store.isQuiet('a'), store.isQuiet('b')]).toEqual([false, false])
    store.update(state([task('a', 'failed'), task('b', 'ended')], { status: 'failed' }))
    expect([store.isQuiet('a'), store.isQuiet('b')]).toEqual([false, true])
  })
})
