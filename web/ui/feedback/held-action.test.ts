// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { countDown, endCountDowns, holdAction, secondsUntil, undoLast } from './held-action.ts'

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

it('what shows the moment of the platform counts with the toast, although that moment is a little later', () => {
  vi.useFakeTimers()
  const start = Date.now()
  const until = new Date(start + 10_700).toISOString()
  const counted: number[] = []
  const text = (seconds: number) => {
    counted.push(seconds)
    return `${seconds} s`
  }
  countDown({ text, due: start + 10_000, until, onUndo: vi.fn(), onDue: vi.fn() })
  for (const at of [0, 500, 2500, 7000]) {
    vi.advanceTimersByTime(start + at - Date.now())
    expect(secondsUntil(until, Date.now())).toBe(counted.at(-1))
  }
  expect(counted.at(-1)).toBe(3)
})
