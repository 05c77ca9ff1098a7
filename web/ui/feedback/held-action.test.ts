// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { countDown, endCountDowns, holdAction, undoLast } from './held-action.ts'

afterEach(() => {
  endCountDowns()
  vi.useRealTimers()
})

it('the last of those that can still be undone is undone first, each once', () => {
  vi.useFakeTimers()
  const done: string[] = []
  for (const name of ['first', 'second'])
    countDown({
      text: () => name,
      due: Date.now() + 10_000,
      onUndo: () => done.push(`undo ${name}`),
      onDue: () => done.push(name),
    })
  expect([undoLast(), undoLast(), undoLast()]).toEqual([true, true, false])
  vi.advanceTimersByTime(11_000)
  expect(done).toEqual(['undo second', 'undo first'])
})

it('nothing can be undone once it is done', () => {
  vi.useFakeTimers()
  const act = vi.fn()
  holdAction({ text: () => 'held', undone: 'undone', act })
  vi.advanceTimersByTime(11_000)
  expect(act).toHaveBeenCalledOnce()
  expect(undoLast()).toBe(false)
})
